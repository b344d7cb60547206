import DongleProtocol

/// Section 10 of SPEC.md, the rules that can be tested without a peripheral.
enum GATTChecks {
    private static let none = Connection(slot: 0, generation: 0xEE)

    static let all: [Check] = [
        Check(
            "gatt.not-connected", "10.1", "An operation on a connection that is not established is NOT_CONNECTED.",
            needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            for slot in [0, s.reply.slots, 31, 255] {
                let c = Connection(slot: slot, generation: 0xEE)
                let requests: [(Operation, [UInt8])] = [
                    (.disconnect, DisconnectRequest(deadlineMs: 1000, connection: c).encoded()),
                    (.exchangeMTU, ExchangeMTURequest(deadlineMs: 1000, connection: c, mtu: 100).encoded()),
                    (.discover, DiscoverRequest(deadlineMs: 1000, connection: c, what: .primaryServices).encoded()),
                    (.read, ReadRequest(deadlineMs: 1000, connection: c, handle: 3).encoded()),
                    (.write, WriteRequest(deadlineMs: 1000, connection: c, handle: 3, value: [1]).encoded()),
                    (.writeCommand, WriteCommandRequest(connection: c, handle: 3, value: [1]).encoded()),
                    (.subscribe, SubscribeRequest(deadlineMs: 1000, connection: c, handle: 3, mode: .off).encoded()),
                ]
                for (operation, payload) in requests {
                    try s.expect(operation, payload, .notConnected, "\(operation.name ?? "") on slot \(slot)")
                }
            }
        },
        Check(
            "gatt.connect-arguments", "10.2",
            "A field of CONNECT out of its range is INVALID_ARGUMENT with its offset.", needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            let base = DeferredChecks.nobody(1000)
            let wrong: [(String, [UInt8], UInt16)] = [
                ("address type 2", base.with([2], at: 10), 10),
                ("lowest interval 5", base.with(5 as UInt16, at: 12), 12),
                ("lowest interval 3201", base.with(3201 as UInt16, at: 12), 12),
                ("highest interval 5", base.with(5 as UInt16, at: 14), 14),
                ("a highest interval below the lowest", base.with(40 as UInt16, at: 12).with(30 as UInt16, at: 14), 14),
                (
                    "a highest interval below the lowest, and latency 500",
                    base.with(40 as UInt16, at: 12).with(30 as UInt16, at: 14).with(500 as UInt16, at: 16), 14
                ),
                ("latency 500", base.with(500 as UInt16, at: 16), 16),
                ("supervision time-out 9", base.with(9 as UInt16, at: 18), 18),
                ("supervision time-out 3201", base.with(3201 as UInt16, at: 18), 18),
            ]
            for (what, payload, offset) in wrong {
                try s.expect(.connect, payload, .invalidArgument, offset: offset, what)
            }
            if bench.isExact {
                // Fields are checked in their order.
                var bad = base.with(9 as UInt16, at: 18)
                for (offset, value) in [(16, 500), (14, 5), (12, 5)] as [(Int, UInt16)] {
                    bad = bad.with(value, at: offset)
                    try s.expect(
                        .connect, bad, .invalidArgument, offset: UInt16(offset),
                        "offset \(offset) before those behind it")
                }
                bad = bad.with([2], at: 10)
                try s.expect(.connect, bad, .invalidArgument, offset: 10, "the address type before the intervals")
                try s.expect(.connect, bad.with([99, 0], at: 0), .invalidArgument, offset: 0, "the deadline first")
            }
            try expect(try s.ask(GetStateRequest()).connections.isEmpty, "no slot in use", got: "one")
            // The ends of the ranges are within; the controller may refuse what they make together.
            for values: [UInt16] in [[6, 6, 0, 3200], [3200, 3200, 0, 3200], [6, 3200, 499, 3200], [6, 0, 0, 10]] {
                var right = base
                for (index, value) in values.enumerated() { right = right.with(value, at: 12 + 2 * index) }
                let id = s.nextID
                let answer = try s.ask(.connect, right)
                try expect(answer.status != .invalidArgument, "\(values) within the ranges", got: answer.status.words)
                guard answer.status == .accepted else { continue }
                try s.ask(.cancel, CancelRequest(requestID: id).encoded())
                _ = try s.done(id, limit: .seconds(2))
            }
        },
        Check(
            "gatt.arguments", "10", "A field of a GATT request out of its range is INVALID_ARGUMENT with its offset.",
            needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            let discover = DiscoverRequest(deadlineMs: 1000, connection: none, what: .primaryServices).encoded()
            let read = ReadRequest(deadlineMs: 1000, connection: none, handle: 3).encoded()
            let mtu = ExchangeMTURequest(deadlineMs: 1000, connection: none, mtu: 100).encoded()
            let wrong: [(String, Operation, [UInt8], UInt16)] = [
                ("ATT MTU 22", .exchangeMTU, mtu.with(22 as UInt16, at: 6), 6),
                ("ATT MTU 518", .exchangeMTU, mtu.with(518 as UInt16, at: 6), 6),
                ("DISCOVER of what 0", .discover, discover.with([0], at: 6), 6),
                ("DISCOVER of what 4", .discover, discover.with([4], at: 6), 6),
                ("DISCOVER from handle 0", .discover, discover.with(0 as UInt16, at: 8), 8),
                ("DISCOVER of 9 to 8", .discover, discover.with(9 as UInt16, at: 8).with(8 as UInt16, at: 10), 10),
                ("READ of handle 0", .read, read.with(0 as UInt16, at: 6), 6),
                ("READ from offset 512", .read, read.with(512 as UInt16, at: 8), 8),
                (
                    "WRITE to handle 0", .write,
                    WriteRequest(deadlineMs: 1000, connection: none, handle: 0, value: [1]).encoded(), 6
                ),
                (
                    "WRITE_COMMAND to handle 0", .writeCommand,
                    WriteCommandRequest(connection: none, handle: 0, value: [1]).encoded(), 2
                ),
                (
                    "SUBSCRIBE of handle 0", .subscribe,
                    SubscribeRequest(deadlineMs: 1000, connection: none, handle: 0, mode: .off).encoded(), 6
                ),
                (
                    "WRITE to handle 0 of a value that is cut", .write,
                    WriteRequest(deadlineMs: 1000, connection: none, handle: 0, value: [1]).encoded()
                        .with(9 as UInt16, at: 8), 6
                ),
                (
                    "SUBSCRIBE of handle 0 with mode 3", .subscribe,
                    SubscribeRequest(deadlineMs: 1000, connection: none, handle: 0, mode: SubscriptionMode(rawValue: 3))
                        .encoded(), 6
                ),
                (
                    "SUBSCRIBE with mode 3", .subscribe,
                    SubscribeRequest(deadlineMs: 1000, connection: none, handle: 3, mode: SubscriptionMode(rawValue: 3))
                        .encoded(), 8
                ),
            ]
            for (what, operation, payload, offset) in wrong {
                try s.expect(operation, payload, .invalidArgument, offset: offset, what)
            }
            // The ends of the ranges are within: there is only no such connection.
            let right: [(String, Operation, [UInt8])] = [
                ("ATT MTU 23", .exchangeMTU, mtu.with(23 as UInt16, at: 6)),
                ("ATT MTU 517", .exchangeMTU, mtu.with(517 as UInt16, at: 6)),
                (
                    "DISCOVER of descriptors from 65535", .discover,
                    discover.with([3], at: 6).with(65_535 as UInt16, at: 8).with(65_535 as UInt16, at: 10)
                ),
                ("DISCOVER of 1 to 1", .discover, discover.with(1 as UInt16, at: 8).with(1 as UInt16, at: 10)),
                (
                    "READ of handle 65535 from offset 511", .read,
                    read.with(65_535 as UInt16, at: 6).with(511 as UInt16, at: 8)
                ),
                ("READ with a deadline of 100 ms", .read, read.with([100, 0, 0, 0], at: 0)),
                ("READ with a deadline of 600 s", .read, read.with([0xC0, 0x27, 0x09, 0], at: 0)),
                (
                    "WRITE of no byte", .write,
                    WriteRequest(deadlineMs: 1000, connection: none, handle: 65_535, value: []).encoded()
                ),
                (
                    "WRITE_COMMAND of no byte", .writeCommand,
                    WriteCommandRequest(connection: none, handle: 65_535, value: []).encoded()
                ),
                (
                    "SUBSCRIBE to indications", .subscribe,
                    SubscribeRequest(deadlineMs: 1000, connection: none, handle: 65_535, mode: .indications).encoded()
                ),
            ]
            for (what, operation, payload) in right { try s.expect(operation, payload, .notConnected, what) }
            guard bench.isExact else { return }
            // Fields are checked in their order.
            let ordered: [(String, Operation, [UInt8], UInt16)] = [
                (
                    "EXCHANGE_MTU: the deadline first", .exchangeMTU,
                    mtu.with(22 as UInt16, at: 6).with([99, 0, 0, 0], at: 0), 0
                ),
                ("DISCOVER: what before the handles", .discover, discover.with([0], at: 6).with(0 as UInt16, at: 8), 6),
                (
                    "DISCOVER: first before last", .discover,
                    discover.with(0 as UInt16, at: 8).with(0 as UInt16, at: 10), 8
                ),
                (
                    "READ: the handle before the offset", .read,
                    read.with(0 as UInt16, at: 6).with(512 as UInt16, at: 8), 6
                ),
            ]
            for (what, operation, payload, offset) in ordered {
                try s.expect(operation, payload, .invalidArgument, offset: offset, what)
            }
        },
        Check(
            "gatt.value-beyond-payload", "10.7", "A value whose blob is longer than the payload is MALFORMED.",
            needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            let write = WriteRequest(deadlineMs: 1000, connection: none, handle: 3, value: [1, 2, 3]).encoded()
            try s.expect(.write, Array(write.dropLast()), .malformed, "WRITE of 3 bytes with 2")
            let command = WriteCommandRequest(connection: none, handle: 3, value: [1, 2, 3]).encoded()
            try s.expect(.writeCommand, Array(command.dropLast()), .malformed, "WRITE_COMMAND of 3 bytes with 2")
        },
        Check(
            "gatt.value-too-large", "10.7", "WRITE of more than 512 bytes, or than the dongle can hold, is TOO_LARGE.",
            needs: [.features(.gatt), .payload(64)]
        ) { bench in
            let s = try bench.open()
            // As many bytes as the payload can carry: 513 in the full profile, fewer in a small
            // one, which may accept them.
            let count = min(513, bench.payload - 10)
            let write = WriteRequest(
                deadlineMs: 1000, connection: none, handle: 3, value: [UInt8](repeating: 1, count: count))
            let status = try s.ask(.write, write.encoded()).status
            let allowed: [Status] = count > 512 ? [.tooLarge] : [.tooLarge, .notConnected]
            try expect(allowed.contains(status), allowed.map(\.words).joined(separator: " or "), got: status.words)
            guard status == .tooLarge, bench.isExact else { return }
            let refused = try s.ask(.write, write.encoded())
            guard let limit = refused.error.limit else {
                throw CheckFailure(expected: "the limit", got: "no such detail")
            }
            try expect((1..<UInt32(count)).contains(limit), "a limit under \(count)", got: "\(limit)")
            let most = WriteRequest(
                deadlineMs: 1000, connection: none, handle: 3, value: [UInt8](repeating: 1, count: Int(limit)))
            try s.expect(.write, most.encoded(), .notConnected, "WRITE of \(limit) bytes")
        },
    ]
}
