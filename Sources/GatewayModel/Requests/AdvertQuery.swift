import Advertising

/// Filter of a reader of adverts: the query of `GET /v1/adverts`.
package struct AdvertQuery: Sendable, Hashable {
    /// Id, alias or port of a dongle; nil = all.
    package var dongle: String?
    /// Only devices whose name contains this text, ignoring case.
    package var name: String?
    /// Only adverts with this UUID: that of an iBeacon, an AltBeacon or a service.
    package var uuid: BluetoothUUID?
    /// Only beacons with this major, and with this minor.
    package var major: UInt16?
    package var minor: UInt16?
    /// Only adverts from this address.
    package var address: BluetoothAddress?
    /// dBm, -127...20; nil = every advert.
    package var minimumRSSI: Int8?
    /// Whether scan requests are sent. A gateway with one active reader scans actively for all.
    package var isActive = true
    /// Time after which the stream ends, in milliseconds; nil = no limit.
    package var durationMs: Int?

    /// Makes a query without filters: all adverts of all dongles.
    package init() {}
}
