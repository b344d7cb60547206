"""Certificates for a gateway of a field, made by openssl."""

import shutil
import ssl
import subprocess

from promise import Skipped

KINDS = {"ec": ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"], "rsa": ["rsa:2048"]}


class Certificate:
    """A key and a self-signed certificate for localhost."""

    def __init__(self, field, kind="ec"):
        if not shutil.which("openssl"):
            raise Skipped("needs openssl")
        self.key, self.file = field.path(kind + ".key"), field.path(kind + ".pem")
        command = ["openssl", "req", "-x509", "-nodes", "-newkey", *KINDS[kind], "-keyout", self.key, "-out", self.file]
        command += ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
        subprocess.run(command, check=True, capture_output=True)

    @property
    def options(self):
        return ["--tls-certificate", self.file, "--tls-key", self.key]

    def context(self):
        return ssl.create_default_context(cafile=self.file)
