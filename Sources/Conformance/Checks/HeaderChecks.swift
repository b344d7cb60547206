import DongleProtocol

/// Section 2 of SPEC.md, and section 15's rules for payloads.
enum HeaderChecks {
    static let all: [Check] = [
        Check(
            "header.fields", "2",
            "Kind, version, flags, session, id and code of the dongle's frames are what their kind allows.", body: nil),
        Check("header.worked-example", "2.5", "The PING of the worked example, byte for byte, is answered.") { bench in
            let s = try bench.open(session: 0x1234)
            try bench.wire.send([0, 2, 0x11, 4, 0x34, 0x12, 1, 2, 2, 1, 4, 0xF3, 0x6F, 0xB3, 0])
            let answer = try s.answer(to: 1, .ping)
            try expect(answer.status == .ok, "OK", got: answer.status.words)
        },
        Check("header.answer-echoes", "2", "An answer has the session, id and operation of its request.") { bench in
            let s = try bench.open()
            for operation: Operation in [.ping, .info, .getState, Operation(rawValue: 0x0F0F)] {
                let id = try s.post(operation)
                let seen = try s.wait { s.takeResponse { _ in true } }
                guard let header = seen?.header else {
                    throw CheckFailure(expected: "an answer of this session", got: "none within \(s.patience.words)")
                }
                try expect(header.id, equals: id, "id")
                try expect(header.code, equals: operation.rawValue, "operation")
            }
        },
        Check("header.wrong-direction", "2.1", "A frame that only a dongle sends is dropped and counted.") { bench in
            let s = try bench.open()
            try expectDropped(s, 4, "BOOT, RESPONSE, EVENT and LOG sent to the dongle") {
                for kind: FrameKind in [.boot, .response, .event, .log] {
                    try bench.wire.send(FrameHeader(kind: kind, session: s.number, id: s.nextID, code: 2))
                }
            }
        },
        Check("header.unknown-kind", "2.3", "A frame of an unknown kind is dropped and counted.") { bench in
            let s = try bench.open()
            try expectDropped(s, 10, "kinds 6...15") {
                for kind: UInt8 in 6...15 {
                    try bench.wire.send(
                        FrameHeader(kind: FrameKind(rawValue: kind), session: s.number, id: s.nextID, code: 2))
                }
            }
        },
        Check(
            "header.unknown-flags", "2.3",
            "A REQUEST with a flag that must be understood is answered UNSUPPORTED_FLAGS and not executed."
        ) { bench in
            let s = try bench.open()
            for flag: UInt8 in [0x10, 0x20, 0x40, 0x80, 0xF0] {
                let id = s.nextID
                let answer = try s.ask(.scanStart, scanPayload(), id: id, flags: flag)
                try expect(
                    answer.status == .unsupportedFlags, "flags 0x\(String(flag, radix: 16)): UNSUPPORTED_FLAGS",
                    got: answer.status.words)
            }
            let state = try s.ask(GetStateRequest())
            try expect(state.scan == .stopped, "not executed: no scan", got: "the scan runs")
            // REBOOT is no exception; the magic is wrong, so that nothing restarts.
            try s.post(.reboot, RebootRequest(magic: 1, bootID: 0, mode: .run).encoded(), id: 0, flags: 0x10)
            let reboot = try s.answer(to: 0, .reboot).status
            try expect(reboot == .unsupportedFlags, "REBOOT: UNSUPPORTED_FLAGS", got: reboot.words)
        },
        Check("header.flags-leave-table", "3.2", "A request refused for its flags leaves the request table as it is.") {
            bench in
            let s = try bench.open()
            try s.ask(.ping, [], id: 1, flags: 0x80)
            let answer = try s.ask(.ping, [7], id: 1)
            try expect(answer.status == .ok, "the same id with other bytes is executed: OK", got: answer.status.words)
        },
        Check("header.ignorable-flags", "2", "Flags of bits 0 to 3 do not matter.") { bench in
            let s = try bench.open()
            for flag: UInt8 in [1, 2, 4, 8, 0x0F] {
                let answer = try s.ask(.ping, flags: flag)
                try expect(answer.status == .ok, "PING with flags \(flag): OK", got: answer.status.words)
            }
            s.grants = false
            try s.makeEvents(1)
            try s.grant(next: 1, flags: 0x0F)
            try expect(try s.ping().oldestEvent, equals: 1, "oldest event kept after a GRANT with flags 15")
            let (_, reply) = try SessionChecks.helloFrame(
                bench, HelloRequest(nonce: 6, largestPayload: 512), flags: 0x0F)
            try expect(reply.status == .ok, "HELLO with flags 15: OK", got: reply.status.words)
        },
        Check("header.flags-on-hello", "2.3", "HELLO with a flag that must be understood is dropped and counted.") {
            bench in
            let s = try bench.open()
            try expectDropped(s, 4, "HELLO with a flag of bits 4 to 7") {
                let hello = HelloRequest(nonce: 77, largestPayload: 512).encoded()
                for flag: UInt8 in [0x10, 0x20, 0x40, 0x80] {
                    let header = FrameHeader(kind: .request, flags: flag, session: bench.freshSession(), code: 1)
                    try bench.wire.send(header, hello)
                }
            }
        },
        Check("header.flags-on-grant", "2.3", "GRANT with a flag that must be understood is dropped and counted.") {
            bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(1)
            try expectDropped(s, 4, "GRANT with a flag of bits 4 to 7") {
                for flag: UInt8 in [0x10, 0x20, 0x40, 0x80] { try s.grant(next: 1, flags: flag) }
            }
            try expect(try s.ping().oldestEvent, equals: 0, "oldest event kept")
        },
        Check("header.other-major", "2.4", "A request or GRANT of another major version is dropped and counted.") {
            bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(1)
            try expectDropped(s, 6, "PING and GRANT under major versions 0, 2 and 15") {
                for major: UInt8 in [0, 2, 15] {
                    try s.post(.ping, id: s.nextID, major: major)
                    let header = FrameHeader(major: major, kind: .grant, session: s.number)
                    try bench.wire.send(header, Grant(next: 1).encoded())
                }
            }
            try expect(try s.ping().oldestEvent, equals: 0, "oldest event kept")
        },
        Check(
            "header.short-grant", "15", "A GRANT that ends before its last field is dropped and counted."
        ) { bench in
            let s = try bench.open()
            s.grants = false
            try s.makeEvents(1)
            try expectDropped(s, 3, "GRANTs of 0, 1 and 2 bytes") {
                for count in 0..<3 {
                    let payload = Array(Grant(next: 1).encoded().prefix(count))
                    try bench.wire.send(FrameHeader(kind: .grant, session: s.number), payload)
                }
            }
            try expect(try s.ping().oldestEvent, equals: 0, "oldest event kept")
        },
        Check(
            "header.rest-ignored", "15", "Bytes after the fields of a request are ignored, and so are reserved bytes."
        ) { bench in
            let s = try bench.open()
            for operation: Operation in [.ping, .info, .getState, .scanStop] {
                try s.expect(operation, [1, 2, 3, 4, 5], .ok, "\(operation.name ?? "") with five bytes after it")
            }
            let start = scanPayload().with([0xFF], at: 1).with([0xFF], at: 7) + [9, 9, 9]
            try s.expect(.scanStart, start, .ok, "SCAN_START with reserved bytes FF and three bytes after it")
            try s.expect(.cancel, [0x77, 0x77, 1, 2], .notFound, "CANCEL with two bytes after it")
            if bench.features.contains(.identify) {
                try s.expect(.identify, [0, 0, 1], .ok, "IDENTIFY with a byte after")
            }
            if bench.features.contains(.configStore) {
                let read = ConfigReadRequest(copy: .active, offset: 0, length: 1).encoded()
                try s.expect(.configRead, read + [1, 2], .ok, "CONFIG_READ with two bytes after it")
            }
            if bench.features.contains(.gatt) {
                let none = Connection(slot: 0, generation: 0xEE)
                let read = ReadRequest(deadlineMs: 1000, connection: none, handle: 3).encoded()
                try s.expect(.read, read + [1], .notConnected, "READ with a byte after it")
                let write = WriteRequest(deadlineMs: 1000, connection: none, handle: 3, value: [1]).encoded()
                try s.expect(.write, write + [1, 2], .notConnected, "WRITE with two bytes after its value")
            }
            s.grants = false
            _ = try s.ask(ScanStopRequest())
            _ = try s.wait { s.events.last }
            let next = try s.ping().nextEvent
            _ = try s.wait { s.events.last.map { $0.header.id &+ 1 } == next ? true : nil }
            try bench.wire.send(FrameHeader(kind: .grant, session: s.number), Grant(next: next).encoded() + [1, 2])
            try expect(try s.ping().oldestEvent, equals: next, "oldest event after a GRANT with two bytes behind")
            let hello = HelloRequest(nonce: 6, largestPayload: 512).encoded() + [1, 2, 3]
            let session = bench.freshSession()
            try bench.wire.send(FrameHeader(kind: .request, session: session, code: Operation.hello.rawValue), hello)
            let reply = try s.wait { s.takeOther { $0.header.session == session } }
            try expect(reply != nil, "an answer to HELLO with three bytes after it", got: "none")
        },
        Check("header.reserved-ignored", "15", "Reserved bytes of a request are not looked at.") { bench in
            let s = try bench.open()
            let scan = ScanStartRequest(mode: .passive).encoded().with([0xA5], at: 1).with([0x5A], at: 7)
            try s.expect(.scanStart, scan, .ok, "SCAN_START with reserved bytes")
            if bench.features.contains(.configStore) {
                let read = ConfigReadRequest(copy: .active, offset: 0, length: 1).encoded().with([0xA5], at: 1)
                try s.expect(.configRead, read, .ok, "CONFIG_READ with a reserved byte")
            }
            if bench.features.contains(.gatt) {
                let connect = DeferredChecks.nobody(100).with([0xA5], at: 11)
                try s.expect(.connect, connect, .accepted, "CONNECT with a reserved byte")
            }
        },
    ]

    /// Fails unless `count` frames are dropped and counted, and none is answered.
    private static func expectDropped(
        _ s: Session, _ count: UInt32, _ what: String, _ send: () throws -> Void
    ) throws {
        let before = try s.ask(GetStateRequest()).counters
        try send()
        try s.expectNothingAnswered(what)
        let after = try s.ask(GetStateRequest()).counters
        try expect(after.droppedFrames &- before.droppedFrames, equals: count, "\(what): frames dropped")
    }
}

extension Session {
    /// Makes `count` events of stream A by starting and stopping the scan. Each event is in the
    /// ring before the next is made.
    func makeEvents(_ count: Int) throws {
        var expected = try ping().nextEvent
        for index in 0..<count {
            let starts = index % 2 == 0
            let answer = starts ? try ask(.scanStart, scanPayload()) : try ask(.scanStop)
            if answer.status != .ok {
                throw CheckNotProven(reason: "the scan cannot be started: \(answer.status.words)")
            }
            expected &+= 1
            let deadline = ContinuousClock.now + patience
            var next = try ping().nextEvent
            while next != expected && ContinuousClock.now < deadline {
                try listen(.milliseconds(10))
                next = try ping().nextEvent
            }
            // 24 bytes are more than any ring takes for an event of 4.
            if next != expected, !grants, Int(try self.ask(InfoRequest()).eventRing) < 24 * (index + 1) {
                throw CheckNotProven(reason: "the ring of stream A holds \(index) events of SCAN_STATE")
            }
            try Conformance.expect(
                next == expected, "a SCAN_STATE event for each start and stop, the next counter being \(expected)",
                got: "\(next)")
        }
    }
}
