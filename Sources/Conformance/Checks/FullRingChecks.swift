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
            var after = try release(s, behind: kept, awaiting: connect)
            try expect(names(after), equals: ["CONNECTED", "DONE of \(connect)"], "events behind those that were kept")
            let event: Connected = try decoded(
                after.first { $0.header.event == .connected }?.payload ?? [], "the fields of CONNECTED")
            _ = s.takeEvents()
            s.grants = false
            kept = try fill(s)
            let id = try s.begin(
                .disconnect, DisconnectRequest(deadlineMs: 9000, connection: event.connection).encoded())
            try s.listen(.milliseconds(300))
            after = try release(s, behind: kept, awaiting: id)
            try expect(names(after), equals: ["DISCONNECTED", "DONE of \(id)"], "events behind those that were kept")
        },
        Check(
            "peripheral.end-in-full-ring", "10.9",
            "A connection that ends before its CONNECTED has room in the ring is told whole, in order, and with the outcomes as they were, whatever the deadlines.",
            needs: [.features(.gatt), .peripheral, .minor(1)]
        ) { bench in
            let s = try bench.open()
            guard let peripheral = bench.options.peripheral else { return }
            let link = try Link(bench, s)
            let start = ContinuousClock.now
            _ = try link.disconnect()
            // Twice as long as the controller takes, and no less than 300 ms.
            let deadline = 300 + UInt32((ContinuousClock.now - start) / .milliseconds(1)) * 2
            _ = s.takeEvents()
            s.grants = false
            let kept = try fill(s)
            let connect = try s.begin(.connect, peripheral.request(deadlineMs: 1000))
            var slot: ConnectionState?
            for _ in 0..<45 where slot?.phase != .connected {
                try s.listen(.milliseconds(20))
                slot = try s.state().connections.first
            }
            guard let slot, slot.phase == .connected else {
                throw CheckNotProven(reason: "the peripheral could not be connected to in 0.9 s")
            }
            let end = try s.begin(
                .disconnect, DisconnectRequest(deadlineMs: deadline, connection: slot.connection).encoded())
            // Beyond both deadlines.
            try s.listen(.milliseconds(Int(deadline) + 800))
            let after = try release(s, behind: kept, awaiting: end)
            try expect(
                names(after), equals: ["CONNECTED", "DONE of \(connect)", "DISCONNECTED", "DONE of \(end)"],
                "events behind those that were kept")
            for frame in after where frame.header.event == .done {
                let done: Done = try decoded(frame.payload, "the fields of DONE")
                try EchoService.expectEnd(done, .ok, .done, "request \(done.requestID)")
            }
        },
        Check(
            "config.outcome-in-full-ring", "7.4",
            "An outcome that waits for the ring stays as it is, though the deadline passes meanwhile.",
            needs: [.features(.configStore), .reset, .minor(1)]
        ) { bench in
            let store = try bench.openStore()
            let s = store.session
            let config = try bench.config(101, s)
            try store.install(config)
            try s.listen(.milliseconds(30))
            _ = s.takeEvents()
            s.grants = false
            let kept = try fill(s)
            let id = try s.begin(.configSave, ConfigSaveRequest(deadlineMs: 1000).encoded())
            try s.listen(.milliseconds(700))
            guard try store.stat.flags.contains(.activeIsSaved) else {
                throw CheckNotProven(reason: "SAVE takes the dongle more than 0.7 s")
            }
            // Beyond the deadline, and the second that the dongle has for its DONE.
            try s.listen(.milliseconds(1400))
            let after = try release(s, behind: kept)
            guard let frame = after.first(where: { $0.header.event == .done }) else {
                throw CheckFailure(expected: "the DONE of SAVE", got: "none")
            }
            let done: Done = try decoded(frame.payload, "the fields of DONE")
            try expect(done.requestID, equals: id, "request that is done")
            try EchoService.expectEnd(done, .ok, .done, "SAVE, which was carried out in time")
        },
        Check(
            "echo.held-indication-at-end", "10.9",
            "An indication that waits for room comes before the end of its connection.",
            needs: [.features([.gatt, .indicationHold]), .peripheral]
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .indicated)
            try echo.subscribe(.indicated, .indications)
            guard try echo.next(.indication, limit: .seconds(1)) != nil else {
                throw CheckFailure(expected: "an indication", got: "none in 1 s")
            }
            s.grants = false
            let kept = try fill(s)
            // More than the time between two indications, also on a busy machine.
            try s.listen(.milliseconds(500))
            let id = try s.begin(
                .disconnect, DisconnectRequest(deadlineMs: 9000, connection: echo.link.connection).encoded())
            try s.listen(.milliseconds(300))
            let after = try release(s, behind: kept, awaiting: id)
            try expect(
                names(after), equals: ["INDICATION", "DISCONNECTED", "DONE of \(id)"],
                "events behind those that were kept")
        },
        Check(
            "echo.full-ring", "10.1",
            "While the DONE of an operation waits for the ring, its connection is BUSY; then the DONE comes, with what was read, before the end of the connection.",
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
            let end = try s.begin(.disconnect, DisconnectRequest(deadlineMs: 9000, connection: connection).encoded())
            try s.listen(.milliseconds(300))
            let after = try release(s, behind: kept, awaiting: end)
            try expect(
                names(after), equals: ["DONE of \(id)", "DISCONNECTED", "DONE of \(end)"],
                "events behind those that were kept")
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
            let time = try s.ping().uptimeMs
            pause(.milliseconds(20))
            let after = try release(s, behind: 0, until: kept)
            try s.listen(.milliseconds(400))
            var values: [UInt16: UInt32] = [:]
            let late = s.takeEvents()
            try expect(
                late.count { $0.header.event == .indication } >= 2, "indications that go on behind the one that waited",
                got: "\(late.count) events")
            if let held = after.first(where: { $0.header.event == .indication && $0.header.id >= kept }) {
                let event: Notification = try decoded(held.payload, "the fields of INDICATION")
                try expect(
                    Int32(bitPattern: event.uptimeMs &- time) <= 0, "the uptime at which it came, \(time) or less",
                    got: "\(event.uptimeMs)")
            }
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
    ///
    /// - Parameter id: Request whose DONE is waited for, up to ten seconds; nil = none.
    static func release(
        _ s: Session, behind kept: UInt16, until end: UInt16? = nil, awaiting id: UInt16? = nil
    ) throws -> [SeenFrame] {
        s.grants = true
        let oldest = try s.ping().oldestEvent
        try s.grant(next: oldest, gap: true)
        _ = try s.wait(limit: .seconds(10)) { () throws -> Bool? in
            guard let last = s.events.last else { return nil }
            // The events behind come at once, or not at all.
            return Int16(bitPattern: last.header.id &- (end ?? kept)) >= 0 ? true : nil
        }
        if let id {
            _ = try s.wait(limit: .seconds(10)) {
                s.events.contains { $0.header.event == .done && UInt16(leading: $0.payload) == id } ? true : nil
            }
        }
        try s.listen(.milliseconds(id == nil ? 200 : 50))
        return s.takeEvents().filter { Int16(bitPattern: $0.header.id &- kept) >= 0 }
    }
}
