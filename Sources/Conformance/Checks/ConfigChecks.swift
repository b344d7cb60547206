import DongleProtocol

/// Section 11 of SPEC.md: reading, and the arguments of operations that cannot be undone.
enum ConfigChecks {
    private static let needs: [Check.Need] = [.features(.configStore)]
    private static let resets: [Check.Need] = [.features(.configStore), .reset]

    static let all: [Check] = [
        Check(
            "config.stat", "11.7", "CONFIG_STAT and GET_STATE report the same, and lengths fit the flags.",
            needs: needs + [.payload(ConfigStore.statBytes)]
        ) { bench in
            let s = try bench.open()
            let answer = try s.ask(.configStat)
            let stat: ConfigStatAnswer = try answer.read()
            if s.reply.minor == 1 { try expect(answer.frame.payload[3], equals: 0, "reserved byte at offset 3") }
            let state = try s.ask(GetStateRequest())
            try expect(stat.flags == state.config, "flags \(state.config.words)", got: stat.flags.words)
            if !stat.flags.contains(.savedExists) { try expect(stat.savedLength, equals: 0, "bytes saved") }
            if !stat.flags.contains(.stagingExists) { try expect(stat.stagingLength, equals: 0, "bytes of staging") }
            try expect(
                stat.stagingNext <= stat.stagingLength, "staging's next within its length", got: "\(stat.stagingNext)")
            let complete = stat.stagingLength > 0 && stat.stagingNext == stat.stagingLength
            try expect(
                stat.flags.contains(.stagingIsComplete) == complete, "complete staging where next is its length",
                got: stat.flags.words)
        },
        Check(
            "config.stat-too-large", "8", "CONFIG_STAT in a session with payloads of 64 bytes is TOO_LARGE.",
            needs: needs
        ) { bench in
            let s = try bench.open(wanted: 64)
            let answer = try s.expect(.configStat, [], .tooLarge, "CONFIG_STAT")
            try s.expectDetail(answer.error.limit, 64, "limit")
        },
        Check(
            "config.read", "11.7",
            "CONFIG_READ returns the active config with the digest that CONFIG_STAT reports, and nothing past its end.",
            needs: needs + [.payload(ConfigStore.statBytes)]
        ) { bench in
            let s = try bench.open()
            let stat = try s.ask(ConfigStatRequest())
            let active = try ConfigStore.read(s, .active)
            try expect(active.count, equals: Int(stat.activeLength), "bytes of the active config")
            try expect(ConfigStore.digest(active) == stat.activeDigest, "its digest", got: "another")
            for offset in [stat.activeLength, stat.activeLength + 1, .max] {
                let part = try s.ask(ConfigReadRequest(copy: .active, offset: offset, length: 16))
                try expect(
                    part.data.isEmpty && part.length == stat.activeLength,
                    "no byte from \(offset), of \(stat.activeLength)", got: "\(part.data.count), of \(part.length)")
            }
            let room = Int(s.reply.largestPayloadToHost) - 8
            for length in [1, 16, 0xFFFF] {
                let part = try s.ask(ConfigReadRequest(copy: .active, offset: 0, length: UInt16(length)))
                try expect(part.data.count, equals: min(length, room, active.count), "bytes, as many as fit")
                try expect(part.length, equals: stat.activeLength, "length of the whole config")
            }
            if active.count > 4 {
                let part = try s.ask(ConfigReadRequest(copy: .active, offset: 2, length: 2))
                try expect(part.data, equals: Array(active[2..<4]), "two bytes from offset 2")
            }
        },
        Check(
            "config.read-long-block", "11.7",
            "CONFIG_READ arrives whole, also where a zero stands right behind 253, 254 or 255 bytes without one (1.2).",
            needs: resets + [.payload(263)]
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(5, units: 2, s)
            guard config.count >= 255, Int(s.reply.largestPayloadToHost) >= 263 else {
                throw CheckNotProven(reason: "an answer of 255 bytes of a config does not fit")
            }
            try store.install(config)
            for count in 253...255 {
                // The length's second byte is a zero, then come the bytes of the text, which has none,
                // and of the CRC the first one is to be the next.
                let data = Array(config.prefix(count))
                let answer = ConfigReadAnswer(length: UInt32(config.count), data: data).encoded()
                let id = (s.nextID...s.nextID + 20_000).first { id in
                    s.unencoded(.configRead, [0, 0] + answer, id: id, kind: .response).suffix(4).first == 0
                }
                guard let id else { throw CheckNotProven(reason: "no id brings a CRC that begins with 0") }
                let request = ConfigReadRequest(copy: .active, offset: 0, length: UInt16(count))
                let part: ConfigReadAnswer = try s.ask(.configRead, request.encoded(), id: id).read()
                s.nextID = id + 1
                try expect(part.data == data, "\(count) bytes of the config", got: "others")
            }
        },
        Check(
            "config.read-arguments", "11.7",
            "CONFIG_READ of an unknown copy or of no byte is INVALID_ARGUMENT; of a missing saved config, NOTHING_SAVED.",
            needs: needs + [.payload(ConfigStore.statBytes)]
        ) { bench in
            let s = try bench.open()
            let read = ConfigReadRequest(copy: .active, offset: 0, length: 16).encoded()
            try s.expect(.configRead, read.with([2], at: 0), .invalidArgument, offset: 0, "copy 2")
            try s.expect(.configRead, read.with(0 as UInt16, at: 6), .invalidArgument, offset: 6, "length 0")
            if bench.isExact {
                try s.expect(
                    .configRead, read.with([2], at: 0).with(0 as UInt16, at: 6), .invalidArgument, offset: 0,
                    "copy 2 before length 0")
            }
            if try s.ask(ConfigStatRequest()).flags.contains(.savedExists) { return }
            try s.expect(.configRead, read.with([1], at: 0), .nothingSaved, "the saved config")
        },
        Check(
            "config.begin-arguments", "11.3",
            "BEGIN of no byte is INVALID_ARGUMENT, of too many TOO_LARGE with the limit, of what is active UNCHANGED, with another base CONFLICT with the active digest; no base is any.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let info = try s.ask(InfoRequest())
            let config = try bench.config(1, s)
            let begin = ConfigStore.begin(config)
            try s.expect(
                .configBegin, begin.encoded().with([0, 0, 0, 0], at: 4), .invalidArgument, offset: 4, "length 0")
            var large = begin
            large.length = info.largestConfig + 1
            let answer = try s.expect(.configBegin, large.encoded(), .tooLarge, "one byte more than INFO's limit")
            try s.expectDetail(answer.error.limit, info.largestConfig, "limit")
            let stat = try store.stat
            let wrongBase = ConfigStore.begin(config, base: ShortDigest(rawValue: 0x1122_3344))
            let conflict = try s.expect(.configBegin, wrongBase.encoded(), .conflict, "another base")
            try s.expectDetail(conflict.error.activeDigest, stat.activeDigest.short, "the active config's short digest")
            try store.install(config)
            var same = ConfigStore.begin(config, base: ShortDigest(rawValue: 0x1122_3344))
            try s.expect(.configBegin, same.encoded(), .unchanged, "the active config, whatever its base")
            same.length = info.largestConfig + 1
            try s.expect(.configBegin, same.encoded(), .tooLarge, "its digest with too many bytes")
            same.deadlineMs = 99
            try s.expect(.configBegin, same.encoded(), .invalidArgument, offset: 0, "a deadline of 99 ms")
            same.length = 0
            try s.expect(.configBegin, same.encoded(), .invalidArgument, offset: 0, "that before no byte")
            // No base is any.
            _ = try store.save()
            let other = try s.perform(ConfigStore.begin(try bench.config(79, s), base: .zero))
            try expect(other.status == .ok, "BEGIN without a base: OK", got: other.status.words)
        },
        Check(
            "config.data-order", "11.4",
            "DATA is refused for its transfer, its offset, and its length, in this order, and nothing is written; the chunk is a multiple of 16 that fits.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(2, units: 2, s)
            let transfer = try store.begin(config)
            try expect(transfer.next, equals: 0, "next")
            try expect(
                transfer.chunk >= 16 && transfer.chunk % 16 == 0, "a chunk that is a multiple of 16",
                got: "\(transfer.chunk)")
            try expect(
                Int(transfer.chunk) + 8 <= bench.payload, "a chunk that fits the payload", got: "\(transfer.chunk)")
            let id = transfer.transfer
            func data(_ transfer: UInt16, _ offset: UInt32, _ count: Int) -> [UInt8] {
                ConfigDataRequest(transfer: transfer, offset: offset, data: Array(config.prefix(count))).encoded()
            }
            try s.expect(.configData, data(id &+ 7, 16, 0), .wrongTransfer, "another transfer")
            let offset = try s.expect(.configData, data(id, 16, 0), .offset, "another offset, and no byte")
            try s.expectDetail(offset.error.nextOffset, 0, "next")
            try s.expect(.configData, data(id, 0, 0), .invalidArgument, offset: 6, "no byte")
            try s.expect(.configData, data(id, 0, 17), .invalidArgument, offset: 6, "17 bytes that are not the last")
            try s.expect(.configData, Array(data(id, 0, 16).dropLast()), .malformed, "a blob longer than the payload")
            try expect(try store.stat.stagingNext, equals: 0, "staging's next")
            try s.expect(.configData, data(id, 0, 16), .ok, "16 bytes")
            let stat = try store.stat
            try expect(stat.stagingNext, equals: 16, "staging's next")
            try expect(stat.stagingLength, equals: UInt32(config.count), "bytes of staging")
            try expect(stat.stagingDigest == ConfigStore.digest(config), "staging's digest", got: "another")
            try expect(
                stat.flags.contains(.stagingExists) && !stat.flags.contains(.stagingIsComplete),
                "staging that is not complete", got: "flags \(stat.flags.rawValue)")
            let behind = try s.expect(.configData, data(id, 0, 16), .offset, "what is written already")
            try s.expectDetail(behind.error.nextOffset, 16, "next")
        },
        Check(
            "config.small-payload", "11.3",
            "In a session with payloads of 64 bytes BEGIN states a chunk that fits, and a config goes through in such pieces.",
            needs: resets
        ) { bench in
            let config = try bench.config(80, try bench.openStore().session)
            let small = ConfigStore(session: try bench.open(wanted: 64))
            let transfer = try small.begin(config)
            try expect(
                (16...56).contains(transfer.chunk) && transfer.chunk % 16 == 0, "a chunk of 16, 32 or 48 bytes",
                got: "\(transfer.chunk)")
            try small.send(config, transfer)
            let done = try small.commit(config, transfer.transfer)
            if done.status == .invalid { return }
            try expect(done.status == .ok, "COMMIT done with OK", got: done.status.words)
            try expect(
                try ConfigStore.read(small.session, .active) == config, "the bytes that were sent", got: "others")
        },
        Check(
            "config.data-over-end", "11.4",
            "DATA longer than the rest is INVALID_ARGUMENT at offset 6; the last piece may have any length.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(3, s).dropLast(3) + [0x20, 0x0A]
            let transfer = try store.begin(Array(config))
            let whole = config.count / 16 * 16
            try store.send(Array(config), transfer, upTo: whole == config.count ? whole - 16 : whole)
            let next = try store.stat.stagingNext
            let rest = Array(config.dropFirst(Int(next)))
            let over = ConfigDataRequest(transfer: transfer.transfer, offset: next, data: rest + [0x20]).encoded()
            try s.expect(.configData, over, .invalidArgument, offset: 6, "a byte more than is left")
            let last = try s.ask(ConfigDataRequest(transfer: transfer.transfer, offset: next, data: rest))
            try expect(last.next, equals: UInt32(config.count), "next")
        },
        Check(
            "config.data-executed-once", "5.3", "DATA that is repeated is answered as before and written once.",
            needs: resets
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(4, units: 2, s)
            let transfer = try store.begin(config)
            let piece = ConfigDataRequest(transfer: transfer.transfer, offset: 0, data: Array(config.prefix(32)))
                .encoded()
            let id = s.nextID
            let first = try s.ask(.configData, piece)
            let again = try s.ask(.configData, piece, id: id)
            try expect(
                first.status == .ok && again.frame.payload == first.frame.payload, "the same answer: OK",
                got: again.frame.words)
            try expect(try store.stat.stagingNext, equals: 32, "staging's next")
        },
    ]
}
