import DongleProtocol

/// Section 4 of SPEC.md.
enum SessionChecks {
    static let all: [Check] = [
        Check("hello.reply", "4.3", "Every field of the HELLO reply is within its range.") { bench in
            let r = try bench.open().reply
            try expect(r.major, equals: 1, "major version")
            try expect(r.slots <= 32, "0...32 connection slots", got: "\(r.slots)")
            try expect([1, 2, 4, 8].contains(r.maxInflight), "max_inflight 1, 2, 4 or 8", got: "\(r.maxInflight)")
            try expect(r.largestPayloadToDongle >= 64, "payload to the dongle ≥ 64", got: "\(r.largestPayloadToDongle)")
            try expect(r.largestPayloadToHost >= 64, "payload to the host ≥ 64", got: "\(r.largestPayloadToHost)")
            let largest = FrameEncoder.largestEncodedSize(payloadCount: Int(r.largestPayloadToDongle))
            try expect(
                Int(r.rxWindow) >= largest, "rx_window ≥ \(largest), its largest encoded frame", got: "\(r.rxWindow)")
            if r.features.contains(.gatt) {
                try expect((23...517).contains(r.largestMTU), "ATT MTU 23...517", got: "\(r.largestMTU)")
                let limit = r.largestPayloadToHost - 7
                try expect(
                    r.largestMTU <= limit, "ATT MTU ≤ payload to the host − 7 = \(limit)", got: "\(r.largestMTU)")
                try expect(r.slots > 0, "a connection slot", got: "none")
            } else {
                try expect(r.largestMTU, equals: 0, "ATT MTU without GATT")
            }
            try expect(r.resetReason.rawValue <= 7, "reset reason 0...7", got: r.resetReason.words)
        },
        Check("hello.probe", "4.3", "The reply repeats up to 16 bytes of the probe, whatever their values.") { bench in
            for start in stride(from: 0, to: 256, by: 16) {
                let probe = (start..<(start + 16)).map { UInt8($0) }
                try expect(try greeted(bench, probe: probe), equals: probe, "probe echoed")
            }
            // Replies of all these lengths: some ports lose the end of one of 64 bytes.
            for count in 0..<16 {
                let probe = [UInt8](repeating: 0x41, count: count)
                try expect(try greeted(bench, probe: probe), equals: probe, "probe echoed")
            }
            let long = (1...20).map { UInt8($0) }
            try expect(
                try greeted(bench, probe: long), equals: Array(long.prefix(16)), "first 16 bytes of a probe of 20")
        },
        Check("hello.size", "4.3", "The reply has at most 64 bytes of payload, and the id of its HELLO.") { bench in
            let (frame, _) = try helloFrame(
                bench, HelloRequest(nonce: 5, largestPayload: 65_535, probe: [UInt8](repeating: 1, count: 16)))
            try expect(frame.payload.count <= 64, "at most 64 bytes", got: "\(frame.payload.count)")
            try expect(frame.payload.count == 62, "46 bytes and a probe of 16", got: "\(frame.payload.count)")
            if bench.reply?.minor == 1 { try expect(frame.payload[15], equals: 0, "reserved byte at offset 15") }
            try expect(frame.header.id, equals: 0, "id of the reply")
            let (other, _) = try helloFrame(bench, HelloRequest(nonce: 5, largestPayload: 65_535), id: 0x1234)
            try expect(other.header.id, equals: 0x1234, "id of the reply, as in HELLO")
        },
        Check(
            "hello.payload-wanted", "4.1",
            "Neither payload limit is above what the host wants, nor under 64; the ATT MTU leaves room for a notification."
        ) { bench in
            for wanted: UInt16 in [64, 100, 255] {
                let r = try bench.open(wanted: wanted).reply
                for limit in [r.largestPayloadToDongle, r.largestPayloadToHost] {
                    try expect((64...wanted).contains(limit), "limits of 64 to \(wanted) bytes", got: "\(limit)")
                }
                if bench.features.contains(.gatt) {
                    let room = 23...(r.largestPayloadToHost - 7)
                    try expect(room.contains(r.largestMTU), "an ATT MTU of \(room)", got: "\(r.largestMTU)")
                }
            }
            _ = try bench.open()
        },
        Check(
            "hello.identity", "4.3",
            "Device id and boot id stay the same from session to session, and uptime continues."
        ) {
            bench in
            let first = try bench.open().reply
            pause(.milliseconds(20))
            let second = try bench.open().reply
            try expect(second.deviceID == first.deviceID, "device id \(first.deviceID.text)", got: second.deviceID.text)
            try expect(second.bootID, equals: first.bootID, "boot id")
            let passed = second.uptimeMs &- first.uptimeMs
            try expect((10...10_000).contains(passed), "about 20 ms of uptime between two HELLOs", got: "\(passed) ms")
        },
        Check(
            "hello.repeated", "4.5", "HELLO with the current session and nonce is answered again, and nothing changes."
        ) {
            bench in
            let s = try bench.open()
            try s.makeEvents(1)
            _ = try s.event(.scanState, "for the scan that began")
            let first = try s.ask(.ping, id: 100)
            s.nextID = 101
            // Its probe may be another: the reply repeats that of the HELLO that it answers.
            var repeated = s.hello
            repeated.probe = [0x13, 0x11]
            let (_, reply) = try helloFrame(bench, repeated, session: s.number)
            try expect(reply.status == .ok, "OK", got: reply.status.words)
            try expect(reply.probe, equals: [0x13, 0x11], "probe")
            try expect(limits(reply), equals: limits(s.reply), "limits: payloads, rx_window, ATT MTU")
            let again = try s.ask(.ping, id: 100)
            try expect(
                again.frame.payload == first.frame.payload, "the request table as before", got: again.frame.words)
            try expect(try s.ping().nextEvent, equals: 1, "next counter of stream A")
            try expect(try s.ask(GetStateRequest()).scan == .running, "the scan still runs", got: "it is stopped")
            let small = try bench.open(wanted: 80)
            let (_, same) = try helloFrame(bench, small.hello, session: small.number)
            try expect(limits(same), equals: limits(small.reply), "limits of a session of 80 bytes")
        },
        Check(
            "hello.session-in-use", "4.5",
            "HELLO with the current session and another nonce is SESSION_IN_USE, bears that nonce, and the session continues."
        ) { bench in
            let s = try bench.open()
            let first = try s.ask(.ping, id: 1)
            for bit: UInt32 in [1, 0x8000_0000, 0x0001_0000] {
                var other = s.hello
                other.nonce ^= bit
                other.largestPayload = 80
                let (_, reply) = try helloFrame(bench, other, session: s.number)
                try expect(reply.status == .sessionInUse, "SESSION_IN_USE", got: reply.status.words)
                try expectLimits(bench, reply, 80)
            }
            let again = try s.ask(.ping, id: 1)
            try expect(
                again.frame.payload == first.frame.payload, "the request table as before", got: again.frame.words)
            s.nextID = 2
            // The limits of the session are those of its own HELLO.
            let (_, own) = try helloFrame(bench, s.hello, session: s.number)
            try expect(limits(own), equals: limits(s.reply), "limits of the session as before")
        },
        Check(
            "hello.repeat-keeps-requests", "4.5",
            "HELLO of the session and nonce as now changes nothing: a request that is repeated afterwards is not executed again.",
            needs: [.inflight(2)]
        ) { bench in
            let s = try bench.open()
            _ = try s.ask(.scanStart, scanPayload(), id: 1)
            _ = try s.ask(.scanStop, id: 2)
            _ = try helloFrame(bench, s.hello, session: s.number)
            let again = try s.ask(.scanStart, scanPayload(), id: 1)
            try expect(again.status == .ok, "SCAN_START repeated: OK", got: again.status.words)
            s.nextID = 3
            try expect(try s.ask(GetStateRequest()).scan == .stopped, "not executed again: no scan", got: "it runs")
        },
        Check(
            "hello.version-mismatch", "4.5",
            "HELLO without a major version in common is VERSION_MISMATCH, and the session continues."
        ) { bench in
            let s = try bench.open()
            try s.ask(.ping, id: 1)
            for (lowest, highest) in [(2, 7), (0, 0), (15, 15)] as [(UInt8, UInt8)] {
                let hello = HelloRequest(nonce: 9, lowestMajor: lowest, highestMajor: highest, largestPayload: 80)
                let (_, reply) = try helloFrame(bench, hello)
                try expect(
                    reply.status == .versionMismatch, "VERSION_MISMATCH for \(lowest) to \(highest)",
                    got: reply.status.words)
                try expect(reply.major, equals: 1, "the dongle's highest major version")
                try expectLimits(bench, reply, 80)
            }
            let again = try s.ask(.ping, [1], id: 1)
            try expect(
                again.status == .sequenceReused, "the session goes on: SEQUENCE_REUSED for id 1",
                got: again.status.words)
        },
        Check("hello.first-row", "4.5", "The first matching row applies: session before version.") { bench in
            let s = try bench.open()
            var other = s.hello
            other.nonce ^= 1
            other.lowestMajor = 2
            other.highestMajor = 3
            let (_, reply) = try helloFrame(bench, other, session: s.number)
            try expect(reply.status == .sessionInUse, "SESSION_IN_USE", got: reply.status.words)
        },
        Check(
            "hello.later-host", "2.4", "HELLO is answered under any major version in the header, with major version 1."
        ) { bench in
            for major: UInt8 in [0, 2, 15] {
                let hello = HelloRequest(nonce: 8, lowestMajor: 1, highestMajor: 9, largestPayload: 512, probe: [])
                let (frame, reply) = try helloFrame(bench, hello, major: major)
                try expect(reply.status == .ok, "OK under major version \(major)", got: reply.status.words)
                try expect(frame.header.major, equals: 1, "major version of the answer")
                try expect(reply.major, equals: 1, "the highest both speak")
            }
            for (lowest, highest) in [(0, 15), (1, 1), (0, 1), (1, 15)] as [(UInt8, UInt8)] {
                let hello = HelloRequest(nonce: 8, lowestMajor: lowest, highestMajor: highest, largestPayload: 512)
                let (_, reply) = try helloFrame(bench, hello)
                try expect(reply.status == .ok, "OK for \(lowest) to \(highest)", got: reply.status.words)
            }
        },
        Check("hello.malformed-dropped", "4.5", "A HELLO that is not well-formed is dropped and counted.") { bench in
            let s = try bench.open()
            let before = try s.ask(GetStateRequest()).counters
            let whole = HelloRequest(nonce: 3, largestPayload: 512, probe: [1, 2, 3]).encoded()
            let header = FrameHeader(kind: .request, session: bench.freshSession(), code: 1)
            for count in 0..<whole.count {
                try bench.wire.send(header, Array(whole.prefix(count)))
                // The dongle has read it before the next one comes.
                try s.ping()
            }
            try bench.wire.send(header, whole.with(63 as UInt16, at: 8))
            try bench.wire.send(FrameHeader(kind: .request, session: 0, code: 1), whole)
            try s.expectNothingAnswered("HELLOs that are not well-formed")
            let after = try s.ask(GetStateRequest()).counters
            try expect(after.droppedFrames &- before.droppedFrames, equals: UInt32(whole.count + 2), "frames dropped")
        },
        Check(
            "hello.new-session-clears", "4.5",
            "A new session clears requests and streams and stops the scan; counters continue."
        ) { bench in
            let old = try bench.open()
            old.grants = false
            try old.makeEvents(3)
            try old.ask(.ping, id: 50)
            old.nextID = 51
            // The radio may refuse it beside the other scan.
            if bench.features.contains(.wifiScan) {
                try old.ask(.wifiScanStart, WifiScanStartRequest().encoded())
            }
            // Something to count, of each kind.
            var damaged = old.unencoded(.ping, [], id: 52)
            damaged[damaged.count - 1] ^= 1
            try bench.wire.send(delimited(damaged) + [0, 5, 1, 0])
            try bench.wire.send(FrameHeader(kind: FrameKind(rawValue: 9), session: old.number))
            let before = try old.ask(GetStateRequest()).counters
            let s = try bench.open()
            s.grants = false
            s.nextID = 2
            try expect(try s.ask(.ping, id: 1).status == .ok, "id 1 executed", got: "refused")
            let state = try s.ask(GetStateRequest())
            try expect(state.scan == .stopped, "no scan", got: "it runs")
            try expect(state.nextEvent, equals: 0, "next counter of stream A")
            try expect(state.oldestEvent, equals: 0, "oldest event kept")
            try expect(state.oldestAdvert, equals: 0, "number of adverts")
            try expect(state.openOperations, equals: 0, "operations open")
            try expect(state.wifiScan == .stopped, "no Wi-Fi scan", got: "it runs")
            for (was, now) in zip(words(before), words(state.counters)) {
                try expect(now >= was, "counters at least as high as before: \(was)", got: "\(now)")
            }
            try s.listen(.milliseconds(150))
            let late = s.others.first { $0.header.session == old.number }
            try expect(late == nil, "nothing of the session before behind the reply", got: late?.words ?? "")
            if let event = s.events.first {
                throw CheckFailure(expected: "no event of operations that the new session ended", got: event.words)
            }
        },
        Check(
            "session.wrong-session", "4.7",
            "A request of another session is answered WRONG_SESSION with its session and id, also session 0, and not executed."
        ) { bench in
            let s = try bench.open()
            for session in [s.number ^ 0x4000, 0, s.number &- 1] {
                try s.post(.scanStart, scanPayload(), id: 77, session: session)
                let found = try s.wait { s.takeOther { $0.header.session == session && $0.header.kind == .response } }
                guard let found else {
                    throw CheckFailure(
                        expected: "WRONG_SESSION with session \(session)", got: s.responses.last?.words ?? "no answer")
                }
                let answer = try Answer(found)
                try expect(answer.status == .wrongSession, "WRONG_SESSION", got: answer.status.words)
                try expect(found.header.id, equals: 77, "id")
                try s.expectDetail(answer.error.bootID, s.reply.bootID, "boot id")
            }
            // The request table knows nothing of them.
            let own = try s.ask(.ping, id: 77)
            try expect(own.status == .ok, "id 77 of this session: OK", got: own.status.words)
            s.nextID = 78
            try expect(try s.ask(GetStateRequest()).scan == .stopped, "not executed: no scan", got: "it runs")
        },
        Check("session.grant-of-another", "4.7", "GRANT of another session is dropped and counted.") { bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(1)
            let before = try s.ask(GetStateRequest()).counters
            try s.grant(next: 1, session: s.number ^ 0x4000)
            let after = try s.ask(GetStateRequest())
            try expect(after.oldestEvent, equals: 0, "oldest event kept")
            try expect(after.counters.droppedFrames &- before.droppedFrames, equals: 1, "frames dropped")
        },
        Check(
            "session.silence-ends-it", "4.8",
            "Thirty seconds without a frame of its own end the session; its number is then SESSION_IN_USE, until another follows.",
            needs: [.slow]
        ) { bench in
            let s = try bench.open()
            let link = bench.options.peripheral == nil ? nil : try Link(bench, s)
            try s.makeEvents(1)
            s.grants = false
            try s.listen(.seconds(15))
            // Frames that are dropped, or are no frames, are no sign of a host.
            try s.grant(next: 0, session: s.number ^ 0x4000)
            try s.grant(next: 0, flags: 0x10)
            try bench.wire.send(FrameHeader(kind: FrameKind(rawValue: 9), session: s.number))
            try s.post(.ping, id: 500, major: 2)
            try bench.wire.send(FrameHeader(kind: .request, session: s.number, code: 1), [1, 2, 3])
            var damaged = s.unencoded(.ping, [], id: 501)
            damaged[damaged.count - 1] ^= 1
            try bench.wire.send(delimited(damaged))
            try s.listen(.milliseconds(17_000))
            let boot = s.others.first { $0.header.kind == .boot }
            try expect(boot == nil, "no BOOT behind the end of a session", got: boot?.words ?? "")
            let (_, reply) = try helloFrame(bench, s.hello, session: s.number)
            try expect(reply.status == .sessionInUse, "SESSION_IN_USE", got: reply.status.words)
            try s.post(.ping, id: 9)
            let answer = try s.answer(to: 9, .ping)
            try expect(answer.status == .wrongSession, "WRONG_SESSION", got: answer.status.words)
            if bench.isExact {
                var other = s.hello
                other.lowestMajor = 2
                other.highestMajor = 3
                let (_, first) = try helloFrame(bench, other, session: s.number)
                try expect(
                    first.status == .sessionInUse, "SESSION_IN_USE before VERSION_MISMATCH", got: first.status.words)
            }
            // Once another has followed, the number is free.
            let next = try bench.open()
            let state = try next.ask(GetStateRequest())
            try expect(state.scan == .stopped, "no scan", got: "it runs")
            try expect(!state.connections.contains { $0.phase == .connected }, "no connection", got: "one")
            if link != nil { _ = try Link(bench, next) }
            let (_, again) = try helloFrame(bench, s.hello, session: s.number)
            try expect(again.status == .ok, "OK for the number of a session before the last", got: again.status.words)
        },
        Check(
            "session.kept-by-what-is-refused", "4.8",
            "Requests that are refused and GRANTs that are ignored keep a session as well.", needs: [.slow, .minor(1)]
        ) { bench in
            let s = try bench.open()
            for id: UInt16 in 1...20 { try s.ask(.ping, id: id) }
            // Without any one of them 32 s would pass.
            let signs: [() throws -> Void] = [
                {
                    var other = s.hello
                    other.nonce ^= 1
                    _ = try helloFrame(bench, other, session: s.number)
                },
                { try s.ask(.ping, id: 1) }, { try s.ask(.ping, id: 21, flags: 0x10) }, { try s.grant(next: 900) },
            ]
            for sign in signs {
                try s.listen(.seconds(16))
                try sign()
            }
            try s.listen(.seconds(16))
            let answer = try s.ask(.ping, id: 21)
            try expect(answer.status == .ok, "PING: OK", got: answer.status.words)
        },
        Check(
            "session.kept-by-grant", "4.8",
            "Twenty seconds of silence do not end a session, and a GRANT keeps it for as long again.", needs: [.slow]
        ) { bench in
            let s = try bench.open()
            try s.listen(.seconds(20))
            try s.grant(next: 0)
            try s.listen(.seconds(20))
            let answer = try s.ask(.ping)
            try expect(answer.status == .ok, "PING: OK", got: answer.status.words)
        },
    ]

    /// Payloads, rx_window and ATT MTU of a reply.
    private static func limits(_ reply: HelloReply) -> [UInt16] {
        [reply.largestPayloadToDongle, reply.largestPayloadToHost, reply.rxWindow, reply.largestMTU]
    }

    private static func words(_ counters: LinkCounters) -> [UInt32] {
        let bytes = counters.encoded()
        return stride(from: 0, to: bytes.count - 3, by: 4).map { UInt32(little: Array(bytes[$0...])) }
    }

    /// Fails the check if a refusal gives more than was wanted.
    private static func expectLimits(_ bench: Bench, _ reply: HelloReply, _ wanted: UInt16) throws {
        guard bench.isExact else { return }
        for limit in [reply.largestPayloadToDongle, reply.largestPayloadToHost] {
            try expect((64...wanted).contains(limit), "limits of 64 to \(wanted) bytes in the refusal", got: "\(limit)")
        }
        if bench.features.contains(.gatt) {
            try expect(
                reply.largestMTU <= reply.largestPayloadToHost - 7, "an ATT MTU of that payload − 7",
                got: "\(reply.largestMTU)")
        }
    }

    private static func greeted(_ bench: Bench, probe: [UInt8]) throws -> [UInt8] {
        try helloFrame(bench, HelloRequest(nonce: 4, largestPayload: 512, probe: probe)).1.probe
    }

    /// Sends one HELLO and returns the reply, whatever its status.
    static func helloFrame(
        _ bench: Bench, _ hello: HelloRequest, session: UInt16? = nil, major: UInt8 = 1, flags: UInt8 = 0,
        id: UInt16 = 0
    ) throws -> (SeenFrame, HelloReply) {
        let session = session ?? bench.freshSession()
        // An earlier session may have asked for less; the reply sets the new limit.
        bench.wire.watch.payloadLimit = max(bench.wire.watch.payloadLimit, 64)
        try bench.wire.send(
            FrameHeader(
                major: major, kind: .request, flags: flags, session: session, id: id, code: Operation.hello.rawValue),
            hello.encoded())
        let deadline = ContinuousClock.now + bench.options.patience
        while let frame = try bench.wire.next(until: deadline) {
            guard frame.header.kind == .response, frame.header.session == session, frame.header.operation == .hello
            else {
                continue
            }
            let reply: HelloReply = try decoded(frame.payload, "the fields of a HELLO reply")
            try expect(reply.nonce, equals: hello.nonce, "nonce")
            return (frame, reply)
        }
        throw CheckFailure(expected: "an answer to HELLO", got: "none within \(bench.options.patience.words)")
    }
}
