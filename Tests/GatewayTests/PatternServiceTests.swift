import FlockFinder
import GatewayModel
import LineFormats
import NIOConcurrencyHelpers
import Store
import Testing

@testable import Gateway

@Suite struct PatternServiceTests {
    private static func service(
        _ store: Store, bundle: PatternSet.Bundle = PatternSet.bundled, at time: Int64 = 7
    ) -> PatternService {
        PatternService(
            store: store, bundle: bundle, describe: { ("code", "\($0)", "") },
            timeOfDay: { Timestamp(microsecondsSince1970: time) })
    }

    private let mine = PatternDefinition(kind: .mac, pattern: "B4-1E-52-A", type: "Mine", confidence: 5)
    private let flock = PatternReference(kind: .ssid, pattern: "Flock-")

    // MARK: Loading

    @Test("the standard set is there from the beginning, and no other")
    func loading() async throws {
        let list = try await Self.service(try .inMemory()).list()
        #expect(list.total == 57 && list.patterns.count == 57)
        #expect(list.patterns.allSatisfy { $0.set == "standard" && !$0.edited })
    }

    @Test("what somebody changed is still so when the gateway starts again")
    func again() async throws {
        let store = try Store.inMemory()
        let first = Self.service(store)
        _ = try await first.enable([flock], false)
        try await first.remove([PatternReference(kind: .ssid, pattern: "FS-")])
        let list = try await Self.service(store).list()
        #expect(list.total == 56)
        #expect(list.patterns.first { $0.pattern == "Flock-" }?.enabled == false)
    }

    @Test("a newer program brings its news, and leaves alone what somebody changed")
    func newer() async throws {
        let store = try Store.inMemory()
        let first = Self.service(store)
        _ = try await first.edit(PatternEdit(flock, type: "Edited"))
        _ = try await first.enable([PatternReference(kind: .mac, pattern: "58:8e:81")], false)
        _ = try await first.add(mine)
        let standard = try #require(PatternSet.bundled["standard"])
        let news = try standard.entries.dropLast().map { entry in
            try PatternEntry(
                Pattern(
                    entry.pattern.kind, entry.pattern.text, deviceType: "News",
                    isCaseSensitive: entry.pattern.isCaseSensitive, isEnabled: true))
        }
        let newer = PatternSet.Bundle(
            version: 3, sets: [PatternSet(name: "standard", title: "", entries: news)])
        let list = try await Self.service(store, bundle: newer).list().patterns
        #expect(list.count == 57)
        #expect(list.first { $0.pattern == "Flock-" }?.type == "Edited")
        #expect(list.first { $0.pattern == "58:8e:81" }.map { "\($0.type) \($0.enabled)" } == "News false")
        #expect(list.first { $0.pattern == "FS-" }.map { "\($0.type) \($0.enabled)" } == "News true")
        #expect(list.contains { $0.pattern == "b4:1e:52:a" && $0.set == nil })
        let last = try #require(standard.entries.last?.pattern)
        #expect(!list.contains { $0.pattern == last.text && $0.kind == last.kind })
    }

    // MARK: One by one

    @Test("an added pattern is normalised, counts, and what it is alike to is told")
    func add() async throws {
        let service = Self.service(try .inMemory())
        let added = try await service.add(mine)
        let pattern = try #require(added.patterns.first)
        #expect(pattern.pattern == "b4:1e:52:a" && pattern.enabled && pattern.set == nil && pattern.confidence == 5)
        #expect(pattern.created.microsecondsSince1970 == 7)
        #expect(added.nearDuplicates.count == 1)
        #expect(added.nearDuplicates.notes.first?.other.pattern == "b4:1e:52")
        let key = try Pattern.Key(.mac, "b41e52a")
        await #expect(throws: StoreError.patternTaken(key)) { try await service.add(mine) }
        let enabled = try await service.enabled()
        #expect(enabled.contains { $0.pattern.key == key })
    }

    @Test(
        "what can be no pattern is refused with its reason",
        arguments: [
            (PatternDefinition(kind: .ssid, pattern: "", type: "x"), PatternFault.empty),
            (PatternDefinition(kind: .mac, pattern: "b4", type: "x"), .notAnAddress("b4")),
            (PatternDefinition(kind: .ssid, pattern: "x", type: ""), .emptyDeviceType),
            (PatternDefinition(kind: .ssid, pattern: "x", type: "x", confidence: 101), .confidence(101)),
        ])
    func faults(_ definition: PatternDefinition, _ fault: PatternFault) async throws {
        let service = Self.service(try .inMemory())
        await #expect(throws: fault) { try await service.add(definition) }
    }

    @Test("an edit changes what it says, and an empty text takes away")
    func edit() async throws {
        let service = Self.service(try .inMemory())
        let changed = try await service.edit(
            PatternEdit(flock, type: "Camera", source: "", confidence: -1, description: "Mine."))
        let pattern = try #require(changed.patterns.first)
        #expect(pattern.type == "Camera" && pattern.source == nil && pattern.confidence == nil)
        #expect(pattern.description == "Mine." && pattern.enabled && pattern.edited && pattern.set == "standard")
        let renamed = try await service.edit(PatternEdit(flock, newPattern: "Flock_", newCaseSensitive: true))
        #expect(renamed.patterns.map(\.pattern) == ["Flock_"] && renamed.patterns.allSatisfy(\.caseSensitive))
        await #expect(throws: StoreError.self) { try await service.edit(PatternEdit(flock, type: "x")) }
    }

    @Test("an SSID that is there twice has to be told apart, and one that is there once has not")
    func ambiguous() async throws {
        let service = Self.service(try .inMemory())
        let sensitive = PatternReference(kind: .ssid, pattern: "FS Ext Battery")
        _ = try await service.enable([sensitive], false)
        _ = try await service.add(PatternDefinition(kind: .ssid, pattern: "FS Ext Battery", type: "x"))
        let key = try Pattern.Key(.ssid, "FS Ext Battery")
        await #expect(throws: PatternError.ambiguous(key)) { try await service.remove([sensitive]) }
        try await service.remove([PatternReference(kind: .ssid, pattern: "FS Ext Battery", caseSensitive: true)])
        try await service.remove([sensitive])
    }

    @Test("several are switched or removed together, or none of them")
    func together() async throws {
        let service = Self.service(try .inMemory())
        let absent = PatternReference(kind: .ssid, pattern: "absent")
        let unknown = StoreError.unknownPattern(try Pattern.Key(.ssid, "absent"))
        await #expect(throws: unknown) { try await service.enable([flock, absent], false) }
        await #expect(throws: unknown) { try await service.remove([flock, absent]) }
        let list = try await service.list()
        #expect(list.total == 57 && list.patterns.first { $0.pattern == "Flock-" }?.enabled == true)
        let off = try await service.enable([flock, PatternReference(kind: .mac, pattern: "58-8E-81")], false)
        #expect(off.patterns.map(\.enabled) == [false, false])
    }

    @Test("a list shows what is asked for")
    func filters() async throws {
        let service = Self.service(try .inMemory())
        _ = try await service.add(mine)
        func count(_ change: (inout PatternService.Filter) -> Void) async throws -> Int {
            var filter = PatternService.Filter()
            change(&filter)
            let list = try await service.list(filter)
            #expect(list.total == 58)
            return list.patterns.count
        }
        #expect(try await count { $0.kind = .ssid } == 13)
        #expect(try await count { $0.isEnabled = true } == 28)
        #expect(try await count { $0.isCustom = true } == 1)
        #expect(try await count { $0.isCustom = false } == 57)
        #expect(try await count { $0.type = "mine" } == 1)
        #expect(try await count { $0.source = "WIGLE" } == 20)
        #expect(try await count { _ in } == 58)
    }

    @Test("resetting brings back what was changed, and loads a set that is named")
    func reset() async throws {
        let service = Self.service(try .inMemory())
        try await service.remove([flock])
        _ = try await service.enable([PatternReference(kind: .mac, pattern: "588e81")], false)
        _ = try await service.add(mine)
        let report = try await service.reset(nil)
        #expect(
            report.sets == [
                PatternSetReport(name: "standard", version: 2, added: 1, updated: 1, removed: 0, kept: 0)
            ])
        let sourced = try await service.reset(["sourced"])
        #expect(sourced.sets.map(\.added) == [22])
        #expect(try await service.list().total == 57 + 1 + 22)
        let known = ["standard", "sourced"]
        await #expect(throws: PatternError.unknownSet("x", known: known)) { try await service.reset(["x"]) }
    }

    @Test("what somebody has changed goes with a yes alone, and comes back with an undo, as its marks do")
    func consent() async throws {
        let service = Self.service(try .inMemory())
        _ = try await service.enable([PatternReference(kind: .mac, pattern: "588e81")], false)
        try await service.set([.channelHopInterval: 700])
        let before = try await service.all()
        let key = try Pattern.Key(.mac, "58:8e:81")
        await #expect(throws: PatternError.needsConsent([key])) { try await service.reset(nil, mayRemove: false) }
        #expect(try await service.all() == before)
        _ = try await service.reset(nil, mayRemove: true)
        #expect(try await service.all() != before)
        // A change that needs no consent does not ask for it.
        _ = try await service.reset(["sourced"], mayRemove: false)
        _ = try await service.importFile(
            PatternImportOrder(text: #"{"v":1,"chi":900,"mac":[{"p":"aa:bb:cc","t":"T"}]}"#))
        #expect(try await service.undo(mayRemove: false).cause == .import)
        #expect(try await service.settings() == [.channelHopInterval: 700])
        #expect(try await service.list().total == 79)
        _ = try await service.undo(mayRemove: false)
        #expect(try await service.undo(mayRemove: false).cause == .resetDefaults)
        #expect(try await service.all() == before)
        await #expect(throws: PatternError.nothingToUndo) { try await service.undo(mayRemove: true) }
    }

    @Test("what was changed after the step is taken back with a yes alone")
    func changedSince() async throws {
        let store = try Store.inMemory()
        let service = Self.service(store)
        _ = try await service.importFile(PatternImportOrder(text: #"{"v":1,"mac":[{"p":"aa:bb:cc","t":"T"}]}"#))
        // A reset that changes nothing is not a step.
        _ = try await service.reset(nil, mayRemove: true)
        let later = Self.service(store, at: 8)
        _ = try await later.add(mine)
        await #expect(throws: PatternError.changedSince(1)) { try await service.undo(mayRemove: false) }
        try await later.remove([PatternReference(kind: .mac, pattern: "B4-1E-52-A")])
        try await later.remove([PatternReference(kind: .mac, pattern: "aa:bb:cc")])
        await #expect(throws: PatternError.changedSince(1)) { try await service.undo(mayRemove: false) }
        _ = try await service.undo(mayRemove: true)
        #expect(try await service.list().total == 57)
    }

    @Test("where one of the sets is unknown, none is reset")
    func unknownReset() async throws {
        let service = Self.service(try .inMemory())
        try await service.remove([flock])
        await #expect(throws: PatternError.self) { try await service.reset(["standard", "x"]) }
        #expect(try await service.list().total == 56)
    }

    @Test("a waiting reader learns of patterns that were loaded for a refused change")
    func refusedAfterLoading() async throws {
        let service = Self.service(try .inMemory())
        let seen = NIOLockedValueBox(0)
        await service.onChange { seen.withLockedValue { $0 += 1 } }
        let absent = PatternReference(kind: .ssid, pattern: "absent")
        await #expect(throws: StoreError.self) { try await service.remove([absent]) }
        await #expect(throws: StoreError.self) { try await service.remove([absent]) }
        #expect(seen.withLockedValue { $0 } == 1)
    }

    @Test("a reader that waits for changes learns of each once it is stored")
    func observers() async throws {
        let service = Self.service(try .inMemory())
        let seen = NIOLockedValueBox<[Int]>([])
        await service.onChange {
            let count = (try? await service.enabled().count) ?? -1
            seen.withLockedValue { $0.append(count) }
        }
        _ = try await service.add(mine)
        _ = try await service.enable([flock], false)
        try await service.remove([flock])
        await #expect(throws: StoreError.self) { try await service.add(mine) }
        _ = try await service.importFile(PatternImportOrder(text: "kind,pattern,type\nssid,x,y\n"))
        _ = try await service.importFile(PatternImportOrder(text: "kind,pattern,type\nssid,z,y\n", dryRun: true))
        #expect(seen.withLockedValue { $0 } == [28, 27, 27, 28])
    }

    // MARK: Files

    private let sheet = """
        kind,pattern,type,enabled
        ssid,Flock-,Camera,yes
        ssid,new,Camera,yes
        mac,b4:1e:52,Flock Safety,yes
        ssid,new,Other,no
        """

    @Test("a dry run tells what an import does, and changes nothing")
    func dryRun() async throws {
        let service = Self.service(try .inMemory())
        var order = PatternImportOrder(text: sheet, dryRun: true)
        let plan = try await service.importFile(order)
        #expect(try await service.list().total == 57)
        #expect(plan.rows.map(\.outcome) == [.changed, .added, .repeated])
        #expect(plan.rows.map(\.place) == ["line 2", "line 3", "line 5"])
        #expect(plan.rows[0].was?.type == "Flock Safety" && plan.rows[0].pattern?.type == "Camera")
        #expect(plan.rows[2].repeats == "line 3")
        order.dryRun = nil
        var done = try await service.importFile(order)
        done.dryRun = true
        #expect(done == plan)
        #expect((done.added, done.changed, done.unchanged, done.repeated, done.refused) == (1, 1, 1, 1, 0))
        let list = try await service.list()
        #expect(list.total == 58)
        #expect(list.patterns.first { $0.pattern == "Flock-" }.map { "\($0.type) \($0.edited)" } == "Camera true")
    }

    @Test("nothing is imported where a row is refused, unless the bad ones are to be left out")
    func refused() async throws {
        let service = Self.service(try .inMemory())
        var order = PatternImportOrder(text: sheet + "\nmac,b4,x,yes\nwifi,x,y,no")
        await #expect(
            throws: PatternError.refusedRows(2, place: "line 6", first: .pattern(.notAnAddress("b4")))
        ) { try await service.importFile(order) }
        #expect(try await service.list().total == 57)
        order.skipBad = true
        let report = try await service.importFile(order)
        #expect(report.refused == 2 && report.added == 1)
        #expect(report.rows.last?.reason == "\(PatternRowFault.unknownKind("wifi"))")
        #expect(try await service.list().total == 58)
    }

    @Test("scan settings come with a config, all with its patterns or none")
    func settings() async throws {
        let service = Self.service(try .inMemory())
        let report = try await service.importFile(
            PatternImportOrder(text: #"{"v":1,"wsi":6000,"chi":500,"ssid":[{"p":"x","t":"y"}],"what":1}"#))
        #expect(report.settings == ["wifi_scan_interval": 6000, "channel_hop_interval": 500])
        #expect(report.unknownKeys == ["what"])
        #expect(try await service.settings() == [.wifiScanInterval: 6000, .channelHopInterval: 500])
        await #expect(throws: PatternError.self) {
            try await service.importFile(PatternImportOrder(text: #"{"v":1,"wsi":7000,"bsi":1}"#))
        }
        #expect(try await service.settings() == [.wifiScanInterval: 6000, .channelHopInterval: 500])
    }

    @Test("what is exported comes back into an empty store as it was", arguments: PatternFile.Format.allCases)
    func roundTrip(_ format: PatternFile.Format) async throws {
        let nothing = PatternSet.Bundle(version: 1, sets: [])
        let service = Self.service(try .inMemory())
        _ = try await service.reset(["sourced"])
        try await service.set([.bleScanInterval: 4000])
        let export = try await service.export(format)
        #expect(export.count + export.leftOut == 79)
        #expect(export.leftOut == (format == .csv ? 0 : 1))
        let other = Self.service(try .inMemory(), bundle: nothing)
        let report = try await other.importFile(PatternImportOrder(text: export.text))
        #expect(report.format == format && report.added == export.count && report.refused == 0)
        #expect(try await other.export(format).text == export.text)
        #expect(try await other.settings() == (format == .csv ? [:] : [.bleScanInterval: 4000]))
    }

    @Test("only what is enabled can be exported")
    func enabledOnly() async throws {
        let service = Self.service(try .inMemory())
        #expect(try await service.export(.nested, isEnabled: true).count == 26)
        #expect(try await service.export(.csv, isEnabled: false).count == 30)
    }

    @Test("a file over 8 MiB is refused")
    func length() async throws {
        let service = Self.service(try .inMemory())
        let text = String(repeating: "x", count: PatternService.fileLimit + 1)
        await #expect(throws: PatternError.fileTooLong(bytes: 8_388_609, limit: 8_388_608)) {
            try await service.importFile(PatternImportOrder(text: text))
        }
    }

    @Test("as many patterns as are kept can be exported and imported again", arguments: PatternFile.Format.allCases)
    func largest(_ format: PatternFile.Format) async throws {
        let rows = (0..<PatternStore.patternLimit - 57).map { "ssid,A network in \($0) places,A type of device" }
        let text = "kind,pattern,type\n" + rows.joined(separator: "\n")
        let service = Self.service(try .inMemory())
        _ = try await service.importFile(PatternImportOrder(text: text))
        let exported = try await service.export(format)
        let (export, leftOut) = (exported.text, exported.leftOut)
        let report = try await service.importFile(PatternImportOrder(text: export))
        #expect(
            export.utf8.count > 1 << 20 && report.added == 0 && report.unchanged == PatternStore.patternLimit - leftOut)
        let more = "kind,pattern,type\nssid,one more,x\n"
        for dryRun in [true, false] {
            await #expect(throws: StoreError.tooManyPatterns(limit: 20_000)) {
                try await service.importFile(PatternImportOrder(text: more, dryRun: dryRun))
            }
        }
    }

    @Test("10,000 alike rows are told up to a limit, and the rest is counted")
    func telling() async throws {
        let service = Self.service(try .inMemory())
        let rows = (0..<10_000).map { "ble-name,Device \($0),x" }.joined(separator: "\n")
        let report = try await service.importFile(PatternImportOrder(text: "kind,pattern,type\n" + rows, dryRun: true))
        #expect(report.added == 10_000 && report.rows.count == 1_000 && report.rowsLeftOut == 9_000)
        // "Device 1" is contained in "Device 10" to "Device 19" and so on; only a number of one
        // digit is preceded by no other.
        #expect(report.nearDuplicates.count == 9_990 && report.nearDuplicates.notes.count == 1_000)
    }

    // MARK: Checks

    @Test("what is kept is checked, and fits into every kind of device")
    func validate() async throws {
        let result = try await Self.service(try .inMemory()).validate(PatternValidationOrder())
        #expect(result.kinds.map(\.count) == [13, 27, 5, 11, 1] && result.kinds.map(\.enabled) == [2, 17, 2, 5, 1])
        #expect(result.nearDuplicates.count == 6 && result.refusedCount == 0)
        #expect(result.devices.map(\.device) == ["real", "document", "dongle"])
        #expect(result.devices.allSatisfy { $0.bytes > 1_000 && $0.excess.isEmpty })
    }

    @Test("of a file it is told what is refused, and what is too much for a device, the least sure first")
    func validateFile() async throws {
        let rows = (0..<31).map { "ssid,Network \($0)!,x,\($0 == 7 ? 5 : 50)" }
        let text = "kind,pattern,type,confidence\n" + rows.joined(separator: "\n") + "\nmac,b4,x,\nssid,Network 1!,x,\n"
        let result = try await Self.service(try .inMemory()).validate(PatternValidationOrder(text: text))
        #expect(result.refusedCount == 1 && result.refused.map(\.place) == ["line 33"] && result.repeatedCount == 1)
        let real = try #require(result.devices.first)
        #expect(real.excess.map(\.limit) == ["entries"])
        #expect(real.excess.first?.disable.map(\.pattern) == ["Network 7!"])
        #expect(result.devices[1].excess.isEmpty)
    }

    @Test("what matches is told with its reason, disabled ones too")
    func match() async throws {
        let service = Self.service(try .inMemory())
        _ = try await service.reset(["sourced"])
        func matches(_ question: PatternQuestion) async throws -> [String] {
            try await service.match(question).matches.map { "\($0.pattern.pattern) \($0.pattern.enabled)" }
        }
        #expect(
            try await matches(PatternQuestion(ssid: "FS-flocK")) == [
                "FS- false", "flock false", "Flock false", "FLOCK false",
            ])
        #expect(try await matches(PatternQuestion(ssid: "fs ext battery")) == [])
        #expect(try await matches(PatternQuestion(name: "fs ext battery")) == ["FS Ext Battery true"])
        #expect(try await matches(PatternQuestion(address: "B4:1E:52:00:00:01")) == ["b4:1e:52 true"])
        #expect(
            try await matches(PatternQuestion(uuids: ["0000180A-0000-1000-8000-00805F9B34FB", "0x3100"])) == [
                "180a false", "3100 true",
            ])
        #expect(try await matches(PatternQuestion(manufacturers: ["0x09C8"])) == ["09c8 true"])
        await #expect(throws: PatternError.nothingAsked) { try await service.match(PatternQuestion()) }
        await #expect(throws: PatternFault.notAUUID("x")) { try await service.match(PatternQuestion(uuids: ["x"])) }
    }
}
