import DongleProtocol

/// Section 7 of SPEC.md: stream A, tested with scan states.
enum StreamChecks {
    static let all: [Check] = [
        Check(
            "streams.counter-from-zero", "7.1",
            "The counter of stream A is 0 for the first event of every session and then one more for each."
        ) { bench in
            for _ in 0..<2 {
                let s = try bench.open()
                try s.makeEvents(4)
                try s.awaitEvents(4)
                try expect(s.events.map(\.header.id), equals: [0, 1, 2, 3], "counters of the first four events")
            }
        },
        Check(
            "streams.kept-until-granted", "7.1",
            "An event is kept until it is acknowledged, and is sent again, byte for byte, when requested."
        ) { bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(2)
            try s.awaitEvents(2)
            let first = s.takeEvents()
            for _ in 0..<2 {
                try s.grant(next: 0, gap: true)
                try s.awaitEvents(2)
                let again = s.takeEvents()
                for (one, other) in zip(first, again) {
                    try expect(
                        other.header == one.header && other.payload == one.payload,
                        "the same event again, \(one.words)", got: other.words)
                }
            }
            try expect(try s.ping().oldestEvent, equals: 0, "oldest event kept")
        },
        Check("streams.not-repeated-by-itself", "7.1", "The dongle never sends an event twice on its own.") { bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(2)
            try s.listen(.milliseconds(700))
            try expect(s.events.map(\.header.id), equals: [0, 1], "counters of what came in 0.7 s")
        },
        Check(
            "streams.grant-frees", "7.3",
            "A GRANT frees only the events before it, and without gap repeats none."
        ) { bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(4)
            try s.awaitEvents(4)
            _ = s.takeEvents()
            try s.grant(next: 3)
            let ping = try s.ping()
            try expect(ping.oldestEvent, equals: 3, "oldest event kept")
            try expect(ping.nextEvent, equals: 4, "next counter")
            try s.listen(.milliseconds(100))
            try expect(s.events.map(\.header.id), equals: [], "events repeated without gap")
            // Any other gap than 1 is none.
            for gap: UInt8 in [2, 255] {
                try bench.wire.send(FrameHeader(kind: .grant, session: s.number), [3, 0, gap])
            }
            try s.ping()
            try s.listen(.milliseconds(50))
            try expect(s.events.map(\.header.id), equals: [], "events repeated with gap 2 and 255")
            try s.grant(next: 4)
            try expect(try s.ping().oldestEvent, equals: 4, "oldest event kept, none being left")
        },
        Check(
            "streams.gap-goes-on-from-next", "7.3",
            "A GRANT with gap repeats the events from its counter on, in order, and frees the earlier ones."
        ) { bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(5)
            try s.awaitEvents(5)
            _ = s.takeEvents()
            try s.grant(next: 2, gap: true)
            try s.awaitEvents(3)
            try s.listen(.milliseconds(50))
            try expect(s.events.map(\.header.id), equals: [2, 3, 4], "counters sent again")
            try expect(try s.ping().oldestEvent, equals: 2, "oldest event kept")
        },
        Check(
            "streams.grant-behind-gap", "7.3", "A GRANT right behind one with gap frees what was sent before it.",
            needs: [.minor(1)]
        ) { bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(4)
            try s.awaitEvents(4)
            let grants = [Grant(next: 0, gap: true), Grant(next: 3, gap: false)]
            try bench.wire.send(
                grants.flatMap {
                    FrameEncoder.encode(FrameHeader(kind: .grant, session: s.number), payload: $0.encoded())
                })
            try expect(try s.ping().oldestEvent, equals: 3, "oldest event kept")
            _ = s.takeEvents()
            try s.makeEvents(2)
            let last = try s.wait { s.events.contains { $0.header.id == 5 } ? true : nil }
            try expect(last == true, "new events behind it, up to counter 5", got: "\(s.events.map(\.header.id))")
        },
        Check(
            "streams.counter-wraps", "7.1", "Behind event 65535 comes event 0, and GRANTs go on.", needs: [.slow]
        ) { bench in
            let s = try bench.open()
            var next = try s.ping().nextEvent
            while next < 65_500 {
                try s.makeEvents(200)
                next = try s.ping().nextEvent
                _ = s.takeEvents()
            }
            try s.makeEvents(100)
            let state = try s.wait { () throws -> PingAnswer? in
                let ping = try s.ping()
                return ping.oldestEvent == ping.nextEvent ? ping : nil
            }
            try expect(state != nil, "every event acknowledged behind counter 65535", got: "some kept")
            let counters = s.takeEvents().map(\.header.id)
            try expect(
                counters, equals: (0..<counters.count).map { (counters.first ?? 0) &+ UInt16($0) },
                "counters one by one")
        },
        Check(
            "streams.invalid-grant-ignored", "7.3",
            "A GRANT beyond what was sent, or before the oldest event, is ignored."
        ) { bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(4)
            try s.awaitEvents(4)
            try s.grant(next: 2)
            _ = s.takeEvents()
            for next: UInt16 in [5, 100, 0x8002, 1, 0, 65_535] {
                try s.grant(next: next, gap: true)
                let ping = try s.ping()
                try expect(ping.oldestEvent, equals: 2, "oldest event kept after a GRANT of \(next)")
            }
            try s.listen(.milliseconds(50))
            try expect(s.events.map(\.header.id), equals: [], "events sent again")
        },
        Check(
            "streams.sixteen-unacknowledged", "7.1",
            "At most 16 events are sent without acknowledgement; a GRANT lets the next one go."
        ) { bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(20)
            try s.listen(.milliseconds(100))
            try expect(s.events.map(\.header.id), equals: Array(0...15), "counters sent")
            // Valid is only what acknowledges events that were sent.
            try s.grant(next: 18)
            try expect(try s.ping().oldestEvent, equals: 0, "oldest event kept behind a GRANT of 18")
            try s.grant(next: 3)
            try s.awaitEvents(19)
            try s.listen(.milliseconds(50))
            try expect(s.events.map(\.header.id), equals: Array(0...18), "counters sent after a GRANT of 3")
            _ = s.takeEvents()
            try s.grant(next: 3, gap: true)
            try s.awaitEvents(16)
            try s.listen(.milliseconds(50))
            try expect(s.events.map(\.header.id), equals: Array(3...18), "counters of a repeat from 3")
        },
        Check("streams.reordered-grants", "7.3", "Old GRANTs that arrive late change nothing.") { bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(3)
            try s.awaitEvents(3)
            for next: UInt16 in [1, 3, 2, 1, 3] { try s.grant(next: next) }
            let ping = try s.ping()
            try expect(ping.oldestEvent, equals: 3, "oldest event kept")
        },
        Check(
            "streams.counted-in-state", "8.3",
            "PING and GET_STATE report the same counters of stream A, those of events that have not been sent included."
        ) { bench in
            let s = try bench.open()
            s.grants = false
            // More than are sent without acknowledgement.
            try s.makeEvents(20)
            try s.awaitEvents(16)
            for granted: UInt16 in [0, 1, 16] {
                try s.grant(next: granted)
                let ping = try s.ping()
                let state = try s.ask(GetStateRequest())
                try expect([ping.oldestEvent, ping.nextEvent], equals: [granted, 20], "oldest and next of PING")
                try expect(
                    [state.oldestEvent, state.nextEvent], equals: [granted, 20], "oldest and next of GET_STATE")
            }
        },
    ]
}

extension Session {
    /// Waits until `count` events of stream A are filed.
    func awaitEvents(_ count: Int) throws {
        let enough = try wait { events.count >= count ? true : nil }
        if enough == nil {
            throw CheckFailure(
                expected: "\(count) events", got: "\(events.count), with counters \(events.map(\.header.id))")
        }
    }
}
