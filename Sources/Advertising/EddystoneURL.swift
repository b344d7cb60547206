/// An Eddystone-URL frame: a compressed web address.
///
///     10 | power, 1 | scheme, 1 | characters 0x21...0x7E and codes 0...13, 1...17 bytes in all
///
/// Source: Eddystone-URL, the open beacon format.
public struct EddystoneURL: Sendable, Hashable {
    /// The uncompressed address.
    public let url: String
    /// Received power at 0 m, in dBm; at one metre it is 41 dB lower.
    public let powerAt0mDBm: Int8
    /// Scheme code and compressed address.
    private let encoded: [UInt8]

    private static let frameType: UInt8 = 0x10
    private static let encodedLimit = 18
    private static let schemes = ["http://www.", "https://www.", "http://", "https://"]
    private static let expansions = [
        ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/",
        ".com", ".org", ".edu", ".net", ".info", ".biz", ".gov",
    ]

    /// Compresses `url`.
    ///
    /// - Returns: Nil if it does not begin with http:// or https://, has a character outside
    ///   printable ASCII, or needs more than the 17 bytes that the format allows after the scheme.
    public init?(url: String, powerAt0mDBm: Int8) {
        // The two longer schemes come first in the table, so the first match is the best.
        guard let scheme = EddystoneURL.schemes.firstIndex(where: { url.hasPrefix($0) }) else { return nil }
        var encoded = [UInt8(scheme)]
        var rest = url.dropFirst(EddystoneURL.schemes[scheme].count)
        while let character = rest.first {
            if let code = EddystoneURL.expansions.firstIndex(where: { rest.hasPrefix($0) }) {
                encoded.append(UInt8(code))
                rest = rest.dropFirst(EddystoneURL.expansions[code].count)
            } else {
                guard let byte = character.asciiValue, EddystoneURL.isLiteral(byte) else { return nil }
                encoded.append(byte)
                rest = rest.dropFirst()
            }
        }
        guard (2...EddystoneURL.encodedLimit).contains(encoded.count) else { return nil }
        self.url = url
        self.powerAt0mDBm = powerAt0mDBm
        self.encoded = encoded
    }

    init?(uuid: BluetoothUUID, payload: RawSpan) {
        guard uuid == .eddystone, payload.byteCount >= 4, payload.byte(at: 0) == EddystoneURL.frameType else {
            return nil
        }
        let scheme = Int(payload.byte(at: 2))
        guard scheme < EddystoneURL.schemes.count else { return nil }
        var url = EddystoneURL.schemes[scheme]
        for index in 3..<payload.byteCount {
            let byte = payload.byte(at: index)
            if Int(byte) < EddystoneURL.expansions.count {
                url += EddystoneURL.expansions[Int(byte)]
            } else {
                guard EddystoneURL.isLiteral(byte) else { return nil }
                url.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        self.url = url
        powerAt0mDBm = Int8(bitPattern: payload.byte(at: 1))
        encoded = payload.extracting(2..<payload.byteCount).copied()
    }

    /// Service data of the frame's advert.
    public var serviceData: ServiceData {
        ServiceData(
            uuid: .eddystone, bytes: [EddystoneURL.frameType, UInt8(bitPattern: powerAt0mDBm)] + encoded)
    }

    private static func isLiteral(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte)
    }
}

extension EddystoneURL: BeaconPayload {
    public static var formatName: StaticString { "eddystone-url" }

    public var carrier: BeaconCarrier { .serviceData(serviceData) }

    public var summary: String? { url }

    public func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        body("url", .text(url))
        body("power_at_0m", .whole(powerAt0mDBm))
    }
}
