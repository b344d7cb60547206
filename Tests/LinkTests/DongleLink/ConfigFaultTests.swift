@testable import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

/// Faults while a config is sent, counted in the dongle's flash and by the changes of its active
/// config.
@Suite struct ConfigFaultTests {
    // MARK: Chunks

    @Test("a chunk at another place than the next, behind it or ahead, writes nothing and is told where to go on")
    func elsewhere() throws {
        let link = try ConfigCase.link()
        let begun = try link.give(ConfigCase.new.begin())
        let chunk = Int(begun.chunk)
        for offset in [0, chunk] { try link.give(ConfigCase.new.data(begun, at: offset)) }
        let programmed = link.dongle.flash.programmedBytes
        let wrong = [
            ConfigCase.new.data(begun, at: 0), ConfigCase.new.data(begun, at: chunk),
            ConfigCase.new.data(begun, at: 3 * chunk),
            ConfigCase.old.data(begun, at: 0), ConfigCase.new.data(begun, at: 2 * chunk - 16),
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
        try ConfigTransfer.send(ConfigCase.new.bytes, rest, over: link)
        try link.give(ConfigCase.new.commit(begun))
        #expect(link.dongle.activeConfig == ConfigCase.new.bytes)
    }

    @Test(
        "a chunk or its answer that is lost or comes twice is written once",
        arguments: [Fault.drop, .duplicate], [FrameKind.request, .response])
    func chunks(fault: Fault, kind: FrameKind) throws {
        let clean = try ConfigCase.link()
        try ConfigTransfer.perform(over: clean, ConfigCase.new)
        for skipped in 0..<3 {
            let link = try ConfigCase.link()
            let begun = try link.give(ConfigCase.new.begin())
            let sent = try ConfigUpload.firstChunks(skipped, of: ConfigCase.new, begun, over: link)
            link.line.next = [(fault, kind, Operation.configData.rawValue)]
            try ConfigTransfer.send(ConfigCase.new.bytes, sent, over: link)
            #expect(link.line.next.isEmpty)
            try link.give(ConfigCase.new.commit(begun))
            #expect(link.dongle.activeConfig == ConfigCase.new.bytes)
            #expect(link.dongle.flash.programmedBytes == clean.dongle.flash.programmedBytes)
            #expect(link.dongle.configChanges == 1)
        }
    }

    // MARK: Refusals

    @Test("a config whose bytes do not have the digest that was announced never runs, and is erased")
    func wrongDigest() throws {
        let link = try ConfigCase.settled()
        let announced = SeededConfig(bytes: ConfigCase.new.bytes.count, seed: 3)
        let changes = link.dongle.configChanges
        let begun = try link.give(announced.begin())
        try ConfigTransfer.send(ConfigCase.new.bytes, begun, over: link)
        guard case .failed(_, .digest, .none, _) = link.outcome(announced.commit(begun))?.lost else {
            Issue.record("not refused")
            return
        }
        #expect(link.dongle.configChanges == changes)
        #expect(link.dongle.activeConfig == ConfigCase.old.bytes)
        let state = try link.give(ConfigStatRequest())
        #expect(state.stagingLength == 0)
        #expect(state.flags == [.savedExists, .activeIsSaved])
        try ConfigTransfer.perform(over: link, ConfigCase.new)
    }

    @Test("a writer whose base another has replaced meanwhile is told so before anything is erased")
    func conflictAtBegin() throws {
        let link = try ConfigCase.settled()
        let base = try link.give(ConfigStatRequest()).activeDigest.short
        #expect(base == ConfigCase.old.digest.short)
        try ConfigTransfer.perform(over: link, ConfigCase.new)
        try link.save()
        let erased = link.dongle.flash.erasedUnits
        let mine = SeededConfig(bytes: 500, seed: 4)
        guard case .refused(_, .conflict, let body) = link.outcome(mine.begin(base: base))?.lost else {
            Issue.record("not refused")
            return
        }
        #expect(body.activeDigest == ConfigCase.new.digest.short)
        #expect(link.dongle.flash.erasedUnits == erased)
        let begun = try link.give(mine.begin(base: ConfigCase.new.digest.short))
        try ConfigTransfer.send(mine.bytes, begun, over: link)
        try link.give(mine.commit(begun))
        #expect(link.dongle.activeConfig == mine.bytes)
    }

    @Test("a base that is replaced during a transfer stops its commit, and it can be committed once the base is back")
    func conflictAtCommit() throws {
        let link = try ConfigCase.settled()
        let begun = try link.give(ConfigCase.new.begin(base: ConfigCase.old.digest.short))
        try ConfigTransfer.send(ConfigCase.new.bytes, begun, over: link)
        try link.give(ConfigResetRequest())
        let changes = link.dongle.configChanges
        let error = try #require(link.outcome(ConfigCase.new.commit(begun))?.lost)
        #expect(error.isRefused(.conflict))
        #expect(link.dongle.activeConfig.isEmpty)
        #expect(link.dongle.configChanges == changes)
        try link.give(ConfigLoadRequest())
        #expect(link.dongle.activeConfig == ConfigCase.old.bytes)
        try link.give(ConfigCase.new.commit(begun))
        #expect(link.dongle.activeConfig == ConfigCase.new.bytes)
    }

    @Test("a transfer that another writer has ended is told so, and the other's arrives whole")
    func takenOver() throws {
        let link = try ConfigCase.link()
        let begun = try link.give(ConfigCase.old.begin())
        try link.give(ConfigCase.old.data(begun, at: 0))
        let others = try link.give(ConfigCase.new.begin())
        #expect(others.transfer != begun.transfer)
        let programmed = link.dongle.flash.programmedBytes
        for offset in [0, Int(begun.chunk)] {
            #expect(link.outcome(ConfigCase.old.data(begun, at: offset))?.lost?.isRefused(.wrongTransfer) == true)
        }
        #expect(link.outcome(ConfigCase.old.commit(begun))?.lost?.isRefused(.wrongTransfer) == true)
        #expect(link.dongle.flash.programmedBytes == programmed)
        try ConfigTransfer.send(ConfigCase.new.bytes, others, over: link)
        try link.give(ConfigCase.new.commit(others))
        #expect(link.dongle.activeConfig == ConfigCase.new.bytes)
        #expect(link.dongle.configChanges == 1)
    }

    @Test("a COMMIT before the last byte changes nothing, and says what is missing")
    func incomplete() throws {
        let link = try ConfigCase.link()
        let begun = try link.give(ConfigCase.new.begin())
        let sent = try ConfigUpload.firstChunks(3, of: ConfigCase.new, begun, over: link)
        guard case .refused(_, .incomplete, let body) = link.outcome(ConfigCase.new.commit(begun))?.lost else {
            Issue.record("not refused")
            return
        }
        #expect(body.nextOffset == sent.next)
        #expect(link.dongle.configChanges == 0)
        try ConfigTransfer.send(ConfigCase.new.bytes, sent, over: link)
        try link.give(ConfigCase.new.commit(begun))
        #expect(link.dongle.activeConfig == ConfigCase.new.bytes)
    }

    @Test("a full store refuses before it erases: too long, or no area that is neither active nor saved")
    func full() throws {
        let link = try ConfigCase.settled()
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
        // One area holds the saved config and the other the active one.
        try ConfigTransfer.perform(over: link, longest)
        erased = link.dongle.flash.erasedUnits
        #expect(link.outcome(ConfigCase.new.begin())?.lost?.isRefused(.unsaved) == true)
        #expect(link.dongle.flash.erasedUnits == erased)
        #expect(link.dongle.activeConfig == longest.bytes)
        #expect(try link.give(ConfigStatRequest()).savedDigest == ConfigCase.old.digest)
        try link.save()
        try ConfigTransfer.perform(over: link, ConfigCase.new)
    }

    // MARK: Lost answers

    @Test(
        "a COMMIT or SAVE whose answer, DONE or both are lost is done, once",
        arguments: [Operation.configCommit, .configSave], [[FrameKind.response], [.event], [.response, .event]])
    func lostAnswer(operation: Operation, kinds: [FrameKind]) throws {
        let link = try ConfigCase.settled()
        let begun = try link.give(ConfigCase.new.begin())
        try ConfigTransfer.send(ConfigCase.new.bytes, begun, over: link)
        let before = link.dongle.configChanges
        let faults: [(fault: Fault, kind: FrameKind, code: UInt16?)] = kinds.map {
            (.drop, $0, $0 == .event ? EventCode.done.rawValue : operation.rawValue)
        }
        if operation == .configCommit { link.line.next = faults }
        try link.give(ConfigCase.new.commit(begun))
        if operation == .configSave { link.line.next = faults }
        let programmed = link.dongle.flash.programmedBytes
        let sequence = try link.give(ConfigSaveRequest(deadlineMs: 5000)).sequence
        #expect(link.line.next.isEmpty)
        #expect(link.dongle.configChanges == before + 1)
        #expect(link.dongle.activeConfig == ConfigCase.new.bytes)
        #expect(sequence == 2)
        #expect(link.dongle.flash.programmedBytes == programmed + ConfigCase.markBytes)
        #expect(link.session.statistics.sessions == 1)
    }

    @Test("a COMMIT whose outcome the end of the session took is unknown, and committing again changes nothing")
    func commitAgain() throws {
        let link = try ConfigCase.link()
        let begun = try link.give(ConfigCase.new.begin())
        try ConfigTransfer.send(ConfigCase.new.bytes, begun, over: link)
        let token = link.submit(ConfigCase.new.commit(begun))
        link.line.isCut = true
        link.run(for: .seconds(40))
        link.forgetActions()
        link.line.isCut = false
        if link.failure != nil || link.session.hello == nil { link.open() }
        #expect(link.run(limit: .seconds(20)) { link.session.hello != nil })
        #expect(try #require(link.result(token)).outcome == .unknown)
        #expect(link.dongle.configChanges == 1)
        #expect(link.dongle.activeConfig == ConfigCase.new.bytes)
        try link.give(ConfigCase.new.commit(begun))
        #expect(link.outcome(ConfigCase.new.begin())?.lost?.isRefused(.unchanged) == true)
        #expect(link.dongle.configChanges == 1)
    }
}
