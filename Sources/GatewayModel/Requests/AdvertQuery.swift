import Advertising

/// What a reader of adverts wants: the query of `GET /v1/adverts`.
package struct AdvertQuery: Sendable, Hashable {
    /// Id, alias or port of a dongle; nil = all.
    package var dongle: String?
    /// Only devices with this in their name, in either case.
    package var name: String?
    /// Only this UUID: an iBeacon's, or that of a service.
    package var uuid: BluetoothUUID?
    /// Only beacons with this major; likewise the minor.
    package var major: UInt16?
    package var minor: UInt16?
    /// Only what is sent from this address.
    package var address: BluetoothAddress?
    /// dBm, -127...20; nil = every advert.
    package var minimumRSSI: Int8?
    /// Whether scan requests are sent. A gateway that has one active reader scans actively.
    package var isActive = true
    /// Ends the stream after so long; nil = never.
    package var durationMs: Int?

    /// Everything, from every dongle.
    package init() {}
}
