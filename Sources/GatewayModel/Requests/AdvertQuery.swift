import Advertising

/// What a reader of adverts wants: the query of `GET /v1/adverts`.
public struct AdvertQuery: Sendable, Hashable {
    /// Id, alias or port of a dongle; nil = all.
    public var dongle: String?
    /// Only devices with this in their name, in either case.
    public var name: String?
    /// Only this UUID: an iBeacon's, or that of a service.
    public var uuid: BluetoothUUID?
    /// Only beacons with this major; likewise the minor.
    public var major: UInt16?
    public var minor: UInt16?
    /// Only what is sent from this address.
    public var address: BluetoothAddress?
    /// dBm, -127...20; nil = every advert.
    public var minimumRSSI: Int8?
    /// Whether scan requests are sent. A gateway that has one active reader scans actively.
    public var isActive = true
    /// Ends the stream after so long; nil = never.
    public var durationMs: Int?

    /// Everything, from every dongle.
    public init() {}
}
