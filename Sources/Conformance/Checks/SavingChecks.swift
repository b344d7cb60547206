import DongleProtocol

/// Section 11 of SPEC.md: configs that survive a restart.
enum SavingChecks {
    private static let resets: [Check.Need] = [.features(.configStore), .reset]

    static let all: [Check] = [
        Check(
            "config.save-load-reset", "11.6",
            "SAVE makes active saved, RESET makes the factory config active, LOAD the saved one.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let factory = try store.stat.activeDigest
            let config = try bench.config(20, s)
            try store.install(config)
            let sequence = try store.save()
            try expect(sequence > 0, "a sequence of 1 or more", got: "\(sequence)")
            _ = try store.save()
            var stat = try store.stat
            try expect(stat.savedDigest == ConfigStore.digest(config), "its digest saved", got: "another")
            try expect(
                stat.flags.isSuperset(of: [.savedExists, .activeIsSaved]), "saved, and active is what is saved",
                got: "flags \(stat.flags.rawValue)")
            try expect(
                try ConfigStore.read(s, .saved) == config, "the bytes that were sent, read from saved", got: "others")
            _ = try s.ask(ConfigResetRequest())
            stat = try store.stat
            try expect(stat.activeDigest == factory, "the factory config active", got: "another")
            try expect(
                stat.flags.contains(.activeIsFactory) && !stat.flags.contains(.activeIsSaved),
                "factory, and not what is saved", got: "flags \(stat.flags.rawValue)")
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
            "SAVE of the factory config removes the saved one; LOAD is then NOTHING_SAVED.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            try store.install(try bench.config(24, s))
            _ = try store.save()
            _ = try s.ask(ConfigResetRequest())
            _ = try store.save()
            try s.expect(.configLoad, [], .nothingSaved, "LOAD")
            let stat = try store.stat
            try expect(
                !stat.flags.contains(.savedExists) && stat.savedLength == 0, "nothing saved",
                got: "flags \(stat.flags.rawValue)")
            try expect(
                stat.flags.contains(.activeIsSaved), "active is what the next boot runs",
                got: "flags \(stat.flags.rawValue)")
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
            try s.expect(
                .configBegin, ConfigStore.begin(try bench.config(27, s)).encoded(), .unsaved, "BEGIN of a third config")
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
                got: "flags \(stat.flags.rawValue)")
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
            let again = try after.begin(config)
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
                got: "flags \(stat.flags.rawValue)")
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
            "Where nothing is saved, the factory config boots, and a committed one is complete staging.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            _ = try store.save()
            let config = try bench.config(62, store.session)
            try store.install(config)
            let after = ConfigStore(session: try bench.restart(store.session))
            let stat = try after.stat
            try expect(
                stat.flags.contains(.activeIsFactory), "the factory config active", got: "\(stat.flags.rawValue)")
            try expect(stat.stagingDigest == ConfigStore.digest(config), "the committed config staged", got: "another")
        },
    ]
}
