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
            "echo.uptime", "10.8", "The uptimes of notifications are milliseconds, as they pass.", needs: needs
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
            let count = Int(info.eventRing) / size + 24
            var next: UInt32 = 0
            for round in 1...2 {
                s.grants = false
                for _ in 0..<count {
                    try echo.command(next.littleEndianBytes + [UInt8](repeating: 0x5A, count: size - 4))
                    next &+= 1
                }
                try s.listen(.milliseconds(50))
                let lost = try collect(s, echo, size, upTo: next, from: round == 1 ? 0 : next &- UInt32(count))
                if lost == 0 {
                    throw CheckNotProven(reason: "the ring of stream A held all \(count) notifications")
                }
            }
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

    /// Acknowledges what has come, and takes values and LOST up to `end`; returns how many were
    /// lost.
    private static func collect(_ s: Session, _ echo: EchoService, _ size: Int, upTo end: UInt32, from start: UInt32)
        throws
        -> UInt32
    {
        s.grants = true
        var counter = s.nextEvent
        try s.grant(next: counter, gap: true)
        var expected = start
        var lost: UInt32 = 0
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
            } else {
                let event: Notification = try decoded(frame.payload, "the fields of NOTIFICATION")
                try expect(UInt32(little: event.value), equals: expected, "value at counter \(counter)")
                try expect(event.value.count, equals: size, "bytes of a notification")
                expected &+= 1
            }
        }
        try expect(expected, equals: end, "values that came and were told as lost, in all")
        return lost
    }
}

extension UInt32 {
    /// The first four of `bytes`, least significant first; missing ones count as 0.
    init(little bytes: [UInt8]) {
        self = bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    var littleEndianBytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) } }
}
