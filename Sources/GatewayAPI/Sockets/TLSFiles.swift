import Crypto
import Foundation
import NIOSSL
import SystemPackage

/// A certificate and its key, as TLS uses them.
struct LoadedTLS: Sendable {
    let configuration: TLSConfiguration
    /// Names and addresses of the server's own certificate.
    let names: CertificateNames
    /// SHA-256 of the server's own certificate, as browsers show it: `AB:01:…`.
    let fingerprint: String
}

/// Loads a certificate and its key.
enum TLSFiles {
    /// Cipher suites for TLS 1.2: those with forward secrecy and authenticated encryption. TLS 1.3
    /// has only such suites.
    ///
    /// Source: RFC 9325, 4.2.
    private static let suites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    /// - Parameters:
    ///   - certificate: PEM file that begins with the server's own certificate.
    ///   - key: Unencrypted PEM file.
    /// - Throws: ``ServerError/tlsUnusable(file:reason:)``, ``ServerError/tlsKeyOpen(file:mode:)``.
    static func load(certificate: String, key: String) throws(ServerError) -> LoadedTLS {
        let (chain, der) = try read(certificate, "the file has no certificate in PEM form") {
            let chain = try NIOSSLCertificate.fromPEMBytes(Array($0))
            return (chain, try chain.first?.toDERBytes())
        }
        guard let der else { throw .tlsUnusable(file: certificate, reason: "the file has no certificate") }
        try checkIsPrivate(key)
        let privateKey = try read(key, "the file has no private key in PEM form") {
            try NIOSSLPrivateKey(bytes: Array($0), format: .pem)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = suites
        configuration.applicationProtocols = ["http/1.1"]
        do {
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .tlsUnusable(file: key, reason: "the key does not belong to the certificate")
        }
        return LoadedTLS(
            configuration: configuration, names: CertificateNames(der: der), fingerprint: fingerprint(of: der))
    }

    private static func fingerprint(of der: [UInt8]) -> String {
        SHA256.hash(data: der).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            .joined(separator: ":")
    }

    /// Checks that other users cannot read the key. Keys from the service manager are protected by
    /// their folder.
    static func checkIsPrivate(_ key: String) throws(ServerError) {
        guard let status = try? Stat(key) else { return }
        let credentials = ProcessInfo.processInfo.environment["CREDENTIALS_DIRECTORY"]
        let isGuarded = credentials.map { key.hasPrefix($0 + "/") } ?? false
        let mode = status.permissions.rawValue & 0o777
        guard isGuarded || mode & 0o077 == 0 else { throw .tlsKeyOpen(file: key, mode: UInt32(mode)) }
    }

    private static func read<Value>(
        _ file: String, _ fault: String, _ parse: (Data) throws -> Value
    ) throws(ServerError) -> Value {
        let bytes: Data
        do {
            bytes = try Data(contentsOf: URL(fileURLWithPath: file))
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            let words = cause?.domain == NSPOSIXErrorDomain ? String(cString: strerror(CInt(cause?.code ?? 0))) : nil
            throw .tlsUnusable(file: file, reason: words ?? "it cannot be read")
        }
        do {
            return try parse(bytes)
        } catch {
            throw .tlsUnusable(file: file, reason: fault)
        }
    }
}
