/// Payload of a beacon, in one of the supported formats.
///
/// To add a format, add a file with its ``BeaconPayload``, a case, and a line in each list in this
/// file.
public enum BeaconFrame: Sendable, Hashable {
    case iBeacon(IBeacon)
    case altBeacon(AltBeacon)
    case eddystoneUID(EddystoneUID)
    case eddystoneURL(EddystoneURL)
    case eddystoneTLM(EddystoneTLM)
    case eddystoneEID(EddystoneEID)
    case eddystoneETLM(EddystoneETLM)
    case ruuviTag5(RuuviTag5)
    case bthome(BTHome)
    case estimoteTelemetry(EstimoteTelemetry)
    case estimoteNearable(EstimoteNearable)
    case exposureNotification(ExposureNotification)

    /// Payload as the format's own type.
    public var payload: any BeaconPayload {
        switch self {
        case .iBeacon(let beacon): beacon
        case .altBeacon(let beacon): beacon
        case .eddystoneUID(let beacon): beacon
        case .eddystoneURL(let beacon): beacon
        case .eddystoneTLM(let beacon): beacon
        case .eddystoneEID(let beacon): beacon
        case .eddystoneETLM(let beacon): beacon
        case .ruuviTag5(let beacon): beacon
        case .bthome(let beacon): beacon
        case .estimoteTelemetry(let beacon): beacon
        case .estimoteNearable(let beacon): beacon
        case .exposureNotification(let beacon): beacon
        }
    }

    /// Decodes a manufacturer-specific structure: its company id and the bytes after it. The first
    /// matching format is used.
    init?(companyID: UInt16, payload: RawSpan) {
        if let beacon = IBeacon(companyID: companyID, payload: payload) {
            self = .iBeacon(beacon)
        } else if let beacon = RuuviTag5(companyID: companyID, payload: payload) {
            self = .ruuviTag5(beacon)
        } else if let beacon = EstimoteNearable(companyID: companyID, payload: payload) {
            self = .estimoteNearable(beacon)
        } else if let beacon = AltBeacon(companyID: companyID, payload: payload) {
            self = .altBeacon(beacon)
        } else {
            return nil
        }
    }

    /// Decodes a service-data structure: its UUID and the bytes after it. The first matching format
    /// is used.
    init?(uuid: BluetoothUUID, payload: RawSpan) {
        if let beacon = EddystoneUID(uuid: uuid, payload: payload) {
            self = .eddystoneUID(beacon)
        } else if let beacon = EddystoneURL(uuid: uuid, payload: payload) {
            self = .eddystoneURL(beacon)
        } else if let beacon = EddystoneTLM(uuid: uuid, payload: payload) {
            self = .eddystoneTLM(beacon)
        } else if let beacon = EddystoneEID(uuid: uuid, payload: payload) {
            self = .eddystoneEID(beacon)
        } else if let beacon = EddystoneETLM(uuid: uuid, payload: payload) {
            self = .eddystoneETLM(beacon)
        } else if let beacon = BTHome(uuid: uuid, payload: payload) {
            self = .bthome(beacon)
        } else if let beacon = EstimoteTelemetry(uuid: uuid, payload: payload) {
            self = .estimoteTelemetry(beacon)
        } else if let beacon = ExposureNotification(uuid: uuid, payload: payload) {
            self = .exposureNotification(beacon)
        } else {
            return nil
        }
    }
}

extension BeaconFrame {
    /// UUID, major and minor, in the formats that have them: iBeacon and AltBeacon.
    public var identity: BeaconIdentity? {
        switch self {
        case .iBeacon(let beacon): beacon.identity
        case .altBeacon(let beacon): beacon.identity
        default: nil
        }
    }

    /// RSSI at one metre as stated by the beacon, in dBm, in the formats that have an ``identity``.
    public var measuredPowerDBm: Int8? {
        switch self {
        case .iBeacon(let beacon): beacon.measuredPowerDBm
        case .altBeacon(let beacon): beacon.measuredPowerDBm
        default: nil
        }
    }
}
