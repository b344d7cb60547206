import Advertising
import DongleLink
import DongleProtocol
import SimulatedDongle
import Testing

/// Fields of the requests that a live dongle gets.
@Suite(.timeLimit(.minutes(1))) struct SentRequestTests {
    private static func withDongle(_ scenario: String, _ body: (Dongle, Tape) async throws -> Void) async throws {
        let pty = try PtyDongle(SimulatedDongle.Configuration(scenario: try .named(scenario)))
        defer { pty.stop() }
        let tape = Tape()
        let dongle = try await Dongle.open(path: pty.path, baud: 921_600, isNative: true, trace: tape)
        try await body(dongle, tape)
        await dongle.close()
    }

    @Test("an address that was heard as an identity is connected to as public or random")
    func identities() async throws {
        try await Self.withDongle("empty") { dongle, tape in
            let types: [PeerAddressType] = [.public, .random, .publicIdentity, .randomIdentity]
            let batch = AdvertBatch(
                firstNumber: 0, baseMs: 0,
                adverts: types.map { type in
                    Advert(
                        offsetMs: 0, address: Address(rawValue: 0xAABB),
                        traits: AdvertTraits(addressType: type, pdu: .connectable), rssiDBm: -50, channel: 37, data: [])
                })
            for sighting in Sighting.all(in: batch.encoded(), time: { _ in 0 }) {
                // Nobody has this address.
                await #expect(throws: LinkError.self) {
                    try await dongle.connect(
                        to: sighting.address, type: sighting.addressType, deadline: .milliseconds(100))
                }
            }
            #expect(tape.sent(ConnectRequest.self).map(\.addressType.rawValue) == [0, 1, 0, 1])
        }
    }

    @Test("descriptors are asked for between a value and the next declaration, and nowhere else")
    func descriptorRanges() async throws {
        try await Self.withDongle("restaurant") { dongle, tape in
            let connection = try await dongle.connect(to: BluetoothAddress(0x4887_2D11_0001), type: .public)
            let services = try await connection.discover()
            var expected: [ClosedRange<UInt16>] = []
            for service in services {
                let found = service.characteristics
                let ends = found.dropFirst().map { $0.declarationHandle - 1 } + [service.range.upperBound]
                for (characteristic, end) in zip(found, ends) where characteristic.valueHandle < end {
                    expected.append(characteristic.valueHandle + 1...end)
                }
            }
            let asked = tape.sent(DiscoverRequest.self).filter { $0.what == .descriptors }
            #expect(asked.map { $0.firstHandle...$0.lastHandle } == expected)
            #expect(!expected.isEmpty)
            #expect(expected.count < services.flatMap(\.characteristics).count)
        }
    }
}
