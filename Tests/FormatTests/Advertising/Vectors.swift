import Testing

@testable import Advertising

/// An advert as it goes over the air, with the beacon that it states.
struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let data: [UInt8]
    let beacon: BeaconFrame?

    var testDescription: String { name }

    /// - Parameter hex: Hexadecimal digits; spaces are ignored.
    init(_ name: String, _ hex: String, _ beacon: BeaconFrame?) {
        self.name = name
        data = bytes(hex)
        self.beacon = beacon
    }

    static let all: [Vector] = [
        Vector(
            "iBeacon", "0201061aff4c000215 41424344454647484940414243444546 0001 0002 f8",
            .iBeacon(IBeacon(identity: identity("41424344-4546-4748-4940-414243444546/1/2"), measuredPowerDBm: -8))),
        Vector(
            "iBeacon without flags", "1aff 4c000215 426c7565436861726d426561636f6e73 0efe 1355 c5",
            .iBeacon(
                IBeacon(identity: identity("426C7565-4368-6172-6D42-6561636F6E73/3838/4949"), measuredPowerDBm: -59))),
        Vector(
            "AltBeacon", "02011a1bff1801beac 2f234454cf6d4a0fadf2f4911ba9ffa6 0001 0002 c5 09 00",
            .altBeacon(
                AltBeacon(
                    companyID: 0x0118, identity: identity("2F234454-CF6D-4A0F-ADF2-F4911BA9FFA6/1/2"),
                    measuredPowerDBm: -59, reserved: 9))),
        Vector(
            "AltBeacon's code half right", "1bff1801bead 2f234454cf6d4a0fadf2f4911ba9ffa6 0001 0002 c5 09", nil),
        Vector(
            "AltBeacon's length with another code",
            "02011a1bff1801aabb 2f234454cf6d4a0fadf2f4911ba9ffa6 0001 0002 c5 09",
            nil),
        Vector(
            "Eddystone UID", "0201060303aafe1716aafe00e3 12345678901234678901 000000000001 0000",
            .eddystoneUID(EddystoneUID(id: 0x12345678901234678901_000000000001, powerAt0mDBm: -29))),
        Vector(
            "Eddystone URL", "0303aafe1316aafe10f803 676974687562 00 63697472757a",
            EddystoneURL(url: "https://github.com/citruz", powerAt0mDBm: -8).map(BeaconFrame.eddystoneURL)),
        Vector(
            "Eddystone TLM", "0201060303aafe1116aafe20000b1813000000146700002ac4",
            .eddystoneTLM(
                EddystoneTLM(
                    batteryMillivolts: 2840, temperatureCelsius: 19, advertCount: 5223, uptimeTenths: 10948))),
        Vector(
            "Eddystone EID", "0201060303aafe0d16aafe30e3 4549445f74657374",
            .eddystoneEID(EddystoneEID(ephemeralID: 0x4549_445F_7465_7374, powerAt0mDBm: -29))),
        Vector(
            "Ruuvi 5", "0201061bff9904 0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F",
            ruuviTag("0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F").map(BeaconFrame.ruuviTag5)),
        Vector("Ruuvi of another format", "0201061bff9904 0612FC5394C37C0004FFFC040CAC364200CDCBB8334C884F", nil),
        Vector("Eddystone eTLM", "1516aafe 2001 414141414141414141414141 dead beff"),
        Vector("BTHome 2", "020106 0f16d2fc 40002e01641e012e34451601"),
        Vector("BTHome 2, encrypted", "1216d2fc 41a47266c95f730011223378237214"),
        Vector("Estimote telemetry, motion", "17169afe 2247a038d5eb032640000001414447faffffffff"),
        Vector("Estimote telemetry, environment", "17169afe 2247a038d5eb03264001d842ed73492566bc2e50"),
        Vector("Estimote Nearable", "11ff5d01 01 0102030405060708 04 01 9101 40"),
        Vector("Exposure Notification", "03036ffd 17166ffd 000102030405060708090a0b0c0d0e0f fffefdfc"),
    ]

    /// A vector whose beacon is what the data are parsed as: tests of its format say what that is.
    private init(_ name: String, _ hex: String) {
        self.init(name, hex, ParsedAdvert(bytes(hex)).beacon)
    }
}

func bytes(_ hex: String) -> [UInt8] {
    guard let bytes = Hexadecimal.bytes(hex.filter { $0 != " " }) else { preconditionFailure("bad vector \(hex)") }
    return bytes
}

func identity(_ text: String) -> BeaconIdentity {
    guard let identity = BeaconIdentity(text) else { preconditionFailure("bad vector \(text)") }
    return identity
}

/// - Parameter hex: Payload after the company identifier, as hexadecimal digits.
func ruuviTag(_ hex: String, companyID: UInt16 = 0x0499) -> RuuviTag5? {
    RuuviTag5(companyID: companyID, payload: bytes(hex).span.bytes)
}
