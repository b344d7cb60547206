import Advertising
import GatewayClient
import GatewayModel
import Glibc
import LineFormats
import TestSupport
import Testing

@testable import Perch

@Suite struct RangingTableTests {
    private func row(_ uuid: ProximityUUID, alias: String?) async -> String {
        let output = VerbOutput(
            isJSON: false, sink: OutputSink(descriptor: open("/dev/null", O_WRONLY | O_CLOEXEC)), stop: StopCondition())
        let ranging = Ranging(output: output, isOfRegion: false)
        let now = Timestamp(microsecondsSince1970: 1_767_637_845_123_456)
        let beacon = BeaconRange(
            uuid: uuid, major: 1, minor: 2, alias: alias, proximity: .near, accuracy: 1, rssi: -60,
            smoothedRSSI: nil, power: nil, calibrated: false, rate: 1, sightings: 1, firstSeen: now, lastSeen: now,
            address: BluetoothAddress(0), addresses: 1, dongle: nil, receptions: [], simulated: nil)
        await ranging.take(
            .tick(RangingLine(ts: now, listening: true, message: nil, beacons: [beacon], omitted: nil)))
        return ranging.lines(columns: 120, rows: 24, place: "here", hasColour: false).last ?? ""
    }

    @Test("a beacon with a UUID from the factory has a badge before its name, any other has none")
    func badge() async {
        let factory = await row("FDA50693-A4E2-4FB1-AFCF-C6EB07647825", alias: "Bar")
        #expect(factory.contains(" 1.0 [factory] Bar "))
        let other = await row("5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40", alias: "Bar")
        #expect(other.contains(" 1.0 Bar "))
        #expect(await row("FDA50693-A4E2-4FB1-AFCF-C6EB07647825", alias: nil).contains(" 1.0 [factory] "))
    }
}
