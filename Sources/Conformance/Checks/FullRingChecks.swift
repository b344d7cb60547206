import DongleProtocol

/// Section 7.5 of SPEC.md: what must not be lost while the ring of stream A is full.
enum FullRingChecks {
    static let all: [Check] = [
        Check(
            "streams.counter", "7.1", "The counter of stream A goes on one by one, also past 255."
        ) { bench in
            let s = try bench.open()
            try s.makeEvents(300)
            _ = try s.wait(limit: .seconds(2)) { s.events.count >= 300 ? true : nil }
            let counters = s.takeEvents().map(\.header.id)
            try expect(counters, equals: (0..<300).map { UInt16($0) }, "counters of 300 events")
        },
        Check(
            "streams.full-ring", "7.5",
            "While the ring is full the newest scan state and the DONE of an operation wait, and the operation stays open; then they come, once.",
            needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            s.grants = false
            let kept = try fill(s)
            let id = try s.begin(.connect, DeferredChecks.nobody(100))
            try s.listen(.milliseconds(300))
            try expect(try s.ask(GetStateRequest()).openOperations, equals: 1, "operations open")
            _ = try s.ask(ScanStartRequest(mode: .passive))
            let after = try release(s, behind: kept)
            try expect(
                after.filter { $0.header.event == .done }.map { UInt16(leading: $0.payload) }, equals: [id],
                "requests that are done, behind the events that were kept")
            guard let last = after.last(where: { $0.header.event == .scanState }) else {
                throw CheckFailure(expected: "the newest SCAN_STATE behind the events that were kept", got: "none")
            }
            let state: ScanState = try decoded(last.payload, "the fields of SCAN_STATE")
            try expect(state.activity == .running, "the newest state: running", got: "\(state.activity.rawValue)")
        },
        Check(
            "config.full-ring", "7.5", "While the ring is full the newest CONFIG_CHANGED waits; then it comes.",
            needs: [.features(.configStore), .reset]
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            s.grants = false
            let kept = try fill(s)
            _ = try s.ask(ConfigResetRequest())
            let after = try release(s, behind: kept)
            try expect(after.contains { $0.header.event == .configChanged }, "CONFIG_CHANGED for RESET", got: "none")
        },
        Check(
            "peripheral.full-ring", "7.5",
            "While the ring is full, CONNECTED with the DONE of its CONNECT, and DISCONNECTED with that of DISCONNECT, wait; then they come in order.",
            needs: [.features(.gatt), .peripheral]
        ) { bench in
            let s = try bench.open()
            guard let peripheral = bench.options.peripheral else { return }
            // The peripheral must be there, or its silence would pass for a lost event.
            _ = try Link(bench, s).disconnect()
            _ = s.takeEvents()
            s.grants = false
            var kept = try fill(s)
            let connect = try s.begin(
                .connect,
                ConnectRequest(deadlineMs: 10_000, address: peripheral.address, addressType: peripheral.type).encoded())
            try s.listen(.milliseconds(700))
            var after = try release(s, behind: kept)
            try expect(names(after), equals: ["CONNECTED", "DONE of \(connect)"], "events behind those that were kept")
            let event: Connected = try decoded(
                after.first { $0.header.event == .connected }?.payload ?? [], "the fields of CONNECTED")
            _ = s.takeEvents()
            s.grants = false
            kept = try fill(s)
            let id = try s.begin(
                .disconnect, DisconnectRequest(deadlineMs: 9000, connection: event.connection).encoded())
            try s.listen(.milliseconds(300))
            after = try release(s, behind: kept)
            try expect(names(after), equals: ["DISCONNECTED", "DONE of \(id)"], "events behind those that were kept")
        },
        Check(
            "echo.held-indication", "10.8",
            "An indication that finds no room waits unconfirmed, comes when there is room, and the next ones follow.",
            needs: [.features([.gatt, .indicationHold]), .peripheral]
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .indicated)
            let configuration = try echo.configuration(.indicated)
            _ = s.takeEvents()
            s.grants = false
            let kept = try fill(s)
            // Its DONE waits as well, and the first indication behind it.
            let id = try s.begin(
                .subscribe,
                SubscribeRequest(
                    deadlineMs: 9000, connection: echo.link.connection, handle: configuration,
                    mode: .indications
                ).encoded())
            try s.listen(.milliseconds(400))
            var after = try release(s, behind: kept)
            try s.listen(.milliseconds(500))
            after += s.takeEvents()
            try expect(names(after).contains("DONE of \(id)"), "the DONE of SUBSCRIBE", got: "none")
            let values = try after.filter { $0.header.event == .indication }.map { frame in
                UInt32(little: (try decoded(frame.payload, "the fields of INDICATION") as Notification).value)
            }
            try expect(values.count >= 3, "indications that go on", got: "\(values.count)")
            try expect(
                values, equals: (0..<values.count).map { (values.first ?? 0) &+ UInt32($0) }, "values, one more each")
        },
    ]

    private static func names(_ frames: [SeenFrame]) -> [String] {
        frames.filter { $0.header.event != .scanState }.map { frame in
            frame.header.event == .done ? "DONE of \(UInt16(leading: frame.payload))" : frame.header.event.name ?? ""
        }
    }

    /// Starts and stops a scan until the ring of stream A takes no event more; returns the counter
    /// that the next event will have.
    private static func fill(_ s: Session) throws -> UInt16 {
        var next = try s.ping().nextEvent
        while true {
            for _ in 0..<32 {
                _ = try s.ask(ScanStartRequest(mode: .passive, minimumRSSI: 20))
                _ = try s.ask(ScanStopRequest())
            }
            let now = try s.ping().nextEvent
            if now == next { return next }
            next = now
        }
    }

    /// Acknowledges everything and returns the events behind those that were in the full ring.
    private static func release(_ s: Session, behind kept: UInt16) throws -> [SeenFrame] {
        s.grants = true
        let oldest = try s.ping().oldestEvent
        try s.grant(next: oldest, gap: true)
        _ = try s.wait(limit: .seconds(10)) { () throws -> Bool? in
            guard let last = s.events.last else { return nil }
            // The events behind come at once, or not at all.
            return Int16(bitPattern: last.header.id &- kept) >= 0 ? true : nil
        }
        try s.listen(.milliseconds(200))
        return s.takeEvents().filter { Int16(bitPattern: $0.header.id &- kept) >= 0 }
    }
}
