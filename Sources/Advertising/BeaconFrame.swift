/// A beacon's payload, in one of the formats of ``BeaconFormats``.
public enum BeaconFrame: Sendable, Hashable {
    case iBeacon(IBeacon)
    case altBeacon(AltBeacon)
    case eddystoneUID(EddystoneUID)
    case eddystoneURL(EddystoneURL)
    case eddystoneTLM(EddystoneTLM)
    case eddystoneEID(EddystoneEID)
}

/// The beacon formats that are recognised. A new format is one file, one case and one line here.
enum BeaconFormats {
    /// Tried in order on a manufacturer-specific structure: company, then what follows it.
    static let inManufacturerData: [@Sendable (UInt16, RawSpan) -> BeaconFrame?] = [
        { IBeacon(companyID: $0, payload: $1).map(BeaconFrame.iBeacon) },
        { AltBeacon(companyID: $0, payload: $1).map(BeaconFrame.altBeacon) },
    ]

    /// Tried in order on a service-data structure: its UUID, then what follows it.
    static let inServiceData: [@Sendable (BluetoothUUID, RawSpan) -> BeaconFrame?] = [
        { EddystoneUID(uuid: $0, payload: $1).map(BeaconFrame.eddystoneUID) },
        { EddystoneURL(uuid: $0, payload: $1).map(BeaconFrame.eddystoneURL) },
        { EddystoneTLM(uuid: $0, payload: $1).map(BeaconFrame.eddystoneTLM) },
        { EddystoneEID(uuid: $0, payload: $1).map(BeaconFrame.eddystoneEID) },
    ]

    static func frame(companyID: UInt16, payload: RawSpan) -> BeaconFrame? {
        for format in inManufacturerData {
            if let frame = format(companyID, payload) { return frame }
        }
        return nil
    }

    static func frame(uuid: BluetoothUUID, payload: RawSpan) -> BeaconFrame? {
        for format in inServiceData {
            if let frame = format(uuid, payload) { return frame }
        }
        return nil
    }
}
