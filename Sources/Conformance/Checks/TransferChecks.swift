import DongleProtocol

/// Section 11 of SPEC.md: transfer and activation of a config.
enum TransferChecks {
    private static let resets: [Check.Need] = [.features(.configStore), .reset]

    static let all: [Check] = [
        Check(
            "config.commit", "11.5",
            "A completely sent config becomes active, is read back unchanged, and is reported by CONFIG_CHANGED.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(10, units: 2, s)
            _ = s.takeEvents()
            try store.install(config)
            let stat = try store.stat
            try expect(stat.activeDigest == ConfigStore.digest(config), "its digest active", got: "another")
            try expect(stat.activeLength, equals: UInt32(config.count), "bytes of the active config")
            // Answers of every length around a COBS block.
            for length in 240...262 where length + 8 <= Int(s.reply.largestPayloadToHost) {
                let part = try s.ask(ConfigReadRequest(copy: .active, offset: 1, length: UInt16(length)))
                try expect(part.data == Array(config[1..<(1 + length)]), "\(length) bytes from offset 1", got: "others")
            }
            try expect(
                !stat.flags.contains(.activeIsFactory) && !stat.flags.contains(.activeIsSaved),
                "neither factory nor saved", got: "flags \(stat.flags.words)")
            try expect(try ConfigStore.read(s, .active) == config, "the bytes that were sent", got: "others")
            let event = try s.wait { () throws -> ConfigChanged? in
                try s.takeEvent { $0.header.event == .configChanged && $0.payload.first == 1 }
                    .map { try decoded($0.payload, "the fields of CONFIG_CHANGED") }
            }
            guard let event else { throw CheckFailure(expected: "CONFIG_CHANGED by COMMIT", got: "none") }
            try expect(event.active == stat.activeDigest.short, "its short digest", got: "another")
            try expect(event.flags == stat.flags, "flags \(stat.flags.words)", got: event.flags.words)
        },
        Check(
            "config.commit-again", "11.5", "COMMIT of what is active is OK, so repeating it is harmless.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            let config = try bench.config(11, store.session)
            let transfer = try store.begin(config)
            try store.send(config, transfer)
            for _ in 0..<2 {
                let done = try store.commit(config, transfer.transfer)
                if done.status == .invalid {
                    throw CheckNotProven(reason: "the dongle's validator refuses the configs of this test")
                }
                try expect(done.status == .ok && done.effect == .done, "OK, effect done", got: done.status.words)
            }
            let other = try store.commit(config, transfer.transfer &+ 5)
            try expect(other.status == .ok, "OK, whatever the transfer", got: other.status.words)
        },
        Check(
            "config.commit-refused", "11.5",
            "COMMIT is refused for its transfer, its digest, and missing bytes, in this order; nothing changes.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(12, units: 2, s)
            let before = try store.stat.activeDigest
            let transfer = try store.begin(config)
            try store.send(config, transfer, upTo: 64)
            let short = ConfigStore.digest(config).short
            func commit(_ id: UInt16, _ digest: ShortDigest) -> [UInt8] {
                ConfigCommitRequest(deadlineMs: 5000, transfer: id, digest: digest).encoded()
            }
            try s.expect(.configCommit, commit(transfer.transfer &+ 9, short), .wrongTransfer, "another transfer")
            try s.expect(
                .configCommit, commit(transfer.transfer, ShortDigest(rawValue: 5)), .invalidArgument, offset: 8,
                "another digest")
            let answer = try s.ask(.configCommit, commit(transfer.transfer, short))
            var status = answer.status
            var next = answer.error.nextOffset
            if status == .accepted {
                let done = try s.done(s.nextID &- 1, limit: .seconds(7))
                status = done.status
                next = (try decoded(done.result, "an error body") as ErrorBody).nextOffset
            }
            try expect(status == .incomplete, "INCOMPLETE", got: status.words)
            try s.expectDetail(next, 64, "next")
            try expect(try store.stat.activeDigest == before, "the original active config", got: "another")
            try store.send(config, ConfigBeginResult(transfer: transfer.transfer, next: 64, chunk: transfer.chunk))
        },
        Check(
            "config.commit-cancelled", "7.4", "A COMMIT that is cancelled has effect none, and its transfer stays.",
            needs: resets + [.inflight(2)]
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(85, units: 2, s)
            let transfer = try store.begin(config)
            try store.send(config, transfer)
            let commit = ConfigCommitRequest(
                deadlineMs: ConfigStore.deadlineMs, transfer: transfer.transfer,
                digest: ConfigStore.digest(config).short)
            let ids = [s.takeID(), s.takeID()]
            let cancel = CancelRequest(requestID: ids[0]).encoded()
            try bench.wire.send(
                s.frame(.configCommit, commit.encoded(), id: ids[0]) + s.frame(.cancel, cancel, id: ids[1]))
            let answer = try s.answer(to: ids[0], .configCommit).status
            try expect(answer == .accepted, "COMMIT: ACCEPTED", got: answer.words)
            _ = try s.answer(to: ids[1], .cancel)
            let done = try s.done(ids[0], limit: .seconds(21))
            guard done.status == .cancelled else {
                throw CheckNotProven(reason: "COMMIT was done before it could be cancelled")
            }
            try expect(done.effect == .none, "effect none", got: done.effect.words)
            try expect(try store.stat.flags.contains(.stagingIsComplete), "complete staging", got: "none")
            // Flash may still be at work for the first one.
            let end = ContinuousClock.now + .seconds(20)
            while try s.ask(.configReset).status == .busy, ContinuousClock.now < end { pause(.milliseconds(50)) }
            let again = try store.commit(config, transfer.transfer)
            if again.status == .invalid { return }
            try expect(again.status == .ok, "COMMIT of the same transfer: OK", got: again.status.words)
        },
        Check(
            "config.digest-checked", "11.5",
            "Bytes that do not have the announced digest are refused with DIGEST, staging is erased, and active stays.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let config = try bench.config(13, units: 2, store.session)
            let before = try store.stat.activeDigest
            let transfer = try store.begin(config)
            var damaged = config
            damaged[config.count - 20] ^= 0x29
            try store.send(damaged, transfer)
            let done = try store.commit(config, transfer.transfer)
            try expect(done.status == .digest, "DIGEST", got: done.status.words)
            try expect(done.effect == .none, "effect none", got: done.effect.words)
            let stat = try store.stat
            try expect(stat.activeDigest == before, "the original active config", got: "another")
            try expect(
                stat.stagingDigest != ConfigStore.digest(config), "staging erased",
                got: "\(stat.stagingNext) bytes of it")
            let after = ConfigStore(session: try bench.restart(store.session))
            try expect(
                try after.stat.stagingDigest != ConfigStore.digest(config), "staging erased, also after a restart",
                got: "it is there again")
            let again = try after.begin(config)
            try expect(again.next, equals: 0, "next of another BEGIN")
        },
        Check(
            "config.resume", "11.8",
            "BEGIN of what is staged resumes at its next in the same session and the next, under another transfer id.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let config = try bench.config(14, units: 2, store.session)
            let first = try store.begin(config)
            try store.send(config, first, upTo: 160)
            let second = try store.begin(config)
            try expect(second.next, equals: 160, "next in the same session")
            try expect(
                second.transfer != first.transfer, "a transfer other than \(first.transfer)", got: "\(second.transfer)")
            try store.session.expect(
                .configData,
                ConfigDataRequest(transfer: first.transfer, offset: 160, data: Array(config[160..<176])).encoded(),
                .wrongTransfer, "DATA of the earlier transfer")
            let other = ConfigStore(session: try bench.open())
            let third = try other.begin(config)
            try expect(third.next, equals: 160, "next in a new session")
            try other.send(config, third)
            let done = try other.commit(config, third.transfer)
            if done.status == .invalid { return }
            try expect(done.status == .ok, "OK", got: done.status.words)
            try expect(
                try ConfigStore.read(other.session, .active) == config, "the bytes that were sent", got: "others")
        },
        Check(
            "config.other-starts-over", "11.3",
            "BEGIN of another config of the same length erases staging: the two do not mix.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            let one = try bench.config(15, units: 2, store.session)
            let other = try bench.config(16, units: 2, store.session)
            let first = try store.begin(one)
            try store.send(one, first, upTo: 320)
            let second = try store.begin(other)
            try expect(second.next, equals: 0, "next")
            // Length and digest together make a config.
            try store.send(other, second, upTo: 160)
            var longer = ConfigStore.begin(other)
            longer.length += 16
            let third: ConfigBeginResult = try store.session.result(longer)
            try expect(third.next, equals: 0, "next of the same digest with another length")
            try store.send(other, try store.begin(other), upTo: 160)
            let last = try store.begin(other)
            try expect(last.next, equals: 160, "next of the same config")
            try store.send(other, last)
            let done = try store.commit(other, last.transfer)
            if done.status == .invalid {
                throw CheckNotProven(reason: "the dongle's validator refuses the configs of this test")
            }
            try expect(done.status == .ok, "OK", got: done.status.words)
            try expect(
                try ConfigStore.read(store.session, .active) == other, "the bytes that were sent last", got: "others")
        },
        Check(
            "config.base-checked-again", "11.5",
            "COMMIT checks base again: CONFLICT where active has changed meanwhile.", needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let saved = try bench.config(17, s)
            try store.install(saved)
            _ = try store.save()
            let config = try bench.config(18, s)
            let transfer = try store.begin(config, base: ConfigStore.digest(saved).short)
            try store.send(config, transfer)
            _ = try s.ask(ConfigResetRequest())
            let id = s.nextID
            let answer = try s.ask(
                .configCommit,
                ConfigCommitRequest(
                    deadlineMs: 5000, transfer: transfer.transfer, digest: ConfigStore.digest(config).short
                ).encoded())
            let status = answer.status == .accepted ? try s.done(id, limit: .seconds(7)).status : answer.status
            try expect(status == .conflict, "CONFLICT", got: status.words)
            try expect(try store.stat.flags.contains(.activeIsFactory), "the factory config active", got: "another")
        },
        Check("config.pipelined", "11.4", "Two DATA in flight are both written.", needs: resets + [.inflight(2)]) {
            bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(19, units: 2, s)
            let transfer = try store.begin(config)
            let size = min(64, Int(transfer.chunk))
            let pieces = [0, size].map {
                ConfigDataRequest(
                    transfer: transfer.transfer, offset: UInt32($0), data: Array(config[$0..<($0 + size)])
                ).encoded()
            }
            let ids = pieces.map { _ in s.takeID() }
            try bench.wire.send(zip(ids, pieces).flatMap { s.frame(.configData, $1, id: $0) })
            for (id, next) in zip(ids, [UInt32(size), UInt32(2 * size)]) {
                let answer: ConfigDataAnswer = try s.answer(to: id, .configData).read()
                try expect(answer.next, equals: next, "next")
            }
        },
        Check(
            "config.newest-base", "11.3", "The base that COMMIT checks is that of the newest BEGIN.",
            needs: resets + [.minor(1)]
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let active = try bench.config(63, s)
            try store.install(active)
            _ = try store.save()
            let config = try bench.config(64, s)
            try store.send(config, try store.begin(config))
            let again = try store.begin(config, base: ConfigStore.digest(active).short)
            _ = try s.ask(ConfigResetRequest())
            let id = s.nextID
            let commit = ConfigCommitRequest(
                deadlineMs: 5000, transfer: again.transfer, digest: ConfigStore.digest(config).short)
            let answer = try s.ask(.configCommit, commit.encoded())
            let status = answer.status == .accepted ? try s.done(id, limit: .seconds(7)).status : answer.status
            try expect(status == .conflict, "COMMIT: CONFLICT", got: status.words)
        },
        Check(
            "config.largest", "8.2", "A config as long as INFO's limit is taken, one byte more is TOO_LARGE.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let limit = try store.session.ask(InfoRequest()).largestConfig
            var begin = ConfigStore.begin([1])
            begin.length = limit + 1
            try store.session.expect(.configBegin, begin.encoded(), .tooLarge, "\(limit + 1) bytes")
            begin.length = limit
            let done = try store.session.perform(begin)
            try expect(done.status == .ok, "BEGIN of \(limit) bytes: OK", got: done.status.words)
            let config = try bench.config(81, units: Int(limit), store.session)
            guard config.count == Int(limit), limit <= 16_384 else { return }
            try store.install(config)
            try expect(try ConfigStore.read(store.session, .active) == config, "all \(limit) bytes", got: "others")
            _ = try store.save()
            let after = ConfigStore(session: try bench.restart(store.session))
            try expect(
                try after.stat.activeDigest == ConfigStore.digest(config), "all \(limit) bytes after a restart",
                got: "another config")
        },
        Check(
            "config.one-staging", "11.1",
            "There is one staging: BEGIN of another config ends the one before, which does not come back by a restart.",
            needs: resets + [.minor(1)]
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            try store.install(try bench.config(82, s))
            _ = try store.save()
            let committed = try bench.config(83, s)
            try store.install(committed)
            _ = try s.ask(ConfigLoadRequest())
            let other = try bench.config(84, units: 2, s)
            _ = try store.begin(other)
            try expect(try store.stat.stagingDigest == ConfigStore.digest(other), "the new staging", got: "another")
            let after = ConfigStore(session: try bench.restart(s))
            try expect(
                try after.stat.stagingDigest != ConfigStore.digest(committed), "not the staging before", got: "it")
        },
    ]
}
