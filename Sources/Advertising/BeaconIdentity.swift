/// Identity that a beacon states. Several units can share an identity, and one unit can change its
/// address.
public struct BeaconIdentity: Sendable, Hashable {
    /// UUID shared by all beacons of one owner.
    public let uuid: ProximityUUID
    /// Owner's number of a group of beacons, such as a building.
    public let major: UInt16
    /// Owner's number of a beacon within the group.
    public let minor: UInt16

    /// Makes an identity of its three parts.
    public init(uuid: ProximityUUID, major: UInt16, minor: UInt16) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }

    /// Parses `UUID/major/minor`: the UUID with or without dashes, then two decimal numbers,
    /// 0...65535.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[1].hasPrefix("+"), !parts[2].hasPrefix("+"), let uuid = ProximityUUID(parts[0]),
            let major = UInt16(parts[1]),
            let minor = UInt16(parts[2])
        else { return nil }
        self.init(uuid: uuid, major: major, minor: minor)
    }

    /// Decodes UUID, major and minor from a beacon's payload; the caller has checked that there are
    /// 20 bytes from `offset`.
    init(in payload: RawSpan, at offset: Int) {
        uuid = ProximityUUID(payload.bigEndian(at: offset, as: UInt128.self))
        major = payload.bigEndian(at: offset + 16, as: UInt16.self)
        minor = payload.bigEndian(at: offset + 18, as: UInt16.self)
    }

    func forEachField(_ body: (StaticString, BeaconValue) -> Void) {
        body("uuid", .uuid(uuid))
        body("major", .whole(major))
        body("minor", .whole(minor))
    }

    var bytes: [UInt8] { uuid.bytes + major.bigEndianBytes + minor.bigEndianBytes }
}

extension BeaconIdentity: Comparable {
    public static func < (left: BeaconIdentity, right: BeaconIdentity) -> Bool {
        (left.uuid, left.major, left.minor) < (right.uuid, right.major, right.minor)
    }
}

extension BeaconIdentity: CustomStringConvertible {
    /// `UUID/major/minor`, the UUID in uppercase, the numbers in decimal.
    public var description: String { "\(uuid)/\(major)/\(minor)" }
}
