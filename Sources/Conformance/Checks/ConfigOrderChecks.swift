import DongleProtocol

/// Section 11 of SPEC.md: what follows on what, also over restarts.
enum ConfigOrderChecks {
    private static let resets: [Check.Need] = [.features(.configStore), .reset]

    static let all: [Check] = [
        Check(
            "config.saved-before", "11.8", "A config that was saved before another one can be saved again, and boots.",
            needs: resets
        ) { bench in
            var store = try bench.openStore()
            for variant: UInt64 in [90, 91, 90] {
                try store.install(try bench.config(variant, store.session))
                _ = try store.save()
            }
            store = ConfigStore(session: try bench.restart(store.session))
            let first = try bench.config(90, store.session)
            try expect(
                try store.stat.activeDigest == ConfigStore.digest(first), "the first config active again",
                got: "another")
        },
        Check(
            "config.after-withdrawal", "11.6",
            "Once SAVE has withdrawn what was saved, it does not come back, whatever is begun; what is saved afterwards boots.",
            needs: resets
        ) { bench in
            var store = try bench.openStore()
            // Each time in the other area.
            for round: UInt64 in 0..<2 {
                try store.install(try bench.config(110 + round, store.session))
                let saved = try store.save()
                _ = try store.session.ask(ConfigResetRequest())
                let sequence = try store.save()
                if bench.isExact {
                    try expect(sequence > saved, "a sequence above \(saved) of the mark in force", got: "\(sequence)")
                    try expect(try store.save(), equals: sequence, "sequence of the mark in force, saved again")
                }
                let next = try bench.config(112 + round, units: 2, store.session)
                try store.send(next, try store.begin(next), upTo: 64)
                store = ConfigStore(session: try bench.restart(store.session))
                let stat = try store.stat
                try expect(
                    stat.flags.contains(.activeIsFactory) && !stat.flags.contains(.savedExists),
                    "the factory config active and nothing saved", got: stat.flags.words)
                try store.install(next)
                _ = try store.save()
                store = ConfigStore(session: try bench.restart(store.session))
                try expect(
                    try store.stat.activeDigest == ConfigStore.digest(next), "the config that was saved last active",
                    got: "another")
            }
        },
        Check(
            "config.lengths", "11.2",
            "The digest is that of SHA-256 also where 55, 56, 63 or no bytes are left behind the last 64.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let limit = Int(try store.session.ask(InfoRequest()).largestConfig)
            for extra in [55, 56, 63, 64, 119] {
                var config = try bench.config(94, store.session)
                let length = (config.count + 63) / 64 * 64 + extra
                guard length <= limit else {
                    throw CheckNotProven(
                        reason: "the dongle takes configs of \(limit) bytes, and this test's have more")
                }
                config += [UInt8](repeating: 0x20, count: length - config.count)
                try store.install(config)
                try expect(
                    try store.stat.activeDigest == ConfigStore.digest(config), "the digest of \(length) bytes",
                    got: "another")
                _ = try store.session.ask(ConfigResetRequest())
            }
        },
        Check(
            "config.commit-of-active", "11.5",
            "COMMIT with the digest of the active config is OK, and the transfer under way stays.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let active = try bench.config(95, s)
            try store.install(active)
            _ = try store.save()
            let config = try bench.config(96, units: 2, s)
            let transfer = try store.begin(config)
            try store.send(config, transfer, upTo: 64)
            let done = try store.commit(active, transfer.transfer)
            try expect(done.status == .ok, "COMMIT of the active config: OK", got: done.status.words)
            try store.send(config, ConfigBeginResult(transfer: transfer.transfer, next: 64, chunk: transfer.chunk))
            try expect(try store.stat.stagingNext, equals: UInt32(config.count), "staging's next")
        },
        Check(
            "config.begin-cancelled", "7.4",
            "A BEGIN that ends with effect none, by CANCEL right behind it, leaves what was staged.",
            needs: resets + [.inflight(2)]
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(97, units: 2, s)
            try store.send(config, try store.begin(config), upTo: 64)
            let id = s.takeID()
            let other = ConfigStore.begin(try bench.config(98, units: 2, s)).encoded()
            let cancel = CancelRequest(requestID: id).encoded()
            let last = s.takeID()
            try bench.wire.send(s.frame(.configBegin, other, id: id) + s.frame(.cancel, cancel, id: last))
            let answer = try s.answer(to: id, .configBegin).status
            try expect(answer == .accepted, "BEGIN: ACCEPTED", got: answer.words)
            _ = try s.answer(to: last, .cancel)
            let done = try s.done(id, limit: .seconds(21))
            guard done.effect == .none else {
                throw CheckNotProven(reason: "BEGIN had begun to erase before it was cancelled")
            }
            let again = try store.begin(config)
            try expect(again.next, equals: 64, "next of what was staged, the cancelled BEGIN having effect none")
        },
        Check(
            "config.reset-behind-save", "11.7",
            "RESET right behind SAVE or BEGIN is BUSY, or comes too late to change what they do.",
            needs: resets + [.inflight(2)]
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(99, s)
            try store.install(config)
            let save = ConfigSaveRequest(deadlineMs: ConfigStore.deadlineMs).encoded()
            let (done, status) = try followed(bench, s, .configSave, save, by: .configReset)
            try expect(done.status == .ok, "SAVE done with OK", got: done.status.words)
            let stat = try store.stat
            try expect(
                stat.flags.contains(.savedExists) && stat.savedDigest == ConfigStore.digest(config),
                "what was active at SAVE saved, RESET being \(status.words)", got: "flags \(stat.flags.words)")
            // Where nothing is saved LOAD says so, whatever is under way (3.2).
            _ = try s.ask(ConfigResetRequest())
            _ = try store.save()
            let begin = ConfigStore.begin(try bench.config(100, units: 2, s)).encoded()
            let (_, load) = try followed(bench, s, .configBegin, begin, by: .configLoad)
            if bench.isExact { try expect(load == .nothingSaved, "LOAD behind BEGIN: NOTHING_SAVED", got: load.words) }
        },
    ]

    /// Sends an operation and an immediate request in one piece; returns the outcome of the one and
    /// the status of the other.
    private static func followed(
        _ bench: Bench, _ s: Session, _ operation: Operation, _ payload: [UInt8], by other: Operation
    ) throws -> (Done, Status) {
        let ids = [s.takeID(), s.takeID()]
        try bench.wire.send(s.frame(operation, payload, id: ids[0]) + s.frame(other, id: ids[1]))
        let answer = try s.answer(to: ids[0], operation).status
        try expect(answer == .accepted, "\(operation.name ?? "it"): ACCEPTED", got: answer.words)
        let status = try s.answer(to: ids[1], other).status
        return (try s.done(ids[0], limit: .seconds(21)), status)
    }
}
