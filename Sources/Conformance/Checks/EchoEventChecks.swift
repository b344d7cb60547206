import DongleProtocol

/// Section 10.8 of SPEC.md with the echo service: notifications, indications, and what was lost.
enum EchoEventChecks {
    private static let needs: [Check.Need] = [.features(.gatt), .peripheral]
    /// Time between two notifications of the counter, in milliseconds.
    private static let interval = 100

    static let all: [Check] = [
        Check(
            "echo.notifications", "10.8",
            "Each notification comes once, whole and in order, with connection, handle and uptime.", needs: needs
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .echo)
            let handle = try echo.handle(.echo)
            try echo.subscribe(.echo, .notifications)
            let largest = Int(echo.link.result.mtu) - 3
            let values = (0..<12).map { index in
                [UInt8](repeating: UInt8(index), count: [largest, 1, 0, largest - 1][index % 4])
            }
            var time = try s.ping().uptimeMs
            for value in values { try echo.command(value) }
            let end: (UInt32) throws -> UInt32 = { try s.ping().uptimeMs &- $0 }
            for (index, value) in values.enumerated() {
                guard let event = try echo.next(.notification, limit: .seconds(1)) else {
                    throw CheckFailure(expected: "\(values.count) notifications", got: "\(index)")
                }
                try expect(event.value, equals: value, "notification \(index)")
                try expect(event.handle, equals: handle, "handle of the value")
                try expect(
                    event.uptimeMs &- time <= (try end(time)), "an uptime of \(time) ms or later, and not to come",
                    got: "\(event.uptimeMs)")
                time = event.uptimeMs
            }
            try s.listen(.milliseconds(100))
            try expect(s.events.isEmpty, "no event more", got: s.events.first?.words ?? "")
        },
        Check(
            "echo.uptime", "10.8",
            "The uptimes of notifications are milliseconds, as they pass; behind SUBSCRIBE off none comes.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .counter)
            try echo.subscribe(.counter, .notifications)
            var events: [Notification] = []
            while events.count < 6, let event = try echo.next(.notification, limit: .seconds(1)) {
                events.append(event)
            }
            guard let first = events.first, let last = events.last, events.count == 6 else {
                throw CheckFailure(expected: "6 notifications of the counter", got: "\(events.count)")
            }
            let counts = events.map { UInt32(little: $0.value) }
            try expect(counts, equals: (0..<6).map { counts[0] &+ $0 }, "values, one more each")
            let passed = Int(last.uptimeMs &- first.uptimeMs)
            try expect(
                (interval * 4...interval * 8).contains(passed), "about \(interval * 5) ms between 6 notifications",
                got: "\(passed) ms")
            _ = try link(echo, .off)
            try s.listen(.milliseconds(150))
            _ = s.takeEvents()
            try s.listen(.milliseconds(interval * 4))
            try expect(s.events.isEmpty, "no notification after SUBSCRIBE off", got: s.events.first?.words ?? "")
        },
        Check(
            "echo.subscribed", "10.8",
            "SUBSCRIBE writes 1, 2 or 0 to the configuration that it names.", needs: needs
        ) { bench in
            let echo = try EchoService(bench, bench.open(), .counter, .indicated)
            for (value, mode) in [
                (EchoService.Value.counter, SubscriptionMode.notifications), (.indicated, .indications),
                (.counter, .off),
                (.indicated, .off),
            ] {
                try echo.subscribe(value, mode)
                let written = try echo.link.value(try echo.configuration(value))
                try expect(written, equals: [mode.rawValue, 0], "configuration of \(value)")
            }
        },
        Check(
            "echo.during-operation", "10.8", "Notifications come while an operation is open, none is missing.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .counter, .silent)
            try echo.subscribe(.counter, .notifications)
            guard try echo.next(.notification, limit: .seconds(1)) != nil else {
                throw CheckFailure(expected: "a notification of the counter", got: "none in 1 s")
            }
            let id = try s.begin(
                .read,
                ReadRequest(deadlineMs: 5000, connection: echo.link.connection, handle: try echo.handle(.silent))
                    .encoded())
            var counts: [UInt32] = []
            while counts.count < 4, let event = try echo.next(.notification, limit: .milliseconds(500)) {
                counts.append(UInt32(little: event.value))
            }
            try expect(counts.count, equals: 4, "notifications in the middle of READ")
            try expect(counts, equals: (0..<4).map { counts[0] &+ $0 }, "values, one more each")
            try s.ask(.cancel, CancelRequest(requestID: id).encoded())
        },
        Check(
            "echo.lost", "10.8",
            "Notifications without room are counted, LOST tells exactly how many at the place where they are missing, and begins anew.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let info = try s.ask(InfoRequest())
            let echo = try EchoService(bench, s, .echo)
            try echo.subscribe(.echo, .notifications)
            let size = min(try echo.exchangeMTU() - 3, bench.payload - 12, Int(s.reply.largestPayloadToHost) - 10, 200)
            // More than any ring of this size holds, whatever the dongle adds to each event.
            var next: UInt32 = 0
            for round in 1...2 {
                // The second time more than a byte can count.
                let count = Int(info.eventRing) / size + (round == 1 ? 24 : 280)
                s.grants = false
                let first = try s.ping().nextEvent
                for _ in 0..<count {
                    try echo.command(next.littleEndianBytes + [UInt8](repeating: 0x5A, count: size - 4))
                    next &+= 1
                }
                let state = try settled(s, count, behind: first)
                let (lost, late) = try collect(
                    s, echo, size, upTo: next, from: round == 1 ? 0 : next &- UInt32(count), behind: state.nextEvent)
                let waiting = state.connections.first?.lostNotifications ?? 0
                try expect(waiting, equals: late, "lost and not yet reported, in GET_STATE")
                if lost == 0 {
                    throw CheckNotProven(reason: "the ring of stream A held all \(count) notifications")
                }
            }
        },
        Check(
            "echo.lost-before-end", "10.9",
            "What was counted before DISCONNECT is still told: LOST, DISCONNECTED and the DONE of DISCONNECT, in this order.",
            needs: needs + [.minor(1)]
        ) { bench in
            let s = try bench.open()
            let info = try s.ask(InfoRequest())
            let echo = try EchoService(bench, s, .echo)
            try echo.subscribe(.echo, .notifications)
            let size = min(try echo.exchangeMTU() - 3, bench.payload - 12, Int(s.reply.largestPayloadToHost) - 10, 200)
            s.grants = false
            let first = try s.ping().nextEvent
            let count = Int(info.eventRing) / size + 24
            for _ in 0..<count { try echo.command([UInt8](repeating: 0x5A, count: size)) }
            let state = try settled(s, count, behind: first)
            let lost = state.connections.first?.lostNotifications ?? 0
            guard lost > 0 else { throw CheckNotProven(reason: "the ring of stream A held all notifications") }
            let id = try s.begin(
                .disconnect, DisconnectRequest(deadlineMs: 9000, connection: echo.link.connection).encoded())
            try s.listen(.milliseconds(100))
            let after = try FullRingChecks.release(s, behind: state.nextEvent, awaiting: id)
            try expect(
                FullRingChecks.names(after), equals: ["LOST", "DISCONNECTED", "DONE of \(id)"],
                "events behind those that were kept")
            let event: Lost = try decoded(after[0].payload, "the fields of LOST")
            try expect(event.count, equals: lost, "notifications lost, as GET_STATE counted them")
        },
        Check(
            "echo.lost-before-indication", "10.8", "LOST comes before an indication that waits for room.",
            needs: [.features([.gatt, .indicationHold]), .peripheral]
        ) { bench in
            let s = try bench.open()
            let info = try s.ask(InfoRequest())
            let echo = try EchoService(bench, s, .echo, .indicated)
            try echo.subscribe(.echo, .notifications)
            let size = min(try echo.exchangeMTU() - 3, bench.payload - 12, Int(s.reply.largestPayloadToHost) - 10, 200)
            // The indication is small; the ring must have no room for it either.
            try echo.subscribe(.indicated, .indications)
            s.grants = false
            let first = try s.ping().nextEvent
            var count = 0
            for size in [size, 1] {
                for _ in 0..<(Int(info.eventRing) / max(size, 64) + 24) {
                    try echo.command([UInt8](repeating: 0x5A, count: size))
                    count += 1
                }
            }
            try s.listen(.milliseconds(250))
            let state = try settled(s, count, behind: first)
            guard (state.connections.first?.lostNotifications ?? 0) > 0 else {
                throw CheckNotProven(reason: "the ring of stream A held all notifications")
            }
            let after = try FullRingChecks.release(s, behind: state.nextEvent)
            let order = FullRingChecks.names(after)
            guard let told = order.firstIndex(of: "LOST") else { throw CheckFailure(expected: "LOST", got: "none") }
            let early = order.firstIndex(of: "INDICATION").map { $0 < told } ?? false
            try expect(!early, "LOST before the indication that waited", got: "\(order)")
        },
        Check(
            "echo.indications", "10.8",
            "Indications come as INDICATION, one more each, and none is lost while the host acknowledges late.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .indicated)
            try echo.subscribe(.indicated, .indications)
            var values: [UInt32] = []
            while values.count < 3, let event = try echo.next(.indication, limit: .seconds(1)) {
                values.append(UInt32(little: event.value))
                try expect(event.handle, equals: try echo.handle(.indicated), "handle of the value")
            }
            try expect(values.count, equals: 3, "indications that came")
            s.grants = false
            try s.listen(.milliseconds(500))
            try s.grant(next: s.nextEvent, gap: true)
            s.grants = true
            try s.listen(.milliseconds(300))
            var seen: Set<UInt16> = []
            for frame in s.takeEvents() where frame.header.event == .indication && seen.insert(frame.header.id).inserted
            {
                let event: Notification = try decoded(frame.payload, "the fields of INDICATION")
                values.append(UInt32(little: event.value))
            }
            try expect(values, equals: (0..<values.count).map { values[0] &+ UInt32($0) }, "values, one more each")
            try expect(values.count > 4, "indications that go on", got: "\(values.count)")
        },
    ]

    private static func link(_ echo: EchoService, _ mode: SubscriptionMode) throws -> Done {
        try echo.link.subscribe(echo.configuration(.counter), mode)
    }

    /// Returns the state once `count` notifications have taken a counter or are counted as lost, or
    /// after two seconds: the stack or the peripheral may be late.
    ///
    /// - Parameter first: Counter that the first of them takes.
    private static func settled(_ s: Session, _ count: Int, behind first: UInt16) throws -> GetStateAnswer {
        for _ in 0..<20 {
            let state = try s.state()
            let lost = Int(state.connections.first?.lostNotifications ?? 0)
            if Int(state.nextEvent &- first) + lost >= count { return state }
            try s.listen(.milliseconds(100))
        }
        return try s.state()
    }

    /// Acknowledges what has come, and takes values and LOST up to `end`; returns how many were
    /// lost, in all and by LOST from counter `kept` on.
    private static func collect(
        _ s: Session, _ echo: EchoService, _ size: Int, upTo end: UInt32, from start: UInt32, behind kept: UInt16
    ) throws -> (lost: UInt32, late: UInt32) {
        s.grants = true
        var counter = s.nextEvent
        try s.grant(next: counter, gap: true)
        var expected = start
        var lost: UInt32 = 0
        var late: UInt32 = 0
        var taken: Set<UInt16> = []
        while expected < end {
            let frame = try s.wait(limit: .seconds(2)) {
                s.takeEvent { $0.header.event == .notification || $0.header.event == .lost }
            }
            guard let frame else {
                throw CheckFailure(
                    expected: "\(end - start) values, come or told as lost",
                    got: "\(expected - start), \(lost) of them told as lost")
            }
            // What came before the GRANT comes again behind it.
            guard taken.insert(frame.header.id).inserted else { continue }
            counter = frame.header.id
            if frame.header.event == .lost {
                let event: Lost = try decoded(frame.payload, "the fields of LOST")
                try expect(event.connection == echo.link.connection, "LOST of its connection", got: "of another")
                expected &+= event.count
                lost &+= event.count
                if Int16(bitPattern: counter &- kept) >= 0 { late &+= event.count }
            } else {
                let event: Notification = try decoded(frame.payload, "the fields of NOTIFICATION")
                try expect(UInt32(little: event.value), equals: expected, "value at counter \(counter)")
                try expect(event.value.count, equals: size, "bytes of a notification")
                expected &+= 1
            }
        }
        try expect(expected, equals: end, "values that came and were told as lost, in all")
        return (lost, late)
    }
}

extension UInt32 {
    /// The first four of `bytes`, least significant first; missing ones count as 0.
    init(little bytes: [UInt8]) {
        self = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    var littleEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }
}
