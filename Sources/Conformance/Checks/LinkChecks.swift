import DongleProtocol

/// Section 8 of SPEC.md, except REBOOT.
enum LinkChecks {
    static let all: [Check] = [
        Check("ping.fields", "8.1", "PING reports boot id and uptime.") { bench in
            let s = try bench.open()
            let first = try s.ping()
            try expect(first.bootID, equals: s.reply.bootID, "boot id")
            try expect(
                first.uptimeMs &- s.reply.uptimeMs < 10_000, "uptime not before that of HELLO", got: "\(first.uptimeMs)"
            )
            pause(.milliseconds(50))
            let passed = try s.ping().uptimeMs &- first.uptimeMs
            try expect((40...5000).contains(passed), "about 50 ms of uptime", got: "\(passed) ms")
        },
        Check(
            "info.fields", "8.2",
            "INFO's texts are UTF-8 of at most 32 bytes; a config limit and a config store go together."
        ) { bench in
            let s = try bench.open()
            let answer = try s.ask(.info)
            let info: InfoAnswer = try answer.read()
            for text in [info.firmware, info.version, info.build, info.hardware] {
                try expect(text.utf8.count <= 32, "at most 32 bytes", got: "\(text.utf8.count): \(text)")
                try expect(!text.contains("\u{FFFD}"), "UTF-8", got: text)
            }
            try expect(
                (info.largestConfig > 0) == bench.features.contains(.configStore),
                "a largest config, and only with CONFIG_STORE", got: "\(info.largestConfig)")
            if info.largestConfig > 0 { try expect(info.eraseUnit > 0, "an erase unit", got: "0 bytes") }
        },
        Check(
            "info.cut-to-payload", "8",
            "With payloads of 64 bytes INFO cuts its texts and GET_STATE leaves out slots; both are OK."
        ) { bench in
            let s = try bench.open(wanted: 64)
            for operation: Operation in [.info, .getState] {
                let answer = try s.ask(operation)
                try expect(answer.status == .ok, "\(operation.name ?? "") OK", got: answer.status.words)
                try expect(answer.frame.payload.count <= 64, "at most 64 bytes", got: "\(answer.frame.payload.count)")
            }
            let _: InfoAnswer = try s.ask(.info).read()
            let _: GetStateAnswer = try s.ask(.getState).read()
            // The slot of an attempt does not fit.
            guard bench.features.contains(.gatt) else { return }
            let id = try s.begin(.connect, DeferredChecks.nobody(5000))
            let answer = try s.ask(.getState)
            try expect(answer.status == .ok, "GET_STATE with a slot in use: OK", got: answer.status.words)
            let state: GetStateAnswer = try answer.read()
            try expect(state.openOperations, equals: 1, "operations open")
            try s.ask(.cancel, CancelRequest(requestID: id).encoded())
            _ = try s.done(id, limit: .seconds(2))
        },
        Check("state.counters", "8.3", "GET_STATE gives the counters in their order, each for what it counts.") {
            bench in
            let s = try bench.open()
            // A GRANT would count as received.
            s.grants = false
            let start = bench.wire.watch.frames
            let before = try s.ask(GetStateRequest()).counters
            var damaged = s.unencoded(.ping, [], id: s.nextID)
            damaged[damaged.count - 1] ^= 1
            let size = min(Int(s.reply.rxWindow) + 64 + 2 * (bench.payload + 16) + 1024, 65_535)
            let long = s.frame(.ping, [UInt8](repeating: 0x55, count: size), id: s.nextID)
            for _ in 0..<5 { try bench.wire.send(delimited(damaged)) }
            for _ in 0..<3 { try bench.wire.send([0, 5, 1, 0]) }
            for _ in 0..<2 { try bench.wire.send(long) }
            for kind: UInt8 in 6...12 {
                try bench.wire.send(FrameHeader(kind: FrameKind(rawValue: kind), session: s.number))
            }
            for _ in 0..<4 { try s.ping() }
            let seen = bench.wire.watch.frames - start
            let after = try s.ask(GetStateRequest()).counters
            try expect(after.received &- before.received, equals: 12, "received: 7 unknown kinds, 4 PINGs, 1 GET_STATE")
            try expect(after.rejectedMalformed &- before.rejectedMalformed, equals: 3, "malformed")
            try expect(after.rejectedCRC &- before.rejectedCRC, equals: 5, "CRC")
            try expect(after.rejectedOverflow &- before.rejectedOverflow, equals: 2, "overflow")
            try expect(after.droppedFrames &- before.droppedFrames, equals: 7, "dropped")
            try expectSent(after.sent &- before.sent, answers: 5, seen: seen)
            try expect(after.advertsCoalesced, equals: before.advertsCoalesced, "coalesced")
            try expect(after.advertsDropped, equals: before.advertsDropped, "adverts dropped")
        },
        Check("state.fields", "8.3", "GET_STATE is correct in a session in which nothing was done.") { bench in
            let s = try bench.open()
            let answer = try s.ask(.getState)
            let state: GetStateAnswer = try answer.read()
            try expect(state.scan == .stopped, "scan stopped", got: state.scan.words)
            try expect(state.wifiScan == .stopped, "Wi-Fi scan stopped", got: state.wifiScan.words)
            try expect(state.scanStatus == .ok, "no status of a failed scan", got: state.scanStatus.words)
            try expect(state.openOperations, equals: 0, "operations open")
            let since = try s.ping().uptimeMs &- state.uptimeMs
            let before = state.uptimeMs &- s.reply.uptimeMs
            try expect(
                since < 5000 && before < 5000, "an uptime between those of HELLO and PING", got: "\(state.uptimeMs)")
            let counters = UInt16(leading: Array(answer.body.dropFirst(22)))
            try expect(counters >= 36, "nine counters or more: 36 bytes", got: "\(counters)")
        },
        Check("state.counts-frames", "8.3", "GET_STATE counts the frames received and sent.") { bench in
            let s = try bench.open()
            s.grants = false
            let start = bench.wire.watch.frames
            let before = try s.ask(GetStateRequest()).counters
            for _ in 0..<9 { try s.ping() }
            let seen = bench.wire.watch.frames - start
            let after = try s.ask(GetStateRequest()).counters
            try expect(after.received &- before.received, equals: 10, "frames received in nine PINGs and a GET_STATE")
            try expectSent(after.sent &- before.sent, answers: 10, seen: seen)
        },
        Check("cancel.not-found", "8.4", "CANCEL of an operation that is not open is NOT_FOUND.") { bench in
            let s = try bench.open()
            try s.ping()
            for id: UInt16 in [1, 2, 0, 0x7FFF] {
                try s.expect(.cancel, CancelRequest(requestID: id).encoded(), .notFound, "CANCEL of id \(id)")
            }
        },
        Check("identify.range", "8.5", "IDENTIFY takes 0 to 60,000 ms.", needs: [.features(.identify)]) { bench in
            let s = try bench.open()
            for ms: UInt16 in [200, 60_000, 0] {
                try s.expect(.identify, IdentifyRequest(durationMs: ms).encoded(), .ok, "IDENTIFY of \(ms) ms")
            }
            for ms: UInt16 in [60_001, 65_535] {
                try s.expect(
                    .identify, IdentifyRequest(durationMs: ms).encoded(), .invalidArgument, offset: 0,
                    "IDENTIFY of \(ms) ms")
            }
        },
    ]

    /// Fails the check unless GET_STATE counts `answers` frames as sent, and beside them at most the
    /// other frames that were seen, such as lines of the log, of which one may be under way.
    private static func expectSent(_ sent: UInt32, answers: UInt32, seen: Int) throws {
        try expect((answers...UInt32(seen + 2)).contains(sent), "\(answers) sent, in answers", got: "\(sent)")
    }
}
