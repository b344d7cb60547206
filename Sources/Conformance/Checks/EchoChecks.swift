import DongleProtocol

/// Section 10 of SPEC.md with the echo service: what reaches the peer, and what comes of it.
enum EchoChecks {
    private static let needs: [Check.Need] = [.features(.gatt), .peripheral]
    private static let unauthorized = Status(rawValue: 0x0505)

    static let all: [Check] = [
        Check(
            "echo.properties", "10.5", "DISCOVER gives the properties of characteristics.", needs: needs
        ) { bench in
            let echo = try EchoService(bench, bench.open(), .echo, .counter, .indicated)
            for (value, properties) in [
                (EchoService.Value.echo, [.read, .write, .writeWithoutResponse, .notify] as CharacteristicProperties),
                (.counter, .notify), (.indicated, .indicate), (.long, .read), (.protected, [.read, .write]),
                (.drop, .write),
            ] where echo.has(value) {
                try expect(
                    try echo.properties(value), equals: properties, "properties of \(value)")
            }
        },
        Check(
            "echo.write", "10.7",
            "The bytes of a WRITE reach the peer as they are, also one more than ATT MTU − 3, before and after an exchange.",
            needs: needs
        ) { bench in
            let echo = try EchoService(bench, bench.open(), .echo)
            let handle = try echo.handle(.echo)
            let mtu = try echo.link.mtu()
            for count in [1, 0, mtu - 3, mtu - 2] where count <= bench.payload - 10 {
                let value = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
                try EchoService.expectEnd(try echo.link.write(handle, value), .ok, .done, "WRITE of \(count) bytes")
                try expect(try echo.link.value(handle), equals: value, "the value behind WRITE")
            }
            let exchanged = try echo.exchangeMTU()
            for count in [exchanged - 3, exchanged - 2] where count <= min(240, bench.payload - 10) {
                let value = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 53 &+ count) }
                try EchoService.expectEnd(try echo.link.write(handle, value), .ok, .done, "WRITE of \(count) bytes")
                try expect(try echo.link.value(handle), equals: value, "the value behind WRITE")
            }
        },
        Check(
            "echo.write-command", "10.7",
            "The bytes of a WRITE_COMMAND reach the peer whole, up to the exchanged ATT MTU − 3.", needs: needs
        ) { bench in
            let echo = try EchoService(bench, bench.open(), .echo)
            let handle = try echo.handle(.echo)
            let mtu = try echo.exchangeMTU()
            let count = min(mtu - 3, bench.payload - 6, 512)
            if mtu - 2 + 6 <= bench.payload {
                let over = WriteCommandRequest(
                    connection: echo.link.connection, handle: handle, value: [UInt8](repeating: 1, count: mtu - 2))
                try echo.session.expect(.writeCommand, over.encoded(), .tooLarge, "\(mtu - 2) bytes")
            }
            let value = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 91 &+ 3) }
            try echo.command(value)
            var found: [UInt8] = []
            for _ in 0..<10 where found != value { found = try echo.link.value(handle) }
            try expect(found, equals: value, "the value behind WRITE_COMMAND")
        },
        Check(
            "echo.written-once", "5.3", "A WRITE and a WRITE_COMMAND that are repeated reach the peer once.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .echo)
            try echo.subscribe(.echo, .notifications)
            let write = WriteRequest(
                deadlineMs: Link.deadlineMs, connection: echo.link.connection, handle: try echo.handle(.echo),
                value: [1])
            let id = try s.begin(.write, write.encoded())
            try expect(try s.ask(.write, write.encoded(), id: id).status == .accepted, "ACCEPTED again", got: "another")
            _ = try s.done(id, limit: .seconds(6))
            _ = try s.ask(.write, write.encoded(), id: id)
            let next = s.nextID
            try echo.command([2])
            try echo.command([2], id: next)
            try s.listen(.milliseconds(300))
            var values: [[UInt8]] = []
            while let event = try echo.next(.notification, limit: .zero) { values.append(event.value) }
            try expect(values, equals: [[1], [2]], "values that the peer has received")
        },
        Check(
            "echo.refused", "7.4",
            "READ, WRITE and SUBSCRIBE that the peer refuses end with its ATT error, the handle and effect none.",
            needs: needs
        ) { bench in
            let echo = try EchoService(bench, bench.open(), .protected)
            let handle = try echo.handle(.protected)
            // SUBSCRIBE writes to the handle that it names.
            for (what, done) in [
                ("READ", try echo.link.read(handle)), ("WRITE", try echo.link.write(handle, [1])),
                ("SUBSCRIBE", try echo.link.subscribe(handle, .notifications)),
            ] {
                try EchoService.expectEnd(done, unauthorized, .none, what)
                let body: ErrorBody = try decoded(done.result, "an error body")
                try echo.session.expectDetail(body.attributeHandle, handle, "handle of the refused \(what)")
            }
        },
        Check(
            "echo.broken-off", "7.4",
            "Without an answer of the peer, READ ends with effect none, WRITE and SUBSCRIBE with effect unknown, by CANCEL and at the deadline; until it comes, no other operation is answered.",
            needs: needs
        ) { bench in
            for isCancelled in [true, false] {
                for operation: Operation in [.read, .write, .subscribe] {
                    let s = try bench.open()
                    let echo = try EchoService(bench, s, .silent, .long)
                    let connection = echo.link.connection
                    let handle = try echo.handle(.silent)
                    let deadline: UInt32 = isCancelled ? 5000 : 300
                    let requests: [Operation: [UInt8]] = [
                        .read: ReadRequest(deadlineMs: deadline, connection: connection, handle: handle).encoded(),
                        .write: WriteRequest(
                            deadlineMs: deadline, connection: connection, handle: handle, value: [1]
                        ).encoded(),
                        // SUBSCRIBE writes to the handle that it names.
                        .subscribe: SubscribeRequest(
                            deadlineMs: deadline, connection: connection, handle: handle, mode: .notifications
                        ).encoded(),
                    ]
                    let start = ContinuousClock.now
                    let id = try s.begin(operation, requests[operation] ?? [])
                    if isCancelled {
                        try s.listen(.milliseconds(60))
                        let answer = try s.ask(.cancel, CancelRequest(requestID: id).encoded())
                        try expect(answer.status == .ok, "CANCEL: OK", got: answer.status.words)
                    }
                    try EchoService.expectEnd(
                        try s.done(id, limit: .seconds(3)), isCancelled ? .cancelled : .deadline,
                        operation == .read ? .none : .unknown, operation.name ?? "")
                    let lasted = ContinuousClock.now - start
                    if !isCancelled {
                        try expect(
                            lasted >= .milliseconds(290) && lasted <= .milliseconds(1350),
                            "DONE between 300 and 1300 ms", got: "\(lasted)")
                    }
                    try expectOwed(s, echo)
                }
            }
        },
        Check(
            "echo.busy", "10.1", "While an operation is open, WRITE and WRITE_COMMAND on its connection are BUSY.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .silent, .echo)
            let connection = echo.link.connection
            _ = try s.begin(
                .read, ReadRequest(deadlineMs: 5000, connection: connection, handle: try echo.handle(.silent)).encoded()
            )
            let handle = try echo.handle(.echo)
            try s.expect(
                .write, WriteRequest(deadlineMs: 1000, connection: connection, handle: handle, value: [1]).encoded(),
                .busy, "WRITE")
            try s.expect(
                .writeCommand, WriteCommandRequest(connection: connection, handle: handle, value: [1]).encoded(),
                .busy, "WRITE_COMMAND")
            let others: [(Operation, [UInt8])] = [
                (.read, ReadRequest(deadlineMs: 1000, connection: connection, handle: handle).encoded()),
                (.exchangeMTU, ExchangeMTURequest(deadlineMs: 1000, connection: connection, mtu: 100).encoded()),
                (
                    .discover,
                    DiscoverRequest(deadlineMs: 1000, connection: connection, what: .primaryServices).encoded()
                ),
                (
                    .subscribe,
                    SubscribeRequest(deadlineMs: 1000, connection: connection, handle: handle, mode: .off).encoded()
                ),
            ]
            for (operation, payload) in others { try s.expect(operation, payload, .busy, operation.name ?? "") }
            guard bench.isExact else { return }
            // The payload is looked at first; the MTU of the connection last.
            try s.expect(
                .read, ReadRequest(deadlineMs: 1000, connection: connection, handle: 0).encoded(), .invalidArgument,
                offset: 6, "READ of handle 0")
            let long = [UInt8](repeating: 1, count: min(Int(echo.link.result.mtu), bench.payload - 6))
            try s.expect(
                .writeCommand, WriteCommandRequest(connection: connection, handle: handle, value: long).encoded(),
                .busy, "WRITE_COMMAND of \(long.count) bytes")
        },
        Check(
            "echo.effect-done", "7.4", "An operation that ends with OK has effect done, of whatever kind it is.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            guard let peripheral = bench.options.peripheral else { return }
            let connect = try s.perform(
                ConnectRequest(deadlineMs: 10_000, address: peripheral.address, addressType: peripheral.type))
            if connect.status.isError {
                throw CheckNotProven(reason: "the peripheral could not be connected to: \(connect.status.words)")
            }
            try EchoService.expectEnd(connect, .ok, .done, "CONNECT")
            let result: ConnectResult = try decoded(connect.result, "the result of CONNECT")
            let c = result.connection
            let mtu = try s.perform(ExchangeMTURequest(deadlineMs: Link.deadlineMs, connection: c, mtu: 100))
            let refusal = Link.refusal(mtu)
            if refusal == nil { try EchoService.expectEnd(mtu, .ok, .done, "EXCHANGE_MTU") }
            let services = try s.perform(
                DiscoverRequest(deadlineMs: Link.deadlineMs, connection: c, what: .primaryServices))
            try EchoService.expectEnd(services, .ok, .done, "DISCOVER")
            let end = try s.perform(DisconnectRequest(deadlineMs: Link.deadlineMs, connection: c))
            try EchoService.expectEnd(end, .ok, .done, "DISCONNECT")
            let echo = try EchoService(bench, s, .echo)
            let handle = try echo.handle(.echo)
            try EchoService.expectEnd(try echo.link.write(handle, [1, 2]), .ok, .done, "WRITE")
            try EchoService.expectEnd(try echo.link.read(handle), .ok, .done, "READ")
            let on = try echo.link.subscribe(echo.configuration(.echo), .notifications)
            try EchoService.expectEnd(on, .ok, .done, "SUBSCRIBE")
            if let refusal { throw refusal }
        },
        Check(
            "echo.read-to-512", "10.6", "READ that ends at the last byte a value can have says that nothing follows.",
            needs: needs + [.minor(1), .payload(522)]
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .echo)
            let handle = try echo.handle(.echo)
            let value = (0..<512).map { UInt8(truncatingIfNeeded: $0 &* 11 &+ 5) }
            let done = try echo.link.write(handle, value)
            guard done.status == .ok else {
                throw CheckNotProven(reason: "the echo service keeps no 512 bytes: \(done.status.words)")
            }
            let piece = try echo.link.mtu() - 1
            for (offset, more) in [(512 - piece, false), (511 - piece, true)] {
                let part: ReadResult = try decoded(
                    try echo.link.read(handle, offset: UInt16(offset)).result, "the result of READ")
                try expect(part.value, equals: Array(value[offset..<(offset + piece)]), "\(piece) bytes from \(offset)")
                try expect(part.more == more, "more = \(more ? 1 : 0) behind byte \(offset + piece)", got: "the other")
            }
            _ = try echo.link.write(handle, [])
        },
        Check(
            "echo.disconnect-ends-operation", "10.3",
            "DISCONNECT ends the open operation with HCI 0x16; then come DISCONNECTED and the DONE of DISCONNECT.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .silent)
            let read = try s.begin(
                .read,
                ReadRequest(deadlineMs: 9000, connection: echo.link.connection, handle: try echo.handle(.silent))
                    .encoded())
            let id = try s.begin(
                .disconnect, DisconnectRequest(deadlineMs: 5000, connection: echo.link.connection).encoded())
            _ = try s.wait(limit: .seconds(7)) { s.events.count >= 3 ? true : nil }
            let order = s.events.map { frame in
                frame.header.event == .done
                    ? "DONE of \(UInt16(leading: frame.payload))" : frame.header.event.name ?? ""
            }
            try expect(order, equals: ["DONE of \(read)", "DISCONNECTED", "DONE of \(id)"], "events in order")
            try EchoService.expectEnd(try s.done(read, limit: .zero), Status(rawValue: 0x0416), .none, "READ")
        },
        Check(
            "echo.peer-leaves", "10.9",
            "When the peer ends the connection: the DONE of the open operation, if any, then DISCONNECTED with its reason and uptime; the slot is free.",
            needs: needs
        ) { bench in
            for open in [nil, Operation.read, .write] {
                let s = try bench.open()
                let echo = try EchoService(bench, s, .drop, .silent)
                try expectDrop(s, echo, while: open)
            }
        },
        Check(
            "echo.long-value", "10.6",
            "READ fetches a long value from any offset, at most ATT MTU − 1 bytes at a time.", needs: needs
        ) { bench in
            let echo = try EchoService(bench, bench.open(), .long)
            let handle = try echo.handle(.long)
            try expect(try echo.link.value(handle), equals: EchoService.long, "the value, read in parts")
            let mtu = try echo.exchangeMTU()
            // A peer may refuse to send part of a value that fits one answer.
            for offset in EchoService.long.count > mtu - 1 ? [0, 1, 250, 299] : [0] {
                let part: ReadResult = try decoded(
                    try echo.link.read(handle, offset: UInt16(offset)).result, "the result of READ")
                try expect(
                    !part.value.isEmpty && part.value.count <= mtu - 1
                        && EchoService.long.dropFirst(offset).starts(with: part.value), "bytes from offset \(offset)",
                    got: hexadecimal(part.value, limit: 16))
                let isWhole = offset + part.value.count == EchoService.long.count
                try expect(isWhole || part.more, "more = 1 where the value goes on", got: "more = 0")
            }
            _ = try echo.link.disconnect()
            // A DONE of 64 bytes carries less than this MTU allows.
            let small = try EchoService(bench, bench.open(wanted: 64), .long)
            _ = try small.exchangeMTU()
            try expect(
                try small.link.value(try small.handle(.long)), equals: EchoService.long,
                "the value, read in parts that fit 64 bytes")
        },
    ]

    /// Fails the check if an operation gets an answer while the peer owes one.
    private static func expectOwed(_ s: Session, _ echo: EchoService) throws {
        let id = s.nextID
        let next = ReadRequest(deadlineMs: 200, connection: echo.link.connection, handle: try echo.handle(.long))
        let late = try s.ask(.read, next.encoded())
        try expect(
            [.busy, .accepted].contains(late.status), "BUSY or ACCEPTED while an answer is owed", got: late.status.words
        )
        guard late.status == .accepted else { return }
        let end = try s.done(id, limit: .seconds(2))
        try expect(end.status.isError, "no answer before the one that is owed", got: end.status.words)
    }

    /// Lets the peer end the connection while an operation is open, or none is.
    private static func expectDrop(_ s: Session, _ echo: EchoService, while open: Operation?) throws {
        let reason = Status(rawValue: 0x0413)
        let connection = echo.link.connection
        let silent = try echo.handle(.silent)
        try EchoService.expectEnd(try echo.link.write(echo.handle(.drop), [200, 0]), .ok, .done, "WRITE")
        let before = try s.ping().uptimeMs
        if let open {
            let payload =
                open == .read
                ? ReadRequest(deadlineMs: 9000, connection: connection, handle: silent).encoded()
                : WriteRequest(deadlineMs: 9000, connection: connection, handle: silent, value: [1]).encoded()
            let done = try s.done(try s.begin(open, payload), limit: .seconds(5))
            try EchoService.expectEnd(done, reason, open == .read ? .none : .unknown, open.name ?? "it")
        }
        let frame = try s.event(.disconnected, limit: .seconds(2), "when the peer has left")
        let event: Disconnected = try decoded(frame.payload, "the fields of DISCONNECTED")
        try expect(event.connection == connection, "its connection", got: "another")
        try expect(event.status == reason, "reason \(reason.words)", got: event.status.words)
        let after = try s.ping().uptimeMs
        try expect(
            event.uptimeMs &- before <= after &- before, "an uptime of \(before) to \(after) ms",
            got: "\(event.uptimeMs)"
        )
        try expect(try s.ask(GetStateRequest()).connections.isEmpty, "no slot in use", got: "one")
    }
}
