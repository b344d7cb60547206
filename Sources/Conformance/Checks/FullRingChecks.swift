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
            // An operation may end as late as 1 s after its deadline.
            try s.listen(.milliseconds(1150))
            try expect(try s.ask(GetStateRequest()).openOperations, equals: 1, "operations open")
            let second = try s.ask(.connect, DeferredChecks.nobody(100).with([0x77], at: 4))
            try expect(second.status == .busy, "another CONNECT: BUSY", got: second.status.words)
            if bench.isExact {
                try s.expect(.cancel, CancelRequest(requestID: id).encoded(), .ok, "CANCEL while DONE waits")
            }
            _ = try s.ask(ScanStartRequest(mode: .passive))
            let after = try release(s, behind: kept)
            let outcome = try after.filter { $0.header.event == .done }.map { frame in
                try (decoded(frame.payload, "the fields of DONE") as Done).status
            }
            if bench.isExact {
                try expect(outcome == [.deadline], "the outcome as it was: DEADLINE", got: "\(outcome)")
            }
            try expect(
                after.filter { $0.header.event == .done }.map { UInt16(leading: $0.payload) }, equals: [id],
                "requests that are done, behind the events that were kept")
            let states = after.filter { $0.header.event == .scanState }
            guard let last = states.last, states.count == 1 else {
                throw CheckFailure(
                    expected: "the newest SCAN_STATE behind the events that were kept", got: "\(states.count)")
            }
            let state: ScanState = try decoded(last.payload, "the fields of SCAN_STATE")
            try expect(state.activity == .running, "the newest state: running", got: state.activity.words)
        },
        Check(
            "config.full-ring", "7.5", "While the ring is full the newest CONFIG_CHANGED waits; then it comes.",
            needs: [.features(.configStore), .reset]
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            try store.install(try bench.config(70, s))
            _ = try store.save()
            try s.listen(.milliseconds(30))
            _ = s.takeEvents()
            s.grants = false
            let kept = try fill(s)
            _ = try s.ask(ConfigResetRequest())
            _ = try s.ask(ConfigLoadRequest())
            let stat = try store.stat
            let after = try release(s, behind: kept).filter { $0.header.event == .configChanged }
            try expect(after.count, equals: 1, "CONFIG_CHANGED, of which only the newest is kept")
            let event: ConfigChanged = try decoded(after[0].payload, "the fields of CONFIG_CHANGED")
            try expect(event.change == .load, "the newest: by LOAD", got: "\(event.change.rawValue)")
            try expect(event.flags == stat.flags, "flags \(stat.flags.rawValue)", got: "\(event.flags.rawValue)")
            try expect(event.active == stat.activeDigest.short, "the active config", got: "another")
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
            "echo.full-ring", "10.1",
            "While the DONE of an operation waits for the ring, its connection is BUSY; then the DONE comes, with what was read.",
            needs: [.features(.gatt), .peripheral]
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .echo)
            let handle = try echo.handle(.echo)
            try EchoService.expectEnd(try echo.link.write(handle, [1, 2, 3]), .ok, .done, "WRITE")
            s.grants = false
            let kept = try fill(s)
            let connection = echo.link.connection
            let id = try s.begin(
                .read, ReadRequest(deadlineMs: 5000, connection: connection, handle: handle).encoded())
            try s.listen(.milliseconds(300))
            let state = try s.ask(GetStateRequest())
            guard state.nextEvent == kept else {
                throw CheckNotProven(reason: "the dongle found room for the DONE of READ")
            }
            try s.expect(
                .read, ReadRequest(deadlineMs: 5000, connection: connection, handle: handle, offset: 1).encoded(),
                .busy, "another READ")
            try s.expect(
                .writeCommand,
                WriteCommandRequest(connection: connection, handle: handle, value: [4]).encoded(), .busy,
                "WRITE_COMMAND")
            let after = try release(s, behind: kept)
            try expect(names(after), equals: ["DONE of \(id)"], "events behind those that were kept")
            let done: Done = try decoded(
                after.first { $0.header.event == .done }?.payload ?? [], "the fields of DONE")
            try EchoService.expectEnd(done, .ok, .done, "READ")
            let part: ReadResult = try decoded(done.result, "the result of READ")
            try expect(part.value, equals: [1, 2, 3], "the value")
        },
        Check(
            "echo.held-indication", "10.8",
            "An indication that finds no room waits unconfirmed, comes when there is room, and the next ones follow.",
            needs: [.features([.gatt, .indicationHold]), .peripheral]
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .indicated)
            try echo.subscribe(.indicated, .indications)
            guard let first = try echo.next(.indication, limit: .seconds(1)) else {
                throw CheckFailure(expected: "an indication", got: "none in 1 s")
            }
            s.grants = false
            let kept = try fill(s)
            try s.listen(.milliseconds(350))
            let before = s.takeEvents()
            let after = try release(s, behind: 0, until: kept)
            try s.listen(.milliseconds(400))
            var values: [UInt16: UInt32] = [:]
            let late = s.takeEvents()
            try expect(
                late.count { $0.header.event == .indication } >= 2, "indications that go on behind the one that waited",
                got: "\(late.count) events")
            for frame in before + after + late where frame.header.event == .indication {
                let event: Notification = try decoded(frame.payload, "the fields of INDICATION")
                values[frame.header.id] = UInt32(little: event.value)
            }
            let found = values.sorted { $0.key < $1.key }.map(\.value)
            try expect(found.count >= 3, "indications that go on", got: "\(found.count)")
            try expect(
                found, equals: (0..<found.count).map { UInt32(little: first.value) &+ UInt32($0) &+ 1 },
                "values, one more each, none lost while the ring was full")
        },
    ]

    static func names(_ frames: [SeenFrame]) -> [String] {
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
    static func release(_ s: Session, behind kept: UInt16, until end: UInt16? = nil) throws -> [SeenFrame] {
        s.grants = true
        let oldest = try s.ping().oldestEvent
        try s.grant(next: oldest, gap: true)
        _ = try s.wait(limit: .seconds(10)) { () throws -> Bool? in
            guard let last = s.events.last else { return nil }
            // The events behind come at once, or not at all.
            return Int16(bitPattern: last.header.id &- (end ?? kept)) >= 0 ? true : nil
        }
        try s.listen(.milliseconds(200))
        return s.takeEvents().filter { Int16(bitPattern: $0.header.id &- kept) >= 0 }
    }
}
