import JSONLines

/// A tick of ranging, one a second, as a line of `GET /v1/ranging`, `type` being `ranging`.
///
/// Other types of that stream: `start`, `region` with ``RegionLine``, `missed`, `idle`, `end`.
public struct RangingLine: Codable, Sendable, Hashable {
    public var ts: Timestamp
    /// Whether any dongle listens. Where none does, an empty list means nothing.
    public var listening: Bool
    /// Why none does.
    public var message: String?
    /// Nearest first: by proximity, then by accuracy, undetermined last.
    public var beacons: [BeaconRange]
    /// Beacons that were left out, because a line has room for 1,000.
    public var omitted: Int?

    public init(ts: Timestamp, listening: Bool, message: String?, beacons: [BeaconRange], omitted: Int?) {
        self.ts = ts
        self.listening = listening
        self.message = message
        self.beacons = beacons
        self.omitted = omitted
    }
}

/// A region's change of state, or how it stands when the stream begins, `type` being `region`.
public struct RegionLine: Codable, Sendable, Hashable {
    public var ts: Timestamp
    /// Name of the region.
    public var region: String
    /// `inside`, `outside` or `unknown`.
    public var from: String
    public var to: String
    /// `enter`, `exit`, `determined`, `lost`; `now` for how it stands when the stream begins.
    public var meaning: String
    /// Why, in words.
    public var reason: String
    /// `UUID/major/minor` of the beacon that decided.
    public var beacon: String?
    /// dBm.
    public var rssi: Int?
    public var simulated: Bool?

    public init(
        ts: Timestamp, region: String, from: String, to: String, meaning: String, reason: String, beacon: String?,
        rssi: Int?, simulated: Bool?
    ) {
        self.ts = ts
        self.region = region
        self.from = from
        self.to = to
        self.meaning = meaning
        self.reason = reason
        self.beacon = beacon
        self.rssi = rssi
        self.simulated = simulated
    }
}
