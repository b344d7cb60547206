import Crypto
import Foundation
import SwiftASN1
import X509

/// The certificate that the gateway makes for itself, so that it can serve other machines without
/// any preparation. It is kept, so that a browser that was told to trust it goes on doing so.
struct OwnCertificate: Sendable {
    /// Reason why a certificate was made.
    enum Reason: Sendable, Hashable {
        /// There was none.
        case missing
        /// The files were damaged, or did not belong together.
        case unusable
        /// It was about to expire, or begins to be valid later only.
        case outdated
        /// It was not valid for this host.
        case notCovering(host: String)
    }

    /// Most addresses in a certificate: a machine with containers has many.
    static let addressesAtMost = 64
    /// Browsers accept at most 398 days of a certificate. Source: Baseline Requirements, 6.3.2.
    static let lifetime: TimeInterval = 397 * day
    static let leastRest: TimeInterval = 30 * day
    private static let day: TimeInterval = 86_400
    /// A clock that shows an earlier time is wrong: this program did not exist. 2026-01-01.
    static let earliestClock = Date(timeIntervalSince1970: 1_767_225_600)
    /// Times in a certificate have four digits for the year. 9000-01-01.
    static let latestClock = Date(timeIntervalSince1970: 221_845_392_000)

    let certificatePath: String
    let keyPath: String
    /// Host to listen on.
    private let host: String
    /// Name of the gateway.
    private let name: String
    private let machine: MachineAddresses

    /// - Parameter folder: Folder with the two files, which must exist.
    init(folder: String, host: String, name: String, machine: MachineAddresses) {
        certificatePath = folder + "/console-certificate.pem"
        keyPath = folder + "/console-key.pem"
        self.host = host
        self.name = name
        self.machine = machine
    }

    /// Makes certificate and key if there are none, or none that will do.
    ///
    /// - Returns: The reason; nil if those that were there are kept.
    /// - Throws: ``ServerError/tlsKeyOpen(file:mode:)``, ``ServerError/tlsUnusable(file:reason:)``
    ///   where a file cannot be read, ``ServerError/certificateNotMade(file:errno:)``.
    func prepare(at now: Date = Date()) throws(ServerError) -> Reason? {
        guard let reason = try fault(now) else { return nil }
        try make(now)
        return reason
    }

    // MARK: The files that are there

    private func fault(_ now: Date) throws(ServerError) -> Reason? {
        guard let keyText = try OwnCertificate.read(keyPath), let text = try OwnCertificate.read(certificatePath)
        else { return .missing }
        try TLSFiles.checkIsPrivate(keyPath)
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: keyText),
            let certificate = try? Certificate(pemEncoded: text),
            certificate.publicKey == Certificate.PublicKey(key.publicKey)
        else { return .unusable }
        guard isTimely(certificate, now) else { return .outdated }
        // A certificate without readable names covers nothing.
        let names = CertificateNames(try? certificate.extensions.subjectAlternativeNames)
        return needed.first { !names.cover($0) }.map { .notCovering(host: $0) }
    }

    /// Hosts that the certificate must be valid for. Addresses that come and go are not among them:
    /// a new certificate would cost every browser's trust, and its fingerprint.
    private var needed: [String] {
        IPAddress(host)?.isAny == true ? machine.names : [host]
    }

    /// A wrong clock must not make a certificate each time that the machine starts: what a machine
    /// without a battery takes for the time may lie before the certificate's beginning.
    private func isTimely(_ certificate: Certificate, _ now: Date) -> Bool {
        let isBegun = certificate.notValidBefore <= now + OwnCertificate.day || now < OwnCertificate.earliestClock
        return isBegun && certificate.notValidAfter.timeIntervalSince(clock(now)) >= OwnCertificate.leastRest
    }

    private func clock(_ now: Date) -> Date {
        min(max(now, OwnCertificate.earliestClock), OwnCertificate.latestClock)
    }

    /// - Returns: Nil if there is no such file.
    private static func read(_ path: String) throws(ServerError) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .tlsUnusable(file: path, reason: String(cString: strerror(errno)))
        }
        defer { close(descriptor) }
        // A whole file has less than 8 KiB; what is cut here is unusable.
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw .tlsUnusable(file: path, reason: String(cString: strerror(errno))) }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    // MARK: New files

    /// Names and addresses of a new certificate.
    private var names: CertificateNames {
        var names: [String] = []
        var addresses: [IPAddress] = []
        let own = IPAddress(host)
        if own == nil { names.append(host.lowercased()) }
        for name in machine.names + ["localhost"] where !names.contains(name) { names.append(name) }
        let listened = own.flatMap { $0.isAny ? nil : [$0] } ?? []
        for address in listened + machine.all.prefix(OwnCertificate.addressesAtMost)
            + ["127.0.0.1", "::1"].compactMap(IPAddress.init) where !addresses.contains(address)
        {
            addresses.append(address)
        }
        return CertificateNames(names: names, addresses: addresses)
    }

    private func make(_ now: Date) throws(ServerError) {
        let key = P256.Signing.PrivateKey()
        let text: String
        do {
            text = try certificate(key, now).serializeAsPEM().pemString
        } catch {
            throw .tlsUnusable(file: certificatePath, reason: "no certificate can be made for these names")
        }
        // If the process dies between the two, they do not belong together, and are made again.
        try OwnCertificate.write(key.pemRepresentation + "\n", to: keyPath, mode: 0o600)
        try OwnCertificate.write(text + "\n", to: certificatePath, mode: 0o644)
    }

    private func certificate(_ key: P256.Signing.PrivateKey, _ now: Date) throws -> Certificate {
        let publicKey = Certificate.PublicKey(key.publicKey)
        // A common name has at most 64 characters. Source: RFC 5280, appendix A.
        let common = String(String.UnicodeScalarView((name.isEmpty ? "perch" : name).unicodeScalars.prefix(64)))
        let subject = try DistinguishedName { CommonName(common) }
        // A phone's clock may be behind.
        let begin = clock(now) - OwnCertificate.day
        return try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: publicKey, notValidBefore: begin,
            notValidAfter: begin + OwnCertificate.lifetime, issuer: subject, subject: subject,
            extensions: try Certificate.Extensions {
                // No authority: trusting it means trusting this gateway, and nothing that it signs.
                // A key usage would have to allow signing certificates: without that, OpenSSL and
                // BoringSSL do not take the certificate for its own issuer, and trust it in vain.
                Critical(BasicConstraints.notCertificateAuthority)
                try ExtendedKeyUsage([.serverAuth])
                SubjectKeyIdentifier(hash: publicKey)
                names.alternatives
            }, issuerPrivateKey: Certificate.PrivateKey(key))
    }

    /// Replaces a file; after a crash it is either the old or the new one.
    private static func write(_ text: String, to path: String, mode: mode_t) throws(ServerError) {
        let draft = path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw .certificateNotMade(file: path, errno: errno) }
        let bytes = Array(text.utf8)
        // A disk that takes only a part of so few bytes is full.
        let count = Glibc.write(descriptor, bytes, bytes.count)
        var code = count == bytes.count ? 0 : count < 0 ? errno : ENOSPC
        if code == 0, fsync(descriptor) != 0 { code = errno }
        close(descriptor)
        if code == 0, rename(draft, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(draft)
            throw .certificateNotMade(file: path, errno: code)
        }
        syncFolder(of: path)
    }

    /// Writes the folder, so that the file's name is on the disk too. If that fails, the file still
    /// exists until a power failure.
    private static func syncFolder(of path: String) {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
