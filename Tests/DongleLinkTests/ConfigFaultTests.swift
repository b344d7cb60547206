@testable import DongleLink
import DongleProtocol
import HostileLine
import SimulatedDongle
import Testing

/// What goes wrong while a config is sent, counted in the dongle's flash and by the changes of what it runs.
@Suite struct ConfigFaultTests {
    private static let old = SeededConfig(bytes: 700, seed: 1)
    private static let new = SeededConfig(bytes: 8000, seed: 2)
    private static let unit = UInt32(FlashMemory.unitBytes)
    /// What the core programs to mark a unit as complete, or a config as saved.
    private static let markBytes = 16

    private static func link(
        flash: FlashMemory? = nil, line: LineConditions = LineConditions(), seed: UInt64 = 91
    ) throws -> VirtualLink {
        let link = try VirtualLink(scenario: Scenario(name: "nothing"), line: line, seed: seed, flash: flash)
        try #require(link.start())
        return link
    }

    /// A link to a dongle that runs the old config, and boots it.
    private static func settled() throws -> VirtualLink {
        let link = try link()
        try ConfigTransfer.perform(over: link, old)
        try link.save()
        return link
    }

    // MARK: Chunks

    @Test("a chunk at another place than the next, behind it or ahead, writes nothing and is told where to go on")
    func elsewhere() throws {
        let link = try Self.link()
        let begun = try link.give(Self.new.begin())
        let chunk = Int(begun.chunk)
        for offset in [0, chunk] { try link.give(Self.new.data(begun, at: offset)) }
        let programmed = link.dongle.flash.programmedBytes
        let wrong = [
            Self.new.data(begun, at: 0), Self.new.data(begun, at: chunk), Self.new.data(begun, at: 3 * chunk),
            Self.old.data(begun, at: 0), Self.new.data(begun, at: 2 * chunk - 16),
        ]
        for data in wrong {
            guard case .refused(_, .offset, let body) = link.outcome(data)?.lost else {
                Issue.record("taken at \(data.offset)")
                continue
            }
            #expect(body.nextOffset == UInt32(2 * chunk))
        }
        #expect(link.dongle.flash.programmedBytes == programmed)
        let rest = ConfigBeginResult(transfer: begun.transfer, next: UInt32(2 * chunk), chunk: begun.chunk)
        try ConfigTransfer.send(Self.new.bytes, rest, over: link)
        try link.give(Self.new.commit(begun))
        #expect(link.dongle.activeConfig == Self.new.bytes)
    }

    @Test(
        "a chunk or its answer that is lost or comes twice is written once",
        arguments: [Fault.drop, .duplicate], [FrameKind.request, .response])
    func chunks(fault: Fault, kind: FrameKind) throws {
        let clean = try Self.link()
        try ConfigTransfer.perform(over: clean, Self.new)
        for skipped in 0..<3 {
            let link = try Self.link()
            let begun = try link.give(Self.new.begin())
            let sent = try ConfigUpload.firstChunks(skipped, of: Self.new, begun, over: link)
            link.line.next = [(fault, kind, Operation.configData.rawValue)]
            try ConfigTransfer.send(Self.new.bytes, sent, over: link)
            #expect(link.line.next.isEmpty)
            try link.give(Self.new.commit(begun))
            #expect(link.dongle.activeConfig == Self.new.bytes)
            #expect(link.dongle.flash.programmedBytes == clean.dongle.flash.programmedBytes)
            #expect(link.dongle.configChanges == 1)
        }
    }

    // MARK: Refusals

    @Test("a config whose bytes do not have the digest that was announced never runs, and is erased")
    func wrongDigest() throws {
        let link = try Self.settled()
        let announced = SeededConfig(bytes: Self.new.bytes.count, seed: 3)
        let changes = link.dongle.configChanges
        let begun = try link.give(announced.begin())
        try ConfigTransfer.send(Self.new.bytes, begun, over: link)
        guard case .failed(_, .digest, .none, _) = link.outcome(announced.commit(begun))?.lost else {
            Issue.record("not refused")
            return
        }
        #expect(link.dongle.configChanges == changes)
        #expect(link.dongle.activeConfig == Self.old.bytes)
        let state = try link.give(ConfigStatRequest())
        #expect(state.stagingLength == 0)
        #expect(state.flags == [.savedExists, .activeIsSaved])
        try ConfigTransfer.perform(over: link, Self.new)
    }

    @Test("a writer whose base another has replaced meanwhile is told so before anything is erased")
    func conflictAtBegin() throws {
        let link = try Self.settled()
        let base = try link.give(ConfigStatRequest()).activeDigest.short
        #expect(base == Self.old.digest.short)
        try ConfigTransfer.perform(over: link, Self.new)
        try link.save()
        let erased = link.dongle.flash.erasedUnits
        let mine = SeededConfig(bytes: 500, seed: 4)
        guard case .refused(_, .conflict, let body) = link.outcome(mine.begin(base: base))?.lost else {
            Issue.record("not refused")
            return
        }
        #expect(body.activeDigest == Self.new.digest.short)
        #expect(link.dongle.flash.erasedUnits == erased)
        let begun = try link.give(mine.begin(base: Self.new.digest.short))
        try ConfigTransfer.send(mine.bytes, begun, over: link)
        try link.give(mine.commit(begun))
        #expect(link.dongle.activeConfig == mine.bytes)
    }

    @Test("a base that is replaced during a transfer stops its commit, and it can be committed once the base is back")
    func conflictAtCommit() throws {
        let link = try Self.settled()
        let begun = try link.give(Self.new.begin(base: Self.old.digest.short))
        try ConfigTransfer.send(Self.new.bytes, begun, over: link)
        try link.give(ConfigResetRequest())
        let changes = link.dongle.configChanges
        let error = try #require(link.outcome(Self.new.commit(begun))?.lost)
        #expect(error.isRefused(.conflict))
        #expect(link.dongle.activeConfig.isEmpty)
        #expect(link.dongle.configChanges == changes)
        try link.give(ConfigLoadRequest())
        #expect(link.dongle.activeConfig == Self.old.bytes)
        try link.give(Self.new.commit(begun))
        #expect(link.dongle.activeConfig == Self.new.bytes)
    }

    @Test("a transfer that another writer has ended is told so, and the other's arrives whole")
    func takenOver() throws {
        let link = try Self.link()
        let begun = try link.give(Self.old.begin())
        try link.give(Self.old.data(begun, at: 0))
        let others = try link.give(Self.new.begin())
        #expect(others.transfer != begun.transfer)
        let programmed = link.dongle.flash.programmedBytes
        for offset in [0, Int(begun.chunk)] {
            #expect(link.outcome(Self.old.data(begun, at: offset))?.lost?.isRefused(.wrongTransfer) == true)
        }
        #expect(link.outcome(Self.old.commit(begun))?.lost?.isRefused(.wrongTransfer) == true)
        #expect(link.dongle.flash.programmedBytes == programmed)
        try ConfigTransfer.send(Self.new.bytes, others, over: link)
        try link.give(Self.new.commit(others))
        #expect(link.dongle.activeConfig == Self.new.bytes)
        #expect(link.dongle.configChanges == 1)
    }

    @Test("a COMMIT before the last byte changes nothing, and says what is missing")
    func incomplete() throws {
        let link = try Self.link()
        let begun = try link.give(Self.new.begin())
        let sent = try ConfigUpload.firstChunks(3, of: Self.new, begun, over: link)
        guard case .refused(_, .incomplete, let body) = link.outcome(Self.new.commit(begun))?.lost else {
            Issue.record("not refused")
            return
        }
        #expect(body.nextOffset == sent.next)
        #expect(link.dongle.configChanges == 0)
        try ConfigTransfer.send(Self.new.bytes, sent, over: link)
        try link.give(Self.new.commit(begun))
        #expect(link.dongle.activeConfig == Self.new.bytes)
    }

    @Test("a full store refuses before it erases: too long, or no area that is neither active nor saved")
    func full() throws {
        let link = try Self.settled()
        let limit = Int(try link.give(InfoRequest()).largestConfig)
        let longest = SeededConfig(bytes: limit, seed: 5)
        var erased = link.dongle.flash.erasedUnits
        let tooLong = SeededConfig(bytes: limit + 1, seed: 6)
        guard case .refused(_, .tooLarge, let body) = link.outcome(tooLong.begin())?.lost else {
            Issue.record("not refused")
            return
        }
        #expect(body.limit == UInt32(limit))
        #expect(link.dongle.flash.erasedUnits == erased)
        // One area is saved and the other active.
        try ConfigTransfer.perform(over: link, longest)
        erased = link.dongle.flash.erasedUnits
        #expect(link.outcome(Self.new.begin())?.lost?.isRefused(.unsaved) == true)
        #expect(link.dongle.flash.erasedUnits == erased)
        #expect(link.dongle.activeConfig == longest.bytes)
        #expect(try link.give(ConfigStatRequest()).savedDigest == Self.old.digest)
        try link.save()
        try ConfigTransfer.perform(over: link, Self.new)
    }

    // MARK: Lost answers

    @Test(
        "a COMMIT or SAVE whose answer, DONE or both are lost is done, once",
        arguments: [Operation.configCommit, .configSave], [[FrameKind.response], [.event], [.response, .event]])
    func lostAnswer(operation: Operation, kinds: [FrameKind]) throws {
        let link = try Self.settled()
        let begun = try link.give(Self.new.begin())
        try ConfigTransfer.send(Self.new.bytes, begun, over: link)
        let before = link.dongle.configChanges
        let faults: [(fault: Fault, kind: FrameKind, code: UInt16?)] = kinds.map {
            (.drop, $0, $0 == .event ? EventCode.done.rawValue : operation.rawValue)
        }
        if operation == .configCommit { link.line.next = faults }
        try link.give(Self.new.commit(begun))
        if operation == .configSave { link.line.next = faults }
        let programmed = link.dongle.flash.programmedBytes
        let sequence = try link.give(ConfigSaveRequest(deadlineMs: 5000)).sequence
        #expect(link.line.next.isEmpty)
        #expect(link.dongle.configChanges == before + 1)
        #expect(link.dongle.activeConfig == Self.new.bytes)
        #expect(sequence == 2)
        #expect(link.dongle.flash.programmedBytes == programmed + Self.markBytes)
        #expect(link.session.statistics.sessions == 1)
    }

    @Test("a COMMIT whose outcome the end of the session took is unknown, and committing again changes nothing")
    func commitAgain() throws {
        let link = try Self.link()
        let begun = try link.give(Self.new.begin())
        try ConfigTransfer.send(Self.new.bytes, begun, over: link)
        let token = link.submit(Self.new.commit(begun))
        link.line.isCut = true
        link.run(for: .seconds(40))
        link.forgetActions()
        link.line.isCut = false
        if link.failure != nil || link.session.hello == nil { link.open() }
        #expect(link.run(limit: .seconds(20)) { link.session.hello != nil })
        #expect(try #require(link.result(token)).outcome == .unknown)
        #expect(link.dongle.configChanges == 1)
        #expect(link.dongle.activeConfig == Self.new.bytes)
        try link.give(Self.new.commit(begun))
        #expect(link.outcome(Self.new.begin())?.lost?.isRefused(.unchanged) == true)
        #expect(link.dongle.configChanges == 1)
    }

    // MARK: Resets

    @Test("after a reset a transfer goes on from the last erase unit that is whole", arguments: 0...16)
    func resumesAfterReset(chunks: Int) throws {
        let link = try Self.link()
        let begun = try link.give(Self.new.begin())
        let sent = try ConfigUpload.firstChunks(chunks, of: Self.new, begun, over: link).next
        #expect(sent == min(UInt32(chunks) * UInt32(begun.chunk), 8000))
        try link.restart()
        let again = try link.give(Self.new.begin())
        #expect(again.next == (sent == 8000 ? 8000 : sent / Self.unit * Self.unit))
        let programmed = link.dongle.flash.programmedBytes
        try ConfigTransfer.send(Self.new.bytes, again, over: link)
        // Nothing that was whole is written again; each unit that becomes whole is marked.
        let left = 8000 - Int(again.next)
        let units = (left + Int(Self.unit) - 1) / Int(Self.unit)
        #expect(link.dongle.flash.programmedBytes - programmed == left + units * Self.markBytes)
        try link.give(Self.new.commit(again))
        #expect(link.dongle.activeConfig == Self.new.bytes)
    }

    @Test("after a port that was away a transfer goes on from the very byte", arguments: 0...16)
    func resumesAfterUnplugging(chunks: Int) throws {
        let link = try Self.link()
        let begun = try link.give(Self.new.begin())
        let sent = try ConfigUpload.firstChunks(chunks, of: Self.new, begun, over: link).next
        link.forgetActions()
        link.unplug()
        #expect(link.run(limit: .seconds(20)) { link.isLive })
        let again = try link.give(Self.new.begin())
        #expect(again.next == sent)
        try ConfigTransfer.send(Self.new.bytes, again, over: link)
        try link.give(Self.new.commit(again))
        #expect(link.dongle.activeConfig == Self.new.bytes)
        #expect(link.dongle.configChanges == 1)
    }

    @Test("what was committed and not saved is whole staging after a reset, and is committed without sending")
    func committedNotSaved() throws {
        let link = try Self.settled()
        try ConfigTransfer.perform(over: link, Self.new)
        try link.restart()
        #expect(link.dongle.activeConfig == Self.old.bytes)
        let begun = try link.give(Self.new.begin())
        #expect(begun.next == 8000)
        try link.give(Self.new.commit(begun))
        #expect(link.dongle.activeConfig == Self.new.bytes)
    }

    @Test("a reset with any frame of an update leaves the old config or the new, as told, and the update can go on")
    func resetAnywhere() throws {
        let clean = try Self.settled()
        let before = clean.transport.frames
        #expect(try clean.update(to: Self.new, mayFail: false) == .saved)
        let frames = clean.transport.frames - before
        #expect(frames > 40)
        try Self.interrupt(1...frames) { $0.powerCycle(afterFrames: $1) }
    }

    @Test("a power cut at any write of the flash leaves the old config or the new, as told, and the update can go on")
    func powerCutAnywhere() throws {
        let clean = try Self.settled()
        let before = clean.dongle.flash.steps
        #expect(try clean.update(to: Self.new, mayFail: false) == .saved)
        let steps = clean.dongle.flash.steps - before
        #expect(steps > 2000)
        // Headers and marks are at both ends; between them is the config.
        let chosen = (1...steps).filter { $0 < 40 || $0 > steps - 40 || $0 % 37 == 0 }
        try Self.interrupt(chosen) { $0.dongle.flash.cutPower(atStep: $1, seed: UInt64($1)) }
    }

    /// Updates again and again, each time with a fault at another place, and looks at what runs after it.
    private static func interrupt(
        _ places: some Sequence<Int>, _ plan: (_ link: VirtualLink, _ place: Int) -> Void
    ) throws {
        var ends: [VirtualLink.UpdateEnd: Set<Bool>] = [:]
        for place in places {
            let link = try settled()
            plan(link, place)
            let end = try link.update(to: new, mayFail: true)
            link.forgetActions()
            link.run(for: .seconds(8))
            try #require(link.session.hello != nil, "place \(place)")
            // What runs now is what is saved: the dongle has restarted.
            let runsNew = link.dongle.activeConfig == new.bytes
            if !runsNew { #expect(link.dongle.activeConfig == old.bytes, "place \(place)") }
            ends[end, default: []].insert(runsNew)
            #expect(try link.update(to: new, mayFail: false) == .saved, "place \(place)")
            try link.restart()
            #expect(link.dongle.activeConfig == new.bytes, "place \(place)")
        }
        #expect(ends[.beforeSave] == [false])
        #expect(try #require(ends[.duringSave]).isSubset(of: [false, true]))
        #expect(ends[.saved] ?? [true] == [true])
    }
}

extension VirtualLink {
    fileprivate enum UpdateEnd {
        case beforeSave, duringSave, saved
    }

    /// Sends a config, commits and saves it, as far as that goes.
    fileprivate func update(to config: SeededConfig, mayFail: Bool) throws -> UpdateEnd {
        switch Result(catching: { () throws(ConfigTransfer.Failure) in try ConfigTransfer.perform(over: self, config) })
        {
        case .success: break
        // It runs already.
        case .failure(.refused(let error)) where error.isRefused(.unchanged): break
        case .failure(let failure):
            guard mayFail else { throw failure }
            return .beforeSave
        }
        guard let error = outcome(ConfigSaveRequest(deadlineMs: 5000))?.lost else { return .saved }
        guard mayFail else { throw error }
        return .duringSave
    }

    fileprivate func save() throws { try give(ConfigSaveRequest(deadlineMs: 5000)) }
}

extension SeededConfig {
    fileprivate func data(_ begun: ConfigBeginResult, at offset: Int) -> ConfigDataRequest {
        let end = min(offset + Int(begun.chunk), bytes.count)
        return ConfigDataRequest(transfer: begun.transfer, offset: UInt32(offset), data: Array(bytes[offset..<end]))
    }
}

extension ConfigUpload {
    /// Sends so many chunks and returns what a CONFIG_BEGIN would give then.
    fileprivate static func firstChunks(
        _ count: Int, of config: SeededConfig, _ begun: ConfigBeginResult, over link: VirtualLink
    ) throws -> ConfigBeginResult {
        var sent = begun
        for _ in 0..<count where sent.next < UInt32(config.bytes.count) {
            sent.next = try link.give(config.data(begun, at: Int(sent.next))).next
        }
        return sent
    }
}
