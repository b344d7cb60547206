import DongleProtocol

/// Section 11 of SPEC.md: what each operation leaves, from each state of the store.
enum ConfigStateChecks {
    private static let resets: [Check.Need] = [.features(.configStore), .reset]
    /// What version 1.1 decides (SPEC.md 15.1).
    private static let decided: [Check.Need] = resets + [.minor(1)]

    static let all: [Check] = [
        Check(
            "config.begin-leaves-saved", "11.1",
            "BEGIN and DATA leave the saved config as it is, also where the factory config is active, and over a restart.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let saved = try bench.config(40, store.session)
            try store.install(saved)
            _ = try store.save()
            _ = try store.session.ask(ConfigResetRequest())
            let other = try bench.config(41, units: 2, store.session)
            try store.send(other, try store.begin(other))
            try expect(try ConfigStore.read(store.session, .saved) == saved, "the saved config's bytes", got: "others")
            let after = ConfigStore(session: try bench.restart(store.session))
            let stat = try after.stat
            try expect(
                stat.flags.isSuperset(of: [.savedExists, .activeIsSaved, .stagingExists]),
                "saved, active and staging as before", got: "flags \(stat.flags.words)")
            try expect(try ConfigStore.read(after.session, .active) == saved, "the saved config active", got: "another")
        },
        Check(
            "config.changed-told", "11.9",
            "CONFIG_CHANGED tells of COMMIT, SAVE, LOAD and RESET once each, with flags and digests as CONFIG_STAT gives them; of nothing else.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(42, s)
            let transfer = try store.begin(config)
            try store.send(config, transfer)
            try s.listen(.milliseconds(50))
            _ = s.takeEvents()
            let done = try store.commit(config, transfer.transfer)
            if done.status == .invalid {
                throw CheckNotProven(reason: "the dongle's validator refuses the configs of this test")
            }
            try expect(done.status == .ok, "COMMIT done with OK", got: done.status.words)
            try expectTold(store, .commit)
            _ = try store.save()
            try expectTold(store, .save)
            _ = try store.save()
            _ = try store.commit(config, transfer.transfer)
            try s.listen(.milliseconds(100))
            try expect(s.events.isEmpty, "no event of what changes nothing", got: s.events.first?.words ?? "")
            _ = try s.ask(ConfigResetRequest())
            try expectTold(store, .reset)
            // Every LOAD is told, also of what is active.
            for _ in 0..<2 {
                _ = try s.ask(ConfigLoadRequest())
                try expectTold(store, .load)
            }
        },
        Check(
            "config.changed-behind-done", "11.9", "CONFIG_CHANGED comes behind the DONE of its COMMIT or SAVE.",
            needs: decided
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(43, s)
            let transfer = try store.begin(config)
            try store.send(config, transfer)
            try s.listen(.milliseconds(50))
            _ = s.takeEvents()
            let commit = ConfigCommitRequest(
                deadlineMs: ConfigStore.deadlineMs, transfer: transfer.transfer,
                digest: ConfigStore.digest(config).short)
            for (operation, payload) in [
                (Operation.configCommit, commit.encoded()),
                (.configSave, ConfigSaveRequest(deadlineMs: ConfigStore.deadlineMs).encoded()),
            ] {
                _ = try s.begin(operation, payload)
                _ = try s.wait(limit: .seconds(21)) { s.events.count >= 2 ? true : nil }
                let events = s.takeEvents()
                let order = events.map { $0.header.event.name ?? "another" }
                if events.count == 1, let done = try? Done(decoding: events[0].payload), done.status == .invalid {
                    throw CheckNotProven(reason: "the dongle's validator refuses the configs of this test")
                }
                try expect(order, equals: ["DONE", "CONFIG_CHANGED"], "events of \(operation.name ?? "it")")
            }
        },
        Check(
            "config.base-whole", "11.3", "base is compared in all of its 8 bytes.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(44, s)
            let active = try store.stat.activeDigest.short
            for bit in stride(from: 0, to: 64, by: 8) {
                let base = ShortDigest(rawValue: active.rawValue ^ 1 << UInt64(bit))
                try s.expect(
                    .configBegin, ConfigStore.begin(config, base: base).encoded(), .conflict,
                    "base with byte \(bit / 8) changed")
            }
            _ = try store.begin(config, base: active)
        },
        Check(
            "config.transfer-ends-with-session", "11.3",
            "A transfer ends with its session: DATA and COMMIT of it are WRONG_TRANSFER in the next.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            let config = try bench.config(45, units: 2, store.session)
            let transfer = try store.begin(config)
            try store.send(config, transfer, upTo: 64)
            let next = ConfigStore(session: try bench.open())
            let data = ConfigDataRequest(transfer: transfer.transfer, offset: 64, data: Array(config[64..<80]))
            try next.session.expect(.configData, data.encoded(), .wrongTransfer, "DATA of the session before")
            let id = next.session.nextID
            let commit = ConfigCommitRequest(
                deadlineMs: 5000, transfer: transfer.transfer, digest: ConfigStore.digest(config).short)
            let answer = try next.session.ask(.configCommit, commit.encoded())
            let status =
                answer.status == .accepted ? try next.session.done(id, limit: .seconds(7)).status : answer.status
            try expect(status == .wrongTransfer, "COMMIT: WRONG_TRANSFER", got: status.words)
            try expect(try next.stat.stagingNext, equals: 64, "staging's next")
        },
        Check(
            "config.transfer-outlives-load", "11.7",
            "LOAD and RESET leave the transfer under way and what is saved.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let saved = try bench.config(46, s)
            try store.install(saved)
            _ = try store.save()
            let config = try bench.config(47, units: 2, s)
            let transfer = try store.begin(config)
            try store.send(config, transfer, upTo: 64)
            _ = try s.ask(ConfigResetRequest())
            _ = try s.ask(ConfigLoadRequest())
            _ = try s.ask(ConfigResetRequest())
            try store.send(config, ConfigBeginResult(transfer: transfer.transfer, next: 64, chunk: transfer.chunk))
            let stat = try store.stat
            try expect(stat.stagingNext, equals: UInt32(config.count), "staging's next")
            try expect(stat.savedDigest == ConfigStore.digest(saved), "what was saved", got: "another")
            let after = ConfigStore(session: try bench.restart(s))
            try expect(try ConfigStore.read(after.session, .active) == saved, "the saved config active", got: "another")
        },
        Check(
            "config.refused-begin", "11.3", "A BEGIN that is refused changes nothing: the transfer before it goes on.",
            needs: decided
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(48, units: 2, s)
            let transfer = try store.begin(config)
            try store.send(config, transfer, upTo: 64)
            let other = ConfigStore.begin(try bench.config(49, s), base: ShortDigest(rawValue: 0x1122_3344))
            try s.expect(.configBegin, other.encoded(), .conflict, "BEGIN with another base")
            try store.send(config, ConfigBeginResult(transfer: transfer.transfer, next: 64, chunk: transfer.chunk))
            try expect(try store.stat.stagingNext, equals: UInt32(config.count), "staging's next")
        },
        Check(
            "config.staging-left", "11.1",
            "LOAD and RESET leave a committed, unsaved config as complete staging; one that was saved before is none.",
            needs: decided
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let first = try bench.config(50, s)
            try store.install(first)
            _ = try store.save()
            let second = try bench.config(51, s)
            try store.install(second)
            _ = try s.ask(ConfigLoadRequest())
            var stat = try store.stat
            try expect(
                stat.flags.isSuperset(of: [.stagingExists, .stagingIsComplete])
                    && stat.stagingDigest == ConfigStore.digest(second), "the committed config as complete staging",
                got: "flags \(stat.flags.words)")
            try store.install(second)
            _ = try s.ask(ConfigResetRequest())
            stat = try store.stat
            try expect(
                stat.flags.contains(.stagingIsComplete) && stat.stagingDigest == ConfigStore.digest(second),
                "the committed config as complete staging behind RESET", got: "flags \(stat.flags.words)")
            try store.install(second)
            _ = try store.save()
            stat = try store.stat
            try expect(!stat.flags.contains(.stagingExists), "no staging behind SAVE", got: stat.flags.words)
        },
        Check(
            "config.saved-by-area", "11.1",
            "A copy of the saved config is not saved until SAVE has marked it; then an area is free.", needs: decided
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(52, s)
            try store.install(config)
            _ = try store.save()
            _ = try s.ask(ConfigResetRequest())
            try store.install(config)
            try expect(
                try !store.stat.flags.contains(.activeIsSaved), "a copy that the next boot does not run", got: "saved")
            _ = try store.save()
            _ = try store.begin(try bench.config(53, s))
        },
    ]

    /// Fails the check unless CONFIG_CHANGED comes once, with what CONFIG_STAT gives.
    private static func expectTold(_ store: ConfigStore, _ change: ConfigChangeKind) throws {
        let s = store.session
        let frame = try s.event(.configChanged, "for change \(change.words)")
        let event: ConfigChanged = try decoded(frame.payload, "the fields of CONFIG_CHANGED")
        let stat = try store.stat
        let saved = stat.flags.contains(.savedExists) ? stat.savedDigest.short : .zero
        try expect(event.change, equals: change, "by")
        try expect(event.flags, equals: stat.flags, "flags")
        try expect(try s.ask(GetStateRequest()).config, equals: stat.flags, "flags of GET_STATE")
        try expect(
            event.active == stat.activeDigest.short && event.saved == saved, "the short digests of active and saved",
            got: frame.words)
        try s.listen(.milliseconds(50))
        let more = s.takeEvents().first { $0.header.event == .configChanged }
        try expect(more == nil, "one event for change \(change.words)", got: "two")
    }
}
