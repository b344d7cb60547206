import Failures
import Glibc

extension ServerError: FailureConvertible {
    package var failure: Failure {
        switch self {
        case .socketTaken(let path, let pid):
            Failure(
                code: "socket-taken",
                message: "Another gateway already serves \(printable(path))\(pid.map { " (pid \($0))" } ?? "").",
                hint: "Use that gateway, stop it, or choose another socket with --socket.", isRetryable: true,
                exit: .temporary)
        case .socketPathTooLong(let path):
            Failure(
                code: "socket-path-too-long",
                message: "A socket's path has at most 107 bytes; \(printable(path)) has \(path.utf8.count).",
                hint: "Choose a shorter path with --socket or socket.path.", exit: .configuration)
        case .cannotBind(let path, let code):
            Failure(
                code: "cannot-bind",
                message: "The socket \(printable(path)) cannot be created: \(systemMessage(code)).",
                hint: "Choose another socket with --socket, or make its folder writable for this user.",
                exit: ServerError.isForbidden(code) ? .permission : .cannotCreate)
        case .untrustedFolder(let fault):
            Failure(
                code: "folder-untrusted", message: "The socket cannot be created safely: \(printable("\(fault)")).",
                hint: "Choose a folder of your own with --socket or XDG_RUNTIME_DIR.", exit: .permission)
        case .portTaken(let host, let port):
            Failure(
                code: "address-taken", message: "Another program already listens on \(printable(host)) port \(port).",
                hint: "Stop that program (`ss -ltnp` names it), or choose another port with --http.", isRetryable: true,
                exit: .temporary)
        case .cannotListen(let host, let port, let code):
            Failure(
                code: "cannot-listen",
                message: "The gateway cannot listen on \(printable(host)) port \(port): \(systemMessage(code)).",
                hint: ServerError.isForbidden(code)
                    ? "Choose a port from 1024 on, or grant CAP_NET_BIND_SERVICE."
                    : "Choose an address of this machine with --http or http.listen.",
                exit: ServerError.isForbidden(code) ? .permission : .configuration)
        case .certificateNotMade(let file, let code):
            Failure(
                code: "certificate-not-made",
                message: "The gateway cannot save a certificate of its own in \(printable(file)): "
                    + "\(systemMessage(code)).",
                hint: "Make room, make the folder writable, or set http.tls_certificate and http.tls_key.",
                exit: ServerError.isForbidden(code) ? .permission : .cannotCreate)
        case .tlsUnusable(let file, let reason):
            Failure(
                code: "tls-unusable", message: "\(printable(file)) cannot be used for TLS: \(printable(reason)).",
                hint: "Check that both files are PEM, readable for this user, and belong together.",
                exit: .configuration)
        case .tlsKeyOpen(let file, let mode):
            Failure(
                code: "tls-key-open",
                message: "Other users can access the key \(printable(file)) (mode 0\(String(mode, radix: 8))).",
                hint: "Run `chmod 600 \(printable(file))`.", exit: .configuration)
        case .unknownGroup(let name):
            Failure(
                code: "unknown-group", message: "There is no group \(printable(name)).",
                hint: "Create the group with `groupadd --system \(printable(name))`, or change socket.group.",
                exit: .configuration)
        }
    }

    private static func isForbidden(_ code: Int32) -> Bool { code == EACCES || code == EPERM }
}
