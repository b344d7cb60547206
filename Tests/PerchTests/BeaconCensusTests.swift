import TestSupport
import Advertising
import CP28
import Gateway
import GatewayModel
import Testing

@testable import Perch

@Suite struct BeaconCensusTests {
    private static let own = BeaconIdentity("5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40/1201/7")
    private static let factory = BeaconIdentity("FDA50693-A4E2-4FB1-AFCF-C6EB07647825/10065/26049")

    /// Returns the kind of a device that was heard with these properties.
    private func kind(
        _ identity: BeaconIdentity?, service: Bool = false, pdu: AdvertisingPDUType = .connectable,
        services: Set<BluetoothUUID> = [BluetoothUUID(short: 0xFFE0)], factoryUUIDs: Set<ProximityUUID> = [],
        name: String? = nil, unsuitable: String? = nil, knowledge: BeaconCensus.Knowledge? = nil
    ) throws -> BeaconCensus.Kind? {
        var census = BeaconCensus(services: services)
        func take(_ data: [UInt8], _ pdu: AdvertisingPDUType) {
            let heard = HeardAdvert(
                microsecondsSince1970: 0, address: BluetoothAddress(1), addressType: .public, pdu: pdu, rssiDBm: -50,
                channel: nil, data: data)
            census.take(heard)
        }
        let beacon = identity.map {
            [0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + $0.uuid.bytes
                + [$0.major, $0.minor].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
                + [0xC5]
        }
        take([2, 1, 6] + (beacon ?? []), pdu)
        if service { take([3, 3, 0xE0, 0xFF], .scanResponse) }
        if let name { take([UInt8(name.utf8.count + 1), 9] + Array(name.utf8), .scanResponse) }
        var standard = BeaconCensus.Knowledge(banList: .example)
        standard.names = [try #require(Self.own): "Table 7"]
        standard.shards = [ProximityUUID("ABCD0000-3C2B-4D9E-8A77-0B6C1D2E3F40")]
        standard.factoryUUIDs = factoryUUIDs
        if let unsuitable { standard.unsuitable = [BluetoothAddress(1): unsuitable] }
        return census.entries(knowledge ?? standard).first?.kind
    }

    @Test("what takes connections and has a banned UUID or the service is from the factory")
    func factory() throws {
        #expect(try kind(Self.factory) == .factory(.other, vendors: ["generic", "Feasycom"]))
        #expect(try kind(nil, service: true) == .factory(.cp28, vendors: []))
        let other = try #require(BeaconIdentity("99990000-3C2B-4D9E-8A77-0B6C1D2E3F40/1/1"))
        #expect(try kind(other, service: true) == .factory(.cp28, vendors: []))
    }

    @Test("CP28s are told from others by their service, or their name")
    func types() throws {
        let blueCharm = BeaconIdentity("426C7565-4368-6172-6D42-6561636F6E73/3838/4949")
        #expect(try kind(Self.factory, name: "CP28-1") == .factory(.cp28, vendors: ["generic", "Feasycom"]))
        #expect(try kind(blueCharm, service: true) == .factory(.bluecharm, vendors: []))
        #expect(try kind(nil, service: true, name: "BlueCharm_1") == .factory(.bluecharm, vendors: []))
        #expect(try kind(Self.factory)?.isOffered == false && kind(nil, service: true)?.isOffered == true)
    }

    @Test("what could not be provisioned is unsuitable, until a run has written it")
    func unsuitable() throws {
        #expect(try kind(nil, service: true, unsuitable: "no FFE2") == .unsuitable(reason: "no FFE2"))
        #expect(try kind(nil, service: true, unsuitable: "no FFE2")?.isOffered == false)
        #expect(try kind(Self.own, unsuitable: "no FFE2") == .provisioned(name: "Table 7"))
    }

    @Test("a beacon that a run is writing is not offered to another")
    func beingWritten() throws {
        for state in [ProvisioningState.connecting, .authenticated, .writing, .planned, .failed] {
            var knowledge = BeaconCensus.Knowledge(banList: .example)
            knowledge.add([.example(state: state, address: "00:00:00:00:00:01")])
            let isBeingWritten = ![.planned, .failed].contains(state)
            #expect(try kind(nil, service: true, knowledge: knowledge)?.isOffered == !isBeingWritten, "\(state)")
        }
    }

    @Test("a beacon that says it is a table's, and is not the one that the table has, is told apart")
    func displaced() throws {
        let identity = try #require(Self.own)
        var knowledge = BeaconCensus.Knowledge(banList: .example)
        let remark = "Table 7 has another beacon now, 00:00:00:00:00:02"
        for owner: BluetoothAddress in ["00:00:00:00:00:01", "00:00:00:00:00:02"] {
            knowledge.ofTables = [identity: ("Table 7", owner)]
            knowledge.names = [identity: "Table 7"]
            let isOther = owner.value == 2
            #expect(
                try kind(identity, knowledge: knowledge)
                    == .provisioned(name: "Table 7", remark: isOther ? remark : nil))
        }
    }

    @Test("services and factory UUIDs are those of the gateway's profiles")
    func profiles() throws {
        let identity = try #require(BeaconIdentity("99990000-3C2B-4D9E-8A77-0B6C1D2E3F40/1/1"))
        #expect(try kind(identity) == .unknown)
        #expect(try kind(identity, factoryUUIDs: [identity.uuid]) == .factory(.cp28, vendors: []))
        #expect(try kind(identity, pdu: .scannable, factoryUUIDs: [identity.uuid]) == .unknown)
        #expect(try kind(nil, service: true, services: [BluetoothUUID(short: 0xFFF0)]) == .unknown)
    }

    @Test("what takes no connections, or has neither, is unknown")
    func unknown() throws {
        #expect(try kind(Self.factory, pdu: .nonConnectable) == .unknown)
        #expect(try kind(nil, service: true, pdu: .scannable) == .unknown)
        #expect(try kind(nil) == .unknown)
    }

    @Test("what a run has written, and what is of the pool, is provisioned, though it still has the service")
    func provisioned() throws {
        #expect(try kind(Self.own, service: true) == .provisioned(name: "Table 7"))
        #expect(
            try kind(BeaconIdentity("ABCD0000-3C2B-4D9E-8A77-0B6C1D2E3F40/9/9"), service: true)
                == .provisioned(name: nil))
        #expect(try kind(BeaconIdentity("5E1F7A10-3C2B-4D9E-8A77-0B6C1D2E3F40/1201/8")) == .unknown)
    }

    @Test("the strongest stands first, and memory has a bound")
    func order() {
        var census = BeaconCensus(services: [])
        for number in 0...BeaconCensus.limit {
            let sighting = Adverts.sighting([], address: UInt64(number), rssiDBm: number == 7 ? -30 : -80)
            census.take(HeardAdvert(sighting))
        }
        let entries = census.entries(BeaconCensus.Knowledge(banList: .example))
        #expect(entries.count == BeaconCensus.limit && census.omittedAdverts == 1)
        #expect(entries.prefix(2).map(\.device.address.value) == [7, 0])
    }
}
