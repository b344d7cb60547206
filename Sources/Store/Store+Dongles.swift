/// A dongle that was seen at least once.
public struct KnownDongle: Sendable, Hashable {
    /// Sixteen lowercase hexadecimal digits.
    public let id: String
    public let alias: String?
    /// Where it was last.
    public let port: String
    public let firmware: String?
    public let isSimulated: Bool
    public let firstSeenMicroseconds: Int64
    public let lastSeenMicroseconds: Int64
    /// Outages that were recorded.
    public let outages: Int
}

/// A time in which a dongle could not be used.
public struct Outage: Sendable, Hashable {
    public let dongle: String
    public let beganMicroseconds: Int64
    /// Nil while it lasts, or where the gateway ended first.
    public let endedMicroseconds: Int64?
    public let cause: String
}

extension Store {
    /// Notes a dongle that has answered.
    public func sawDongle(
        id: String, port: String, firmware: String?, isSimulated: Bool, microsecondsSince1970: Int64
    ) async throws(StoreError) {
        fatalError("unbuilt")
    }

    /// Every known dongle, the one seen last first.
    public func dongles() async throws(StoreError) -> [KnownDongle] { fatalError("unbuilt") }

    /// Names a dongle, or takes its name away.
    ///
    /// - Returns: Whether the dongle is known.
    /// - Throws: ``StoreError/aliasTaken(owner:)``.
    public func setAlias(_ alias: String?, of id: String) async throws(StoreError) -> Bool { fatalError("unbuilt") }

    /// Forgets a dongle with its outages. Returns whether it was known.
    public func forgetDongle(_ id: String) async throws(StoreError) -> Bool { fatalError("unbuilt") }

    /// Notes the begin of an outage. One that is still open for this dongle is left as it is, without an end.
    public func beginOutage(of id: String, cause: String, microsecondsSince1970: Int64) async throws(StoreError) {
        fatalError("unbuilt")
    }

    /// Notes the end of the newest outage of a dongle, if it is open.
    public func endOutage(of id: String, microsecondsSince1970: Int64) async throws(StoreError) {
        fatalError("unbuilt")
    }

    /// The newest outages of a dongle, newest first. At most 1,000 a dongle are kept.
    public func outages(of id: String, limit: Int) async throws(StoreError) -> [Outage] { fatalError("unbuilt") }
}
