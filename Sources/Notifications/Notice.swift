import LineFormats

/// Message that a region was entered or left, or that something happened at the till.
package struct Notice: Sendable, Hashable, Codable {
    /// Type of the event: `regionEnter`, `regionExit`, `tillLowBalance` or `tillBooking`.
    package var type: String
    package var ts: Timestamp
    /// Such as "Beacon Detected" or "Beacon Lost".
    package var title: String
    /// Reason, for people.
    package var reason: String
    /// Name of the region; empty at the till.
    package var region: String
    /// `UUID/major/minor` of the beacon that caused the change; nil if none did.
    package var beacon: String?
    /// Signal, in dBm.
    package var rssi: Int?
    /// Id of the dongle.
    package var dongle: String?
    package var simulated: Bool

    package init(
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
