import DongleProtocol

/// Section 11 of SPEC.md: configs that survive a restart.
enum SavingChecks {
    private static let resets: [Check.Need] = [.features(.configStore), .reset]

    static let all: [Check] = [
        Check(
            "config.save-load-reset", "11.6",
            "SAVE makes active saved, a second one changes nothing, RESET makes the factory config active, LOAD the saved one.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let factory = try store.stat.activeDigest
            let config = try bench.config(20, s)
            try store.install(config)
            let sequence = try store.save()
            try expect(sequence > 0, "a sequence of 1 or more", got: "\(sequence)")
            let again = try store.save()
            if bench.isExact { try expect(again, equals: sequence, "sequence of the mark in force, saved again") }
            var stat = try store.stat
            try expect(stat.savedDigest == ConfigStore.digest(config), "its digest saved", got: "another")
            try expect(stat.savedLength, equals: UInt32(config.count), "bytes saved")
            try expect(
                stat.flags.isSuperset(of: [.savedExists, .activeIsSaved]), "saved, and active is what is saved",
                got: "flags \(stat.flags.words)")
            try expect(
                try ConfigStore.read(s, .saved) == config, "the bytes that were sent, read from saved", got: "others")
            _ = try s.ask(ConfigResetRequest())
            stat = try store.stat
            try expect(stat.activeDigest == factory, "the factory config active", got: "another")
            try expect(
                stat.flags.contains(.activeIsFactory) && !stat.flags.contains(.activeIsSaved),
                "factory, and not what is saved", got: "flags \(stat.flags.words)")
            _ = try s.ask(ConfigLoadRequest())
            try expect(
                try store.stat.activeDigest == ConfigStore.digest(config), "the saved config active", got: "another")
        },
        Check(
            "config.sequence-grows", "11.8", "Each saved config has a higher sequence than the one before.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            var sequences: [UInt32] = []
            for variant: UInt64 in 21...23 {
                try store.install(try bench.config(variant, store.session))
                sequences.append(try store.save())
            }
            try expect(
                sequences[0] < sequences[1] && sequences[1] < sequences[2], "sequences that grow", got: "\(sequences)")
        },
        Check(
            "config.reset-saved", "11.6",
            "SAVE of the factory config removes the saved one and staging; LOAD is then NOTHING_SAVED, and the flag says that active is what boots.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            try store.install(try bench.config(24, s))
            _ = try store.save()
            _ = try s.ask(ConfigResetRequest())
            // The mark takes the place of staging, whose transfer has ended.
            let config = try bench.config(78, units: 2, s)
            let transfer = try store.begin(config)
            try store.send(config, transfer, upTo: 64)
            _ = try store.save()
            try s.expect(.configLoad, [], .nothingSaved, "LOAD")
            let stat = try store.stat
            if bench.isExact {
                try expect(
                    !stat.flags.contains(.stagingExists) && stat.stagingLength == 0, "no staging",
                    got: "flags \(stat.flags.words)")
                let data = ConfigDataRequest(transfer: transfer.transfer, offset: 64, data: Array(config[64..<80]))
                try s.expect(.configData, data.encoded(), .wrongTransfer, "DATA of the transfer before")
            }
            try expect(
                !stat.flags.contains(.savedExists) && stat.savedLength == 0, "nothing saved",
                got: "flags \(stat.flags.words)")
            try expect(
                stat.flags.contains(.activeIsSaved), "active is what the next boot runs",
                got: "flags \(stat.flags.words)")
        },
        Check(
            "config.unsaved", "11.3", "BEGIN is UNSAVED where active is not saved and no area is free.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            try store.install(try bench.config(25, s))
            _ = try store.save()
            let active = try bench.config(26, s)
            try store.install(active)
            let third = try bench.config(27, s)
            try s.expect(
                .configBegin, ConfigStore.begin(third, base: ShortDigest(rawValue: 0x1122_3344)).encoded(), .conflict,
                "BEGIN of a third config with another base")
            try s.expect(.configBegin, ConfigStore.begin(third).encoded(), .unsaved, "BEGIN of a third config")
            try expect(try ConfigStore.read(s, .active) == active, "the active config as it was", got: "another")
        },
        Check(
            "config.saved-outlives-restart", "11.1",
            "After a restart the saved config is active, whatever was active before; a committed but unsaved config is complete staging.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let saved = try bench.config(28, s)
            try store.install(saved)
            _ = try store.save()
            let committed = try bench.config(29, units: 2, s)
            try store.install(committed)
            let after = ConfigStore(session: try bench.restart(s))
            let stat = try after.stat
            try expect(stat.activeDigest == ConfigStore.digest(saved), "the saved config active", got: "another")
            try expect(try ConfigStore.read(after.session, .active) == saved, "its bytes", got: "others")
            try expect(
                stat.flags.isSuperset(of: [.stagingExists, .stagingIsComplete]), "complete staging",
                got: "flags \(stat.flags.words)")
            try expect(
                stat.stagingDigest == ConfigStore.digest(committed), "the committed config as staging", got: "another")
        },
        Check(
            "config.resume-after-restart", "11.8",
            "After a restart BEGIN of the staged config continues at a whole erase unit, and the config can be completed.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let unit = Int(try s.ask(InfoRequest()).eraseUnit)
            let config = try bench.config(30, units: 2, s)
            let sent = (unit + 48) / 16 * 16
            guard sent < config.count else {
                throw CheckSkip(reason: "a config does not fill more than one erase unit")
            }
            let first = try store.begin(config)
            try store.send(config, first, upTo: sent)
            let after = ConfigStore(session: try bench.restart(s))
            let told = try after.stat.stagingNext
            let again = try after.begin(config)
            if bench.isExact { try expect(told, equals: again.next, "staging's next, where BEGIN goes on") }
            try expect(Int(again.next) <= sent, "no more than the \(sent) bytes that were sent", got: "\(again.next)")
            try expect(Int(again.next) % unit == 0, "the start of an erase unit of \(unit)", got: "\(again.next)")
            try expect(again.next > 0, "the complete unit kept", got: "a start from 0")
            try after.send(config, again)
            let done = try after.commit(config, again.transfer)
            if done.status == .invalid {
                throw CheckNotProven(reason: "the dongle's validator refuses the configs of this test")
            }
            try expect(done.status == .ok, "COMMIT done with OK", got: done.status.words)
            try expect(
                try ConfigStore.read(after.session, .active) == config, "the bytes that were sent", got: "others")
        },
        Check(
            "config.reset-outlives-restart", "11.7", "RESET and SAVE outlive a restart: the factory config is active.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let factory = try store.stat.activeDigest
            try store.install(try bench.config(31, s))
            _ = try store.save()
            _ = try s.ask(ConfigResetRequest())
            _ = try store.save()
            let after = ConfigStore(session: try bench.restart(s))
            let stat = try after.stat
            try expect(
                stat.activeDigest == factory && stat.flags.contains(.activeIsFactory), "the factory config active",
                got: "flags \(stat.flags.words)")
        },
        Check(CheckTable.putBack, "11", "The original configs are restored.", needs: resets) { bench in
            guard let kept = bench.keptConfigs else { throw CheckSkip(reason: "none was changed") }
            try kept.putBack(ConfigStore(session: try bench.open(limit: bench.options.greetingLimit)))
        },
        Check(
            "config.active-outlives-session", "4.5", "The active config stays in a new session, saved or not.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let saved = try bench.config(60, store.session)
            try store.install(saved)
            _ = try store.save()
            let active = try bench.config(61, store.session)
            try store.install(active)
            let next = ConfigStore(session: try bench.open())
            try expect(try next.stat.activeDigest == ConfigStore.digest(active), "the active config", got: "another")
        },
        Check(
            "config.unsaved-does-not-boot", "11.1",
            "Where nothing is saved, the factory config boots, and a committed or received one is complete staging.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            // A store that was never used has no mark at all; elsewhere what was saved is withdrawn.
            if try store.stat.flags.contains(.savedExists) { _ = try store.save() }
            let config = try bench.config(62, store.session)
            try store.install(config)
            let after = ConfigStore(session: try bench.restart(store.session))
            try expectFactory(after, staged: config)
            let other = try bench.config(63, after.session)
            try after.send(other, try after.begin(other))
            try expectFactory(ConfigStore(session: try bench.restart(after.session)), staged: other)
        },
        Check(
            "config.effect-done", "7.4", "BEGIN, COMMIT and SAVE that end with OK have effect done.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            let config = try bench.config(71, store.session)
            let begun = try store.session.perform(ConfigStore.begin(config))
            try EchoService.expectEnd(begun, .ok, .done, "CONFIG_BEGIN")
            let transfer: ConfigBeginResult = try decoded(begun.result, "the result of CONFIG_BEGIN")
            try store.send(config, transfer)
            let done = try store.commit(config, transfer.transfer)
            if done.status == .invalid {
                throw CheckNotProven(reason: "the dongle's validator refuses the configs of this test")
            }
            try EchoService.expectEnd(done, .ok, .done, "CONFIG_COMMIT")
            let saved = try store.session.perform(ConfigSaveRequest(deadlineMs: ConfigStore.deadlineMs))
            try EchoService.expectEnd(saved, .ok, .done, "CONFIG_SAVE")
        },
        Check(
            "config.read-saved", "11.7",
            "CONFIG_READ gives the saved config or the active one, as asked for, also while the factory config is active.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let factory = try ConfigStore.read(s, .active)
            let saved = try bench.config(72, s)
            try store.install(saved)
            _ = try store.save()
            let active = try bench.config(73, s)
            try store.install(active)
            try expect(try ConfigStore.read(s, .saved) == saved, "the saved config's bytes", got: "others")
            try expect(try ConfigStore.read(s, .active) == active, "the active config's bytes", got: "others")
            _ = try s.ask(ConfigResetRequest())
            try expect(try ConfigStore.read(s, .saved) == saved, "the saved config's bytes behind RESET", got: "others")
            try expect(try ConfigStore.read(s, .active) == factory, "the factory config's bytes", got: "others")
        },
        Check(
            "config.newest-saved-boots", "11.8", "Of two configs that were saved the newer boots.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            for variant: UInt64 in 74...76 {
                try store.install(try bench.config(variant, store.session))
                _ = try store.save()
            }
            var after = store
            // An area is chosen at each start, whichever it was before.
            for variant: UInt64 in 76...77 {
                let newest = try bench.config(variant, after.session)
                try after.install(newest)
                _ = try after.save()
                after = ConfigStore(session: try bench.restart(after.session))
                try expect(
                    try after.stat.activeDigest == ConfigStore.digest(newest), "the config that was saved last active",
                    got: "another")
            }
        },
    ]

    private static func expectFactory(_ after: ConfigStore, staged config: [UInt8]) throws {
        let stat = try after.stat
        try expect(stat.flags.contains(.activeIsFactory), "the factory config active", got: stat.flags.words)
        try expect(stat.stagingDigest == ConfigStore.digest(config), "the config staged", got: "another")
        try expect(
            stat.flags.contains(.stagingIsComplete), "complete staging", got: "flags \(stat.flags.words)")
    }
}
