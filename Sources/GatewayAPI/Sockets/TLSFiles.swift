import Foundation
import NIOSSL

/// Reads a certificate and its key.
enum TLSFiles {
    /// - Parameters:
    ///   - certificate: PEM file, the server's own certificate first.
    ///   - key: PEM file, not encrypted.
    /// - Throws: ``ServerError/tlsUnusable(file:reason:)``.
    static func configuration(certificate: String, key: String) throws(ServerError) -> TLSConfiguration {
        let chain = try read(certificate, "no certificate in PEM form is in it") {
            try NIOSSLCertificate.fromPEMBytes(Array($0))
        }
        guard !chain.isEmpty else { throw .tlsUnusable(file: certificate, reason: "no certificate is in it") }
        let privateKey = try read(key, "no private key in PEM form is in it") {
            try NIOSSLPrivateKey(bytes: Array($0), format: .pem)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .tlsUnusable(file: key, reason: "it does not belong to the certificate")
        }
        return configuration
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
