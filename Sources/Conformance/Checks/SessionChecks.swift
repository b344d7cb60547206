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
                let payload = Int(min(r.largestPayloadToDongle, r.largestPayloadToHost))
                try expect(
                    Int(r.largestMTU) <= payload - 7, "ATT MTU ≤ payload − 7 = \(payload - 7)", got: "\(r.largestMTU)")
                try expect(r.slots > 0, "a connection slot", got: "none")
            } else {
                try expect(r.largestMTU, equals: 0, "ATT MTU without GATT")
            }
            try expect(r.resetReason.rawValue <= 7, "reset reason 0...7", got: "\(r.resetReason.rawValue)")
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
        Check("hello.size", "4.3", "The reply has at most 64 bytes of payload, whatever the host wants.") { bench in
            let (frame, _) = try helloFrame(
                bench, HelloRequest(nonce: 5, largestPayload: 65_535, probe: [UInt8](repeating: 1, count: 16)))
            try expect(frame.payload.count <= 64, "at most 64 bytes", got: "\(frame.payload.count)")
            try expect(frame.payload.count == 62, "46 bytes and a probe of 16", got: "\(frame.payload.count)")
            try expect(frame.header.id, equals: 0, "id of the reply")
        },
        Check("hello.payload-wanted", "4.1", "Neither payload limit is above what the host wants.") { bench in
            for wanted: UInt16 in [64, 100, 255] {
                let r = try bench.open(wanted: wanted).reply
                try expect(
                    r.largestPayloadToDongle <= wanted && r.largestPayloadToHost <= wanted, "both at most \(wanted)",
                    got: "\(r.largestPayloadToDongle) and \(r.largestPayloadToHost)")
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
            let (_, reply) = try helloFrame(bench, s.hello, session: s.number)
            try expect(reply.status == .ok, "OK", got: reply.status.words)
            let again = try s.ask(.ping, id: 100)
            try expect(
                again.frame.payload == first.frame.payload, "the request table as before", got: again.frame.words)
            try expect(try s.ping().nextEvent, equals: 1, "next counter of stream A")
            try expect(try s.ask(GetStateRequest()).scan == .running, "the scan still runs", got: "it is stopped")
        },
        Check(
            "hello.session-in-use", "4.5",
            "HELLO with the current session and another nonce is SESSION_IN_USE, and the session continues."
        ) { bench in
            let s = try bench.open()
            let first = try s.ask(.ping, id: 1)
            var other = s.hello
            other.nonce ^= 1
            let (_, reply) = try helloFrame(bench, other, session: s.number)
            try expect(reply.status == .sessionInUse, "SESSION_IN_USE", got: reply.status.words)
            let again = try s.ask(.ping, id: 1)
            try expect(
                again.frame.payload == first.frame.payload, "the request table as before", got: again.frame.words)
        },
        Check(
            "hello.version-mismatch", "4.5",
            "HELLO without a major version in common is VERSION_MISMATCH, and the session continues."
        ) { bench in
            let s = try bench.open()
            try s.ask(.ping, id: 1)
            let hello = HelloRequest(nonce: 9, lowestMajor: 2, highestMajor: 7, largestPayload: 512)
            let (_, reply) = try helloFrame(bench, hello)
            try expect(reply.status == .versionMismatch, "VERSION_MISMATCH", got: reply.status.words)
            try expect(reply.major, equals: 1, "the dongle's highest major version")
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
        },
        Check("hello.malformed-dropped", "4.5", "A HELLO that is not well-formed is dropped and counted.") { bench in
            let s = try bench.open()
            let before = try s.ask(GetStateRequest()).counters
            let whole = HelloRequest(nonce: 3, largestPayload: 512, probe: [1, 2, 3]).encoded()
            let header = FrameHeader(kind: .request, session: bench.freshSession(), code: 1)
            for count in 0..<whole.count { try bench.wire.send(header, Array(whole.prefix(count))) }
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
            try expect(
                state.counters.received >= before.received, "counters at least as high as before",
                got: "\(state.counters.received)")
            try s.listen(.milliseconds(150))
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
                let boot = answer.error.bootID
                try expect(boot == nil || boot == s.reply.bootID, "boot id \(s.reply.bootID)", got: "\(boot ?? 0)")
            }
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
            "Thirty seconds without a frame end the session; its number is then SESSION_IN_USE.", needs: [.slow]
        ) { bench in
            let s = try bench.open()
            try s.makeEvents(1)
            try s.listen(.milliseconds(30_600))
            let (_, reply) = try helloFrame(bench, s.hello, session: s.number)
            try expect(reply.status == .sessionInUse, "SESSION_IN_USE", got: reply.status.words)
            try s.post(.ping, id: 9)
            let answer = try s.answer(to: 9, .ping)
            try expect(answer.status == .wrongSession, "WRONG_SESSION", got: answer.status.words)
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

    private static func greeted(_ bench: Bench, probe: [UInt8]) throws -> [UInt8] {
        try helloFrame(bench, HelloRequest(nonce: 4, largestPayload: 512, probe: probe)).1.probe
    }

    /// Sends one HELLO and returns the reply, whatever its status.
    static func helloFrame(
        _ bench: Bench, _ hello: HelloRequest, session: UInt16? = nil, major: UInt8 = 1
    ) throws -> (SeenFrame, HelloReply) {
        let session = session ?? bench.freshSession()
        // An earlier session may have asked for less; the reply sets the new limit.
        bench.wire.watch.payloadLimit = max(bench.wire.watch.payloadLimit, 64)
        try bench.wire.send(
            FrameHeader(major: major, kind: .request, session: session, code: Operation.hello.rawValue), hello.encoded()
        )
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
        throw CheckFailure(expected: "an answer to HELLO", got: "none within \(bench.options.patience)")
    }
}
