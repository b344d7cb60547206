import JSONLines

/// Something that people asked to be told of: a region was entered or left.
public struct Notice: Sendable, Hashable, Codable {
    /// `regionEnter` or `regionExit`, as of the event.
    public var type: String
    public var ts: Timestamp
    /// "Beacon Detected" or "Beacon Lost".
    public var title: String
    /// Why, in words.
    public var reason: String
    /// Name of the region.
    public var region: String
    /// `UUID/major/minor` of the beacon that decided; nil where none did.
    public var beacon: String?
    /// dBm.
    public var rssi: Int?
    /// Id of the dongle.
    public var dongle: String?
    public var simulated: Bool

    public init(
        type: String, ts: Timestamp, title: String, reason: String, region: String, beacon: String?, rssi: Int?,
        dongle: String?, simulated: Bool
    ) {
        self.type = type
        self.ts = ts
        self.title = title
        self.reason = reason
        self.region = region
        self.beacon = beacon
        self.rssi = rssi
        self.dongle = dongle
        self.simulated = simulated
    }
}
