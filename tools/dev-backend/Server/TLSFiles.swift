import NIOSSL

/// Reads a certificate and its key.
enum TLSFiles {
    static func configuration(certificate: String, key: String) throws(DevBackendError) -> TLSConfiguration {
        let chain: [NIOSSLCertificate]
        do {
            chain = try NIOSSLCertificate.fromPEMFile(certificate)
        } catch {
            throw .unusableTLS(file: certificate, reason: "no certificate in PEM form can be read from it")
        }
        let privateKey: NIOSSLPrivateKey
        do {
            privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
        } catch {
            throw .unusableTLS(file: key, reason: "no private key in PEM form can be read from it")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        do {
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw .unusableTLS(file: key, reason: "it does not belong to the certificate")
        }
        return configuration
    }
}
