import Advertising
import DongleProtocol
import Recording
import SimulatedDongle
import Testing

struct SimulatedDongleTests {
    private func restaurant() throws -> BareHost {
        try BareHost(try Scenario.named("restaurant"))
    }

    private func recording(_ count: Int) -> [RecordedAdvert] {
        (0..<count).map { (number: Int) in
            RecordedAdvert(
                timeSeconds: Double(number) / 100, address: BluetoothAddress(UInt64(number)), addressType: .random,
                pdu: .nonConnectable, rssiDBm: -60, channel: 37,
                data: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 31))
        }
    }

    @Test("it greets as a simulated dongle with a fixed id, and echoes the probe")
    func hello() throws {
        let host = try BareHost(.named("empty"))
        let reply = try host.startSession()
        #expect(reply.status == .ok)
        #expect(reply.features.isSuperset(of: [.simulated, .gatt, .activeScan, .configStore, .indicationHold]))
        #expect(reply.deviceID.bytes == FirmwareIdentity.defaultDeviceID)
        #expect(reply.resetReason == .powerOn)
        #expect(reply.probe == HelloRequest.transparencyProbe)
        #expect(try host.answer(to: InfoRequest()).firmware.contains("simulated"))
    }

    @Test("it says BOOT at 100, 300 and 900 ms until it is greeted")
    func boot() throws {
        let host = try BareHost(.named("empty"))
        host.advance(by: .milliseconds(95))
        #expect(host.frames.boots().isEmpty)
        host.advance(by: .milliseconds(10))
        #expect(host.frames.boots().count == 1)
        host.advance(by: .seconds(2))
        #expect(host.frames.boots().count == 3)
    }

    @Test("its flash is as large as the core's config store needs, in the core's units")
    func flashLayout() throws {
        let host = try BareHost(.named("empty"))
        _ = try host.startSession()
        let info = try host.answer(to: InfoRequest())
        #expect(Int(info.eraseUnit) == FlashMemory.unitBytes)
        #expect(Int(info.largestConfig) + FlashMemory.unitBytes <= FlashMemory.areaBytes)
    }

    @Test("a scan of the restaurant hears everyone at their rates, without a gap")
    func scan() throws {
        let host = try restaurant()
        _ = try host.startSession()
        _ = try host.answer(to: ScanStartRequest(mode: .passive, interval: 96, window: 96))
        host.advance(by: .seconds(30))
        let adverts = host.frames.adverts
        #expect(host.frames.isGapless)
        // Six tables every 355 ms: 84 adverts each in 30 s.
        let tables = adverts.count { $0.address.rawValue >> 8 == 0xC300_0000_01 }
        #expect((490...518).contains(tables))
        let factory = adverts.count { $0.address.rawValue >> 8 == 0x4887_2D11_00 }
        #expect((170...183).contains(factory))
        #expect(!adverts.contains { $0.traits.pdu == .scanResponse })
        let again = try restaurant()
        _ = try again.startSession()
        _ = try again.answer(to: ScanStartRequest(mode: .passive, interval: 96, window: 96))
        again.advance(by: .seconds(30))
        #expect(again.frames.adverts == adverts)
    }

    @Test("an active scan brings names")
    func activeScan() throws {
        let host = try restaurant()
        _ = try host.startSession()
        _ = try host.answer(to: ScanStartRequest(mode: .active))
        host.advance(by: .seconds(2))
        let name = Array("FlockFinder-S3".utf8)
        #expect(host.frames.adverts.contains { $0.traits.pdu == .scanResponse && $0.data.suffix(14) == name[...] })
    }

    @Test("a replay gives every advert, once, in order, and says so once")
    func replay() throws {
        let replay = Replay(adverts: recording(5000), options: .init(speed: .maximum))
        let host = try BareHost(.named("empty"), replay: replay)
        var finished: [Int] = []
        host.dongle.replayFinished = { finished.append($0) }
        _ = try host.startSession()
        host.advance(by: .seconds(1))
        #expect(finished.isEmpty)
        _ = try host.answer(to: ScanStartRequest(mode: .passive))
        host.advance(by: .seconds(2))
        #expect(host.frames.isGapless)
        #expect(host.frames.adverts.map(\.address.rawValue) == (0..<5000).map { UInt64($0) })
        #expect(finished == [5000])
    }

    @Test("a replay waits for a slow line instead of losing adverts", arguments: [1, 7, 300])
    func replayWaits(writeLimit: Int) throws {
        let replay = Replay(adverts: recording(300), options: .init(speed: .maximum))
        let host = try BareHost(.named("empty"), replay: replay)
        host.writeLimit = writeLimit
        _ = try host.startSession()
        _ = try host.answer(to: ScanStartRequest(mode: .passive))
        host.advance(by: .seconds(80), step: .milliseconds(1))
        #expect(host.frames.rejected == 0)
        #expect(host.frames.isGapless)
        #expect(host.frames.nextAdvert == 300)
    }

    @Test("at its own speed a recording takes its own time")
    func replaySpeed() throws {
        let host = try BareHost(.named("empty"), replay: Replay(adverts: recording(1001)))
        _ = try host.startSession()
        _ = try host.answer(to: ScanStartRequest(mode: .passive))
        host.advance(by: .seconds(5))
        #expect((495...503).contains(host.dongle.replayedAdverts))
        host.advance(by: .seconds(6))
        #expect(host.dongle.replayedAdverts == 1001)
    }

    @Test("a restart gives a new boot id, keeps the flash and ends connections")
    func reboot() throws {
        let host = try restaurant()
        let first = try host.startSession()
        _ = try host.connect(to: host.dongle.peripherals[0])
        #expect(host.dongle.peripherals[0].isConnected)
        _ = try host.answer(to: RebootRequest(bootID: first.bootID, mode: .run))
        host.advance(by: .seconds(1))
        let boot = try #require(host.frames.boots().last)
        #expect(boot.bootID != first.bootID)
        #expect(boot.resetReason == .requested)
        #expect(!host.dongle.peripherals[0].isConnected)
        let second = try host.startSession()
        #expect(second.bootID == boot.bootID)
    }

    @Test("power that comes back is a new start")
    func powerCycle() throws {
        let host = try BareHost(.named("empty"))
        let first = try host.startSession()
        host.advance(by: .seconds(3))
        host.dongle.powerCycle()
        host.advance(by: .milliseconds(500))
        let second = try host.startSession()
        #expect(second.bootID != first.bootID)
        #expect(second.resetReason == .powerOn)
        #expect(second.uptimeMs < 600)
    }

    @Test("a saved config is there after the power came back, and in another dongle with the same flash")
    func savedConfig() throws {
        let config = Array(#"{"version":1}"#.utf8)
        let hex = "2430f1a2ad2982d0067885488a4c89e21ad1d7c83b115ba8f1b20acc88dfaea8"
        let digestBytes = try #require(Hexadecimal.bytes(hex))
        let digest = try #require(Digest(digestBytes))
        let flash = try FlashMemory()
        let configuration = SimulatedDongle.Configuration(scenario: try Scenario.named("empty"), seed: 1)
        let host = try BareHost(configuration, flash: flash)
        _ = try host.startSession()
        let begun = try host.outcome(
            of: ConfigBeginRequest(deadlineMs: 5000, length: UInt32(config.count), digest: digest))
        _ = try host.answer(to: ConfigDataRequest(transfer: begun.transfer, offset: 0, data: config))
        _ = try host.outcome(
            of: ConfigCommitRequest(deadlineMs: 5000, transfer: begun.transfer, digest: digest.short))
        _ = try host.outcome(of: ConfigSaveRequest(deadlineMs: 5000))

        let other = try BareHost(configuration, flash: flash)
        _ = try other.startSession()
        #expect(try other.answer(to: ConfigStatRequest()).activeDigest == digest)
        #expect(try other.answer(to: ConfigReadRequest(copy: .active, offset: 0, length: 100)).data == config)
    }

    @Test("the light blinks when it is asked to show itself")
    func identify() throws {
        let host = try BareHost(.named("empty"))
        _ = try host.startSession()
        _ = try host.answer(to: IdentifyRequest(durationMs: 2000))
        var states: Set<Bool> = []
        for _ in 0..<100 {
            host.advance(by: .milliseconds(10))
            states.insert(host.dongle.isLightOn)
        }
        #expect(states == [true, false])
    }

    @Test("with nothing on the air and no session, nothing is planned")
    func idle() throws {
        let host = try BareHost(.named("empty"))
        host.advance(by: .seconds(2))
        #expect(host.dongle.nextDue == nil)
    }
}
