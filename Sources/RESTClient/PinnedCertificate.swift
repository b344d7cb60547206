import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL

/// Certificate by which a server is recognised, with its chain if the file contains it.
///
/// The first certificate of the file is the pin. If it is its own issuer (a root, or a server's
/// self-signed certificate), the server's chain must end in it. Otherwise it must be the server's
/// own certificate; its chain is checked against the roots in the file or, if there are none, the
/// system's roots. Names and dates are always checked.
struct PinnedCertificate<Failure: RESTError>: Sendable {
    private let pin: NIOSSLCertificate
    private let roots: [NIOSSLCertificate]
    private let isRoot: Bool

    private static var fileLimit: Int { 256 * 1024 }

    init(path: String) throws(Failure) {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw Failure.badSetting("The pinned certificate cannot be read: \(path)")
        }
        defer { try? file.close() }
        let pem: Data
        // A folder can be opened, but not read.
        do { pem = try file.read(upToCount: Self.fileLimit + 1) ?? Data() } catch {
            throw Failure.badSetting("The pinned certificate is not a file: \(path)")
        }
        guard pem.count <= Self.fileLimit else {
            throw Failure.badSetting("The pinned certificate has more than \(Self.fileLimit) bytes: \(path)")
        }
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(Array(pem)), let pin = certificates.first else {
            throw Failure.badSetting("The pinned certificate is not a PEM file: \(path)")
        }
        self.pin = pin
        isRoot = pin.isItsOwnIssuer
        roots = isRoot ? [pin] : certificates.filter(\.isItsOwnIssuer)
    }

    /// Restricts connections to servers that match the pin.
    func apply(to tls: inout TLSConfiguration, _ configuration: inout HTTPClient.Configuration) {
        if !roots.isEmpty { tls.trustRoots = .certificates(roots) }
        guard !isRoot else { return }
        // Called after the TLS handshake, and before the connection gets its first request.
        configuration.http1_1ConnectionDebugInitializer = { [pin] channel in
            // Must not suspend: the connection pool would not notice a connection that closes
            // meanwhile.
            let certificate = try? channel.pipeline.syncOperations.nioSSL_peerCertificate()
            guard certificate == pin else {
                channel.close(promise: nil)
                return channel.eventLoop.makeFailedFuture(
                    Failure.untrusted("its certificate is not the pinned one"))
            }
            return channel.eventLoop.makeSucceededVoidFuture()
        }
    }
}

extension NIOSSLCertificate {
    /// Whether the certificate names itself as its issuer, as roots do. BoringSSL ends a chain only
    /// at such a certificate.
    ///
    ///     Certificate = SEQUENCE {
    ///       SEQUENCE { [0] version, serial, algorithm, issuer, validity, subject, … }, … }
    ///
    /// Source: RFC 5280, 4.1.
    fileprivate var isItsOwnIssuer: Bool {
        // A certificate that was parsed can be encoded.
        guard let der = try? toDERBytes() else { return false }
        var outer = DERReader(der[...])
        guard let certificate = outer.next() else { return false }
        var middle = DERReader(certificate.content)
        guard let signed = middle.next() else { return false }
        var fields = DERReader(signed.content)
        if fields.nextTag == 0xA0 { _ = fields.next() }
        guard fields.next() != nil, fields.next() != nil, let issuer = fields.next(), fields.next() != nil,
            let subject = fields.next()
        else { return false }
        return issuer.content == subject.content
    }
}
