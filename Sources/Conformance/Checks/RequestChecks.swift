import DongleProtocol

/// Sections 5 and 6 of SPEC.md, for immediate requests.
enum RequestChecks {
    static let all: [Check] = [
        Check(
            "requests.answer-in-time", "5.1",
            "The answer to a request starts within 100 ms: the median of twenty PINGs, and of three of other kinds."
        ) {
            bench in
            let s = try bench.open()
            var times: [Duration] = []
            for _ in 0..<20 {
                let start = ContinuousClock.now
                let answer = try s.ask(.ping)
                times.append(answer.frame.at - start)
            }
            times.sort()
            var others: [Operation] = [.info, .getState, .scanStart, .scanStop]
            if bench.features.contains(.configStore) { others.append(.configStat) }
            for operation in others {
                var spans: [Duration] = []
                for _ in 0..<3 {
                    let start = ContinuousClock.now
                    let answer = try s.ask(operation, operation == .scanStart ? scanPayload() : [])
                    spans.append(answer.frame.at - start)
                }
                // The answers take up to 50 ms at the slowest usual rate.
                let median = spans.sorted()[1]
                try expect(
                    median <= .milliseconds(160), "\(operation.name ?? ""): at most 100 ms and the time on the line",
                    got: "\(median)")
            }
            // The measured time includes receiving the whole answer, up to 10 ms at the slowest
            // usual rate.
            try expect(times[10] <= .milliseconds(110), "at most 100 ms and the time on the line", got: times[10].words)
        },
        Check(
            "requests.executed-once", "5.3", "A repeated request gets the same answer, and is not executed again."
        ) { bench in
            let s = try bench.open()
            let first = try s.ask(.ping, id: 1)
            pause(.milliseconds(30))
            let again = try s.ask(.ping, id: 1)
            // If it were executed again, the uptime would differ.
            try expect(
                again.frame.payload == first.frame.payload, "the same answer to the byte: \(first.frame.words)",
                got: again.frame.words)
            guard bench.inflight > 1 else { return }
            _ = try s.ask(.scanStart, scanPayload(), id: 2)
            _ = try s.ask(.scanStop, id: 3)
            let start = try s.ask(.scanStart, scanPayload(), id: 2)
            try expect(start.status == .ok, "SCAN_START repeated behind SCAN_STOP: OK", got: start.status.words)
            s.nextID = 4
            try expect(try s.ask(GetStateRequest()).scan == .stopped, "not executed again: no scan", got: "it runs")
        },
        Check("requests.large-made-anew", "5.3", "The answer to a repeated large request is made anew.") { bench in
            let s = try bench.open()
            var large: [Operation] = [.info, .getState]
            if bench.features.contains(.configStore), Int(s.reply.largestPayloadToHost) >= ConfigStore.statBytes {
                large.append(.configStat)
            }
            for operation in large {
                let id = s.nextID
                let first = try s.ask(operation)
                pause(.milliseconds(10))
                let again = try s.ask(operation, id: id)
                try expect(again.status == .ok, "\(operation.name ?? "") repeated: OK", got: again.status.words)
                try expect(again.body.count == first.body.count, "as many bytes as before", got: "\(again.body.count)")
                guard operation == .getState else { continue }
                let states: [GetStateAnswer] = [try first.read(), try again.read()]
                try expect(
                    states[1].uptimeMs > states[0].uptimeMs, "an uptime after \(states[0].uptimeMs) ms",
                    got: "\(states[1].uptimeMs)")
            }
        },
        Check(
            "requests.sequence-reused", "5.3",
            "An id used for other bytes is SEQUENCE_REUSED, not executed, and leaves the table as it is."
        ) { bench in
            let s = try bench.open()
            let first = try s.ask(.ping, id: 1)
            let other = try s.ask(.scanStart, scanPayload(), id: 1)
            try expect(other.status == .sequenceReused, "SEQUENCE_REUSED", got: other.status.words)
            try expect(try s.ask(.getState, id: 2).status == .ok, "OK", got: "another status")
            let again = try s.ask(.ping, id: 1)
            if bench.inflight > 1 {
                try expect(again.frame.payload == first.frame.payload, "the first answer again", got: again.frame.words)
            } else {
                try expect(again.status == .stale, "STALE after id 2", got: again.status.words)
            }
            s.nextID = 3
            try expect(try s.ask(GetStateRequest()).scan == .stopped, "not executed: no scan", got: "it runs")
        },
        Check("requests.stale", "5.3", "An id older than the request table is STALE and not executed.") { bench in
            let s = try bench.open()
            try s.ask(.ping, id: 1)
            for _ in 0..<bench.inflight {
                s.nextID = max(s.nextID, 2)
                try s.ping()
            }
            let late = try s.ask(.scanStart, scanPayload(), id: 1)
            try expect(late.status == .stale, "STALE", got: late.status.words)
            try expect(try s.ask(GetStateRequest()).scan == .stopped, "not executed: no scan", got: "it runs")
            // Entry k starts with id k − W.
            let fresh = try bench.open()
            let w = UInt16(bench.inflight)
            let before = try fresh.ask(.ping, id: 0 &- w &- 1)
            try expect(before.status == .stale, "id \(0 &- w &- 1) first in a session: STALE", got: before.status.words)
            try expect(try fresh.ask(.ping, id: 0).status == .ok, "id 0 first in a session: OK", got: "refused")
        },
        Check(
            "requests.gap-filled", "5.3", "A lost request is executed when it arrives after later ones.",
            needs: [.inflight(2)]
        ) { bench in
            let s = try bench.open()
            try expect(try s.ask(.ping, id: 2).status == .ok, "id 2: OK", got: "refused")
            let filled = try s.ask(.ping, id: 1)
            try expect(filled.status == .ok, "id 1 after it: OK", got: filled.status.words)
        },
        Check("requests.table-of-w", "5.3", "The table remembers the last W requests.", needs: [.inflight(2)]) {
            bench in
            let s = try bench.open()
            var answers: [Answer] = []
            for id in 1...UInt16(bench.inflight) { answers.append(try s.ask(.ping, id: id)) }
            pause(.milliseconds(10))
            for (index, first) in answers.enumerated() {
                let again = try s.ask(.ping, id: UInt16(index + 1))
                try expect(
                    again.frame.payload == first.frame.payload, "id \(index + 1): the earlier answer",
                    got: again.frame.words)
            }
        },
        Check("requests.ids-wrap", "5.2", "Ids continue from 65535 to 0, whose repeat is not executed again.") {
            bench in
            let s = try bench.open()
            // As many ids from each range as there are table entries, because an unused entry has
            // an id of its own.
            let w = UInt16(bench.inflight)
            let ids = [1, 20_001, 40_001, 60_001].flatMap { start in (0..<w).map { start + $0 } }
            for id in ids + [65_534, 65_535, 0, 1, 2] {
                let answer = try s.ask(.ping, id: id)
                try expect(answer.status == .ok, "id \(id): OK", got: answer.status.words)
                guard id == 0 else { continue }
                // It tells an uptime, so an answer that is made anew would differ.
                pause(.milliseconds(20))
                let again = try s.ask(.ping, id: id)
                try expect(again.frame.payload == answer.frame.payload, "the same answer", got: again.frame.words)
            }
            let answer = try s.ask(.ping, id: 65_000)
            try expect(answer.status == .stale, "id 65000 after id 2: STALE", got: answer.status.words)
            // The step forward is a signed number of 16 bits.
            let far = try bench.open()
            for id in 1...w { try far.ask(.ping, id: id) }
            let half = try far.ask(.ping, id: 1 + 32_768)
            try expect(half.status == .stale, "a step of 32768: STALE", got: half.status.words)
            let most = try far.ask(.ping, id: 1 + 32_768 - w)
            try expect(most.status == .ok, "a step of \(32_768 - w): OK", got: most.status.words)
        },
        Check("requests.answers-in-order", "5.1", "Answers leave in the order of arrival.", needs: [.inflight(2)]) {
            bench in
            let s = try bench.open()
            let kinds: [Operation] = [.info, .ping, .getState, .cancel, .ping, .info, .ping, .getState]
            let ids = Array(1...UInt16(bench.inflight))
            let frames = ids.flatMap { id in
                let kind = kinds[Int(id - 1) % kinds.count]
                return s.frame(kind, kind == .cancel ? [0xFF, 0x7F] : [], id: id)
            }
            guard frames.count <= Int(s.reply.rxWindow) else { throw CheckSkip(reason: "rx_window is too small") }
            try bench.wire.send(frames)
            var order: [UInt16] = []
            _ = try s.wait { () -> Bool? in
                while let frame = s.takeResponse(where: { _ in true }) { order.append(frame.header.id) }
                return order.count == ids.count ? true : nil
            }
            try expect(order, equals: ids, "order of the answers")
        },
        Check(
            "requests.executed-in-order", "5.1", "Requests that arrive together are executed in their order.",
            needs: [.inflight(2), .minor(1)]
        ) { bench in
            let s = try bench.open()
            for (operation, wanted) in [(Operation.scanStart, ScanActivity.running), (.scanStop, .stopped)] {
                let ids = [s.takeID(), s.takeID()]
                let first = s.frame(operation, operation == .scanStart ? scanPayload() : [], id: ids[0])
                try bench.wire.send(first + s.frame(.getState, id: ids[1]))
                _ = try s.answer(to: ids[0], operation)
                let state: GetStateAnswer = try s.answer(to: ids[1], .getState).read()
                try expect(
                    state.scan == wanted, "the scan state behind \(operation.name ?? "") \(wanted.rawValue)",
                    got: "\(state.scan.rawValue)")
            }
        },
        Check("requests.window", "6.1", "As many requests as W and rx_window allow, at once, are all answered.") {
            bench in
            let s = try bench.open()
            let count = bench.inflight
            // PING has no fields: its payload only takes up space.
            let share = Int(s.reply.rxWindow) / count
            let filler = max(0, min(bench.payload, share - share / 254 - 16))
            let frames = (1...UInt16(count)).flatMap { s.frame(.ping, [UInt8](repeating: 0xA5, count: filler), id: $0) }
            try expect(frames.count <= Int(s.reply.rxWindow), "a window's worth", got: "\(frames.count)")
            try bench.wire.send(frames)
            for id in 1...UInt16(count) {
                let answer = try s.answer(to: id, .ping)
                try expect(answer.status == .ok, "id \(id): OK", got: answer.status.words)
            }
        },
        Check("requests.grant-before-requests", "6.2", "GRANT needs no place in the window.") { bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(1)
            var bytes: [UInt8] = []
            for _ in 0..<20 {
                bytes += FrameEncoder.encode(
                    FrameHeader(kind: .grant, session: s.number), payload: Grant(next: 0).encoded())
                if bytes.count > 64 { break }
            }
            try bench.wire.send(bytes)
            try expect(try s.ping().oldestEvent, equals: 0, "oldest event kept")
        },
    ]
}
