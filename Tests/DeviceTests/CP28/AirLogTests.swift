import Advertising
import Testing

@testable import CP28

@Suite struct AirLogTests {
    private static let own = BluetoothAddress(0x48872D110001)
    private static let other = BluetoothAddress(0x48872D110002)
    private static let factory = "FDA50693-A4E2-4FB1-AFCF-C6EB07647825/10065/26049"

    private var log = AirLog()

    private mutating func hear(
        _ identity: BeaconIdentity?, from address: BluetoothAddress, name: String? = nil, power: Int8 = -59,
        rssi: Int8 = -60, pdu: AdvertisingPDUType = .connectable, at seconds: Double, listeningSince: Double = 0
    ) {
        var data: [UInt8] = [2, 1, 6]
        if let identity {
            let body = [0x4C, 0x00, 0x02, 0x15] + identity.uuid.bytes
            let numbers = [identity.major, identity.minor].flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
            data += [0x1A, 0xFF] + body + numbers + [UInt8(bitPattern: power)]
        }
        if let name { data += [UInt8(name.utf8.count + 1), 9] + Array(name.utf8) }
        log.hear(
            ParsedAdvert(data), from: address, .public, pdu: pdu, rssiDBm: rssi, at: .seconds(seconds),
            listeningSince: .seconds(listeningSince))
    }

    private func verdict(
        _ before: AirBaseline, listeningSince: Duration? = .zero, now: Double
    ) throws -> AirVerdict {
        log.verdict(
            on: try .table7(), at: Self.own, before: before, since: .seconds(10), listeningSince: listeningSince,
            goneAfter: .seconds(5), now: .seconds(now))
    }

    private func factoryBaseline() throws -> AirBaseline {
        AirBaseline(
            identity: BeaconIdentity(Self.factory), name: "CP28", measuredPowerDBm: -59, rssiDBm: -60, hadTarget: false,
            others: [])
    }

    @Test("before it is written to, a beacon is what it says, by what name, and who else has the new identity")
    mutating func baseline() throws {
        hear(BeaconIdentity(Self.factory), from: Self.own, at: 1)
        hear(nil, from: Self.own, name: "CP28", pdu: .scanResponse, at: 1)
        hear(try .table7(), from: Self.other, at: 2)
        // Counts however long ago it was heard: it may advertise the identity again.
        hear(try .table7(), from: BluetoothAddress(3), at: 0)
        let baseline = log.baseline(of: Self.own, target: try .table7(), since: .seconds(1))
        var expected = try factoryBaseline()
        expected.others = [BluetoothAddress(3), Self.other]
        #expect(baseline == expected)
        #expect(log[Self.own]?.lastConnectable == .seconds(1))
    }

    @Test("a beacon heard from its own address after the save is verified")
    mutating func ownAddress() throws {
        hear(try .table7(), from: Self.own, at: 11)
        #expect(try verdict(factoryBaseline(), now: 11) == .verified(at: Self.own, rssiDBm: -60))
    }

    @Test("adverts from before the save do not count")
    mutating func tooEarly() throws {
        hear(try .table7(), from: Self.own, at: 9)
        #expect(
            try verdict(factoryBaseline(), now: 12) == .unverified(.notSeen(milliseconds: 2_000, stillOld: false)))
    }

    @Test("a beacon that goes on as it was is told from one that is silent")
    mutating func stillOld() throws {
        hear(BeaconIdentity(Self.factory), from: Self.own, at: 11)
        #expect(try verdict(factoryBaseline(), now: 14) == .unverified(.notSeen(milliseconds: 4_000, stillOld: true)))
    }

    private func elsewhere(_ doubt: RunFailure.Doubt) -> AirVerdict {
        .unverified(.seenElsewhere(at: Self.other, rssiDBm: -60, doubt))
    }

    @Test("a new address counts once the old one is silent for long enough, and was listened for")
    mutating func newAddress() throws {
        hear(try .table7(), from: Self.other, at: 11)
        let soon = elsewhere(.notSilent(milliseconds: 5_000))
        #expect(try verdict(factoryBaseline(), now: 14.9) == soon)
        #expect(try verdict(factoryBaseline(), listeningSince: nil, now: 16) == soon)
        #expect(try verdict(factoryBaseline(), listeningSince: .seconds(12), now: 16) == soon)
        #expect(try verdict(factoryBaseline(), now: 15) == .verified(at: Self.other, rssiDBm: -60))
        hear(BeaconIdentity(Self.factory), from: Self.own, at: 15)
        #expect(try verdict(factoryBaseline(), now: 16) == elsewhere(.oldIdentityHeard))
    }

    @Test("of two new addresses neither counts, nor does one that is much nearer or farther than the beacon was")
    mutating func doubtful() throws {
        hear(try .table7(), from: Self.other, at: 11)
        hear(try .table7(), from: BluetoothAddress(3), rssi: -70, at: 14)
        #expect(try verdict(factoryBaseline(), now: 16) == elsewhere(.several(BluetoothAddress(3))))
        // The second address has fallen silent meanwhile.
        #expect(try verdict(factoryBaseline(), now: 19.1) == .verified(at: Self.other, rssiDBm: -60))
        var before = try factoryBaseline()
        before.rssiDBm = -34
        #expect(try verdict(before, now: 30) == elsewhere(.otherSignal(before: -34)))
        before.rssiDBm = -35
        #expect(try verdict(before, now: 30) == .verified(at: Self.other, rssiDBm: -60))
    }

    @Test("the time in which nobody listens, or somebody is connected, is no silence of the beacon's")
    mutating func notItsSilence() throws {
        hear(BeaconIdentity(Self.factory), from: Self.own, at: 0)
        // For 8 s no dongle listened; then a client was connected for 7 s.
        hear(BeaconIdentity(Self.factory), from: Self.own, at: 8, listeningSince: 7)
        log.noteConnection(to: Self.own)
        hear(BeaconIdentity(Self.factory), from: Self.own, at: 15, listeningSince: 7)
        #expect(log[Self.own]?.longestGap == .zero)
        hear(BeaconIdentity(Self.factory), from: Self.own, at: 16, listeningSince: 7)
        #expect(log[Self.own]?.longestGap == .seconds(1))
    }

    @Test("another that was given the identity proves nothing, also where it was not heard before")
    mutating func given() throws {
        hear(try .table7(), from: Self.other, at: 11)
        let verdict = log.verdict(
            on: try .table7(), at: Self.own, before: try factoryBaseline(), known: [Self.other], since: .seconds(10),
            listeningSince: .zero, goneAfter: .seconds(5), now: .seconds(30))
        #expect(verdict == .unverified(.seenBefore))
    }

    @Test("a beacon that sends rarely is not gone as soon as one that sends often")
    mutating func slowBeacon() throws {
        for second in [-3.0, 0, 4, 8] { hear(BeaconIdentity(Self.factory), from: Self.own, at: second) }
        hear(try .table7(), from: Self.other, at: 11)
        #expect(try verdict(factoryBaseline(), now: 21.9) == elsewhere(.notSilent(milliseconds: 12_000)))
        #expect(try verdict(factoryBaseline(), now: 22) == .verified(at: Self.other, rssiDBm: -60))
    }

    @Test("another that had the identity before proves nothing")
    mutating func knownSender() throws {
        var before = try factoryBaseline()
        before.others = [Self.other]
        hear(try .table7(), from: Self.other, at: 11)
        #expect(try verdict(before, now: 30) == .unverified(.seenBefore))
        hear(try .table7(), from: Self.own, at: 30)
        #expect(try verdict(before, now: 30) == .verified(at: Self.own, rssiDBm: -60))
    }

    @Test("an identity that it had before proves nothing, unless something else has become as it is to be")
    mutating func seenBefore() throws {
        var before = try factoryBaseline()
        before.identity = try .table7()
        before.hadTarget = true
        hear(try .table7(), from: Self.own, at: 11)
        #expect(try verdict(before, now: 12) == .unverified(.seenBefore))
        hear(try .table7(), from: Self.other, at: 11)
        #expect(try verdict(before, now: 30) == .unverified(.seenBefore))
        hear(nil, from: Self.own, name: "Table 7", at: 12)
        #expect(try verdict(before, now: 12) == .verified(at: Self.own, rssiDBm: -60))
        before.name = nil
        #expect(try verdict(before, now: 12) == .unverified(.seenBefore), "it may have had that name before")
        before.name = "Table 7"
        #expect(try verdict(before, now: 12) == .unverified(.seenBefore))
        before.measuredPowerDBm = nil
        #expect(try verdict(before, now: 12) == .unverified(.seenBefore))
        before.measuredPowerDBm = -70
        #expect(try verdict(before, now: 12) == .verified(at: Self.own, rssiDBm: -60))
    }

    @Test("beyond its room those not heard for longest go, and are counted")
    mutating func bounded() throws {
        for number in 0...UInt64(AirLog.addressLimit) {
            hear(nil, from: BluetoothAddress(number), at: Double(number))
        }
        #expect(log.forgotten == UInt64(AirLog.addressLimit / 4))
        #expect(log[BluetoothAddress(0)] == nil && log[BluetoothAddress(UInt64(AirLog.addressLimit))] != nil)
        hear(try .table7(), from: Self.own, at: 20_000)
        #expect(log.baseline(of: Self.other, target: try .table7(), since: .zero).others == [Self.own])
        for number in 0...UInt64(AirLog.addressLimit) { hear(nil, from: BluetoothAddress(number << 16), at: 30_000) }
        #expect(log.baseline(of: Self.other, target: try .table7(), since: .zero).others == [])
    }
}
