import Foundation
import SwiftASN1
import X509

/// Names and addresses that a certificate is valid for.
struct CertificateNames: Sendable, Hashable {
    /// Names in lower case; `*.example.org` stands for every name with one more label.
    var names: [String] = []
    var addresses: [IPAddress] = []

    init(names: [String] = [], addresses: [IPAddress] = []) {
        self.names = names
        self.addresses = addresses
    }

    /// Reads them from a certificate; none where it cannot be read.
    init(der: [UInt8]) {
        // What BoringSSL accepts and this parser does not has no names that are known here.
        self.init((try? Certificate(derEncoded: der)).flatMap { try? $0.extensions.subjectAlternativeNames })
    }

    init(_ alternatives: SubjectAlternativeNames?) {
        for name in alternatives ?? SubjectAlternativeNames() {
            switch name {
            case .dnsName(let name): names.append(name.lowercased())
            case .ipAddress(let octets): if let address = IPAddress(bytes: octets.bytes) { addresses.append(address) }
            default: break
            }
        }
    }

    /// Whether the certificate is valid for a host: a name, or an address without brackets.
    func cover(_ host: String) -> Bool {
        if let address = IPAddress(host) { return addresses.contains(address) }
        let host = host.lowercased()
        return names.contains { name in
            guard name.hasPrefix("*.") else { return name == host }
            guard let dot = host.firstIndex(of: ".") else { return false }
            return dot > host.startIndex && host[dot...] == name.dropFirst()
        }
    }

    var alternatives: SubjectAlternativeNames {
        SubjectAlternativeNames(
            names.map { .dnsName($0) }
                + addresses.map { .ipAddress(ASN1OctetString(contentBytes: ArraySlice($0.bytes))) })
    }
}
