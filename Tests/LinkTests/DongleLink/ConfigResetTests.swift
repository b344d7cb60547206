@testable import DongleLink
import DongleProtocol
import TestSupport
import SimulatedDongle
import Testing

/// Resets and power cuts while a config is sent, judged by the dongle's active config afterwards.
@Suite struct ConfigResetTests {
    @Test("after a reset a transfer goes on from the last erase unit that is whole", arguments: 0...16)
    func resumesAfterReset(chunks: Int) throws {
        let link = try ConfigCase.link()
        let begun = try link.give(ConfigCase.new.begin())
        let sent = try ConfigUpload.firstChunks(chunks, of: ConfigCase.new, begun, over: link).next
        #expect(sent == min(UInt32(chunks) * UInt32(begun.chunk), 8000))
        try link.restart()
        let again = try link.give(ConfigCase.new.begin())
        #expect(again.next == (sent == 8000 ? 8000 : sent / ConfigCase.unit * ConfigCase.unit))
        let programmed = link.dongle.flash.programmedBytes
        try ConfigTransfer.send(ConfigCase.new.bytes, again, over: link)
        // Complete units are not written again; each unit that becomes complete is marked.
        let left = 8000 - Int(again.next)
        let units = (left + Int(ConfigCase.unit) - 1) / Int(ConfigCase.unit)
        #expect(link.dongle.flash.programmedBytes - programmed == left + units * ConfigCase.markBytes)
        try link.give(ConfigCase.new.commit(again))
        #expect(link.dongle.activeConfig == ConfigCase.new.bytes)
    }

    @Test("after a port that was away a transfer goes on from the very byte", arguments: 0...16)
    func resumesAfterUnplugging(chunks: Int) throws {
        let link = try ConfigCase.link()
        let begun = try link.give(ConfigCase.new.begin())
        let sent = try ConfigUpload.firstChunks(chunks, of: ConfigCase.new, begun, over: link).next
        link.forgetActions()
        link.unplug()
        #expect(link.run(limit: .seconds(20)) { link.isLive })
        let again = try link.give(ConfigCase.new.begin())
        #expect(again.next == sent)
        try ConfigTransfer.send(ConfigCase.new.bytes, again, over: link)
        try link.give(ConfigCase.new.commit(again))
        #expect(link.dongle.activeConfig == ConfigCase.new.bytes)
        #expect(link.dongle.configChanges == 1)
    }

    @Test("what was committed and not saved is whole staging after a reset, and is committed without sending")
    func committedNotSaved() throws {
        let link = try ConfigCase.settled()
        try ConfigTransfer.perform(over: link, ConfigCase.new)
        try link.restart()
        #expect(link.dongle.activeConfig == ConfigCase.old.bytes)
        let begun = try link.give(ConfigCase.new.begin())
        #expect(begun.next == 8000)
        try link.give(ConfigCase.new.commit(begun))
        #expect(link.dongle.activeConfig == ConfigCase.new.bytes)
    }

    @Test("a reset with any frame of an update leaves the old config or the new, as told, and the update can go on")
    func resetAnywhere() throws {
        let clean = try ConfigCase.settled()
        let before = clean.transport.frames
        #expect(try clean.update(to: ConfigCase.new, mayFail: false) == .saved)
        let frames = clean.transport.frames - before
        #expect(frames > 40)
        try Self.interrupt(1...frames) { $0.powerCycle(afterFrames: $1) }
    }

    @Test("a power cut at any write of the flash leaves the old config or the new, as told, and the update can go on")
    func powerCutAnywhere() throws {
        let clean = try ConfigCase.settled()
        let before = clean.dongle.flash.steps
        #expect(try clean.update(to: ConfigCase.new, mayFail: false) == .saved)
        let steps = clean.dongle.flash.steps - before
        #expect(steps > 2000)
        // Headers and marks are at both ends of the update; the config's bytes are between them.
        let chosen = (1...steps).filter { $0 < 40 || $0 > steps - 40 || $0 % 37 == 0 }
        try Self.interrupt(chosen) { $0.dongle.flash.cutPower(atStep: $1, seed: UInt64($1)) }
    }

    /// Runs one update for each place, with a fault at that place, and checks the active config
    /// afterwards.
    private static func interrupt(
        _ places: some Sequence<Int>, _ plan: (_ link: VirtualLink, _ place: Int) -> Void
    ) throws {
        var ends: [VirtualLink.UpdateEnd: Set<Bool>] = [:]
        for place in places {
            let link = try ConfigCase.settled()
            plan(link, place)
            let end = try link.update(to: ConfigCase.new, mayFail: true)
            link.forgetActions()
            link.run(for: .seconds(8))
            try #require(link.session.hello != nil, "place \(place)")
            // The dongle has restarted, so its active config is the saved one.
            let runsNew = link.dongle.activeConfig == ConfigCase.new.bytes
            if !runsNew { #expect(link.dongle.activeConfig == ConfigCase.old.bytes, "place \(place)") }
            ends[end, default: []].insert(runsNew)
            #expect(try link.update(to: ConfigCase.new, mayFail: false) == .saved, "place \(place)")
            try link.restart()
            #expect(link.dongle.activeConfig == ConfigCase.new.bytes, "place \(place)")
        }
        #expect(ends[.beforeSave] == [false])
        // Either config may be active then, and the host does not know which; the case only has to
        // occur.
        #expect(ends[.duringSave] != nil)
        #expect(ends[.saved] ?? [true] == [true])
    }
}
