import DongleProtocol

/// Section 5.1 of SPEC.md, tested by connecting to an address that no device has.
enum DeferredChecks {
    static let all: [Check] = [
        Check(
            "deferred.deadline-range", "5.1", "A deadline outside 100 to 600,000 ms is INVALID_ARGUMENT at offset 0.",
            needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            for deadline: UInt32 in [0, 99, 600_001, .max] {
                try s.expect(
                    .connect, nobody(deadline), .invalidArgument, offset: 0, "CONNECT with a deadline of \(deadline) ms"
                )
                let none = Connection(slot: 0, generation: 0xEE)
                let others: [(Operation, [UInt8])] = [
                    (.disconnect, DisconnectRequest(deadlineMs: deadline, connection: none).encoded()),
                    (.exchangeMTU, ExchangeMTURequest(deadlineMs: deadline, connection: none, mtu: 100).encoded()),
                    (
                        .discover,
                        DiscoverRequest(deadlineMs: deadline, connection: none, what: .primaryServices).encoded()
                    ),
                    (.read, ReadRequest(deadlineMs: deadline, connection: none, handle: 3).encoded()),
                    (.write, WriteRequest(deadlineMs: deadline, connection: none, handle: 3, value: [1]).encoded()),
                    (
                        .subscribe,
                        SubscribeRequest(deadlineMs: deadline, connection: none, handle: 3, mode: .off).encoded()
                    ),
                ]
                for (operation, payload) in others {
                    try s.expect(
                        operation, payload, .invalidArgument, offset: 0,
                        "\(operation.name ?? "") with a deadline of \(deadline) ms")
                }
            }
            let id = try s.begin(.connect, nobody(600_000))
            try s.ask(.cancel, CancelRequest(requestID: id).encoded())
            _ = try s.done(id, limit: .seconds(2))
        },
        Check(
            "deferred.ends-at-deadline", "5.1",
            "An operation that does not end on its own is DONE with DEADLINE, once, after its deadline and within 1 s of it.",
            needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            let start = ContinuousClock.now
            let id = try s.begin(.connect, nobody(400))
            let done = try s.done(id, limit: .seconds(3))
            let lasted = ContinuousClock.now - start
            try expect(done.status == .deadline, "DEADLINE", got: done.status.words)
            try expect(done.effect != .done, "effect none or unknown", got: "done")
            try expect(lasted >= .milliseconds(390), "not before 400 ms", got: lasted.words)
            try expect(lasted <= .milliseconds(1450), "by 1400 ms", got: lasted.words)
            // Unknown only where the end was not confirmed within a second of the deadline.
            if bench.isExact, lasted < .milliseconds(1100) {
                try expect(done.effect == .none, "effect none, the attempt having ended", got: done.effect.words)
            }
            try s.listen(.milliseconds(100))
            try expect(s.events.isEmpty, "no event more", got: s.events.first?.words ?? "")
            try expect(try s.ask(GetStateRequest()).openOperations, equals: 0, "operations open")
        },
        Check(
            "deferred.executed-once", "5.3",
            "A deferred request that is repeated is ACCEPTED again, and begins and ends once.",
            needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            let id = try s.begin(.connect, nobody(200))
            for _ in 0..<2 {
                let again = try s.ask(.connect, nobody(200), id: id)
                try expect(again.status == .accepted, "ACCEPTED again", got: again.status.words)
            }
            try expect(try s.ask(GetStateRequest()).openOperations, equals: 1, "operations open")
            _ = try s.done(id, limit: .seconds(2))
            let late = try s.ask(.connect, nobody(200), id: id)
            if bench.inflight > 1 {
                try expect(late.status == .accepted, "ACCEPTED again, after its DONE", got: late.status.words)
            }
            try s.listen(.milliseconds(400))
            try expect(s.events.isEmpty, "one DONE and no event more", got: s.events.first?.words ?? "")
        },
        Check(
            "deferred.cancel", "8.4",
            "CANCEL of an open operation is OK and brings one DONE with CANCELLED; afterwards CANCEL is NOT_FOUND.",
            needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            let id = try s.begin(.connect, nobody(30_000))
            try s.expect(.cancel, CancelRequest(requestID: id).encoded(), .ok, "CANCEL of an open CONNECT")
            let done = try s.done(id, limit: .seconds(2))
            try expect(done.status == .cancelled, "CANCELLED", got: done.status.words)
            try expect(done.effect != .done, "effect none or unknown", got: "done")
            try s.expect(.cancel, CancelRequest(requestID: id).encoded(), .notFound, "CANCEL after its DONE")
            try s.listen(.milliseconds(100))
            try expect(s.events.isEmpty, "no event more", got: s.events.first?.words ?? "")
        },
        Check(
            "deferred.long-deadline", "5.1", "A deadline of over a minute is not cut short.", needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            // A multiple of 65,536 and 100 ms more.
            let id = try s.begin(.connect, nobody(131_172))
            try s.listen(.milliseconds(350))
            try expect(s.events.isEmpty, "no event in 350 ms", got: s.events.first?.words ?? "")
            try s.expect(.cancel, CancelRequest(requestID: id).encoded(), .ok, "CANCEL of an open CONNECT")
            _ = try s.done(id, limit: .seconds(2))
        },
        Check(
            "deferred.slot-freed", "10.2",
            "An attempt that ends frees its slot: more attempts than slots can follow each other.",
            needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            for _ in 0...Int(s.reply.slots) {
                let id = try s.begin(.connect, nobody(20_000))
                try s.ask(.cancel, CancelRequest(requestID: id).encoded())
                let done = try s.done(id, limit: .seconds(2))
                try expect(done.status == .cancelled, "CANCELLED", got: done.status.words)
                let state = try s.ask(GetStateRequest())
                try expect(state.connections.isEmpty, "no slot in use after DONE", got: "\(state.connections.count)")
            }
        },
        Check("deferred.one-connect", "10.2", "A second CONNECT is BUSY while one is open.", needs: [.features(.gatt)])
        { bench in
            let s = try bench.open()
            let id = try s.begin(.connect, nobody(30_000))
            let other = nobody(1000).with([0x77], at: 4)
            let second = try s.ask(.connect, other)
            // If there is one slot, the attempt holds it already.
            let allowed: [Status] = s.reply.slots == 1 ? [.busy, .slotsFull] : [.busy]
            try expect(allowed.contains(second.status), "BUSY", got: second.status.words)
            let busy = s.nextID &- 1
            if bench.isExact {
                let slot = try s.state().connections.first?.connection
                let same = try s.ask(.connect, nobody(1000))
                try expect(
                    same.status == .alreadyConnected, "the same address: ALREADY_CONNECTED", got: same.status.words)
                if let slot { try s.expectDetail(same.error.connection, slot, "the connection of the attempt") }
                try s.expect(
                    .connect, other.with([2], at: 10), .invalidArgument, offset: 10, "a wrong field, before BUSY")
            }
            try s.ask(.cancel, CancelRequest(requestID: id).encoded())
            _ = try s.done(id, limit: .seconds(2))
            // The refusal stays in the table, as long as that reaches.
            if bench.inflight == 8 {
                let again = try s.ask(.connect, other, id: busy)
                try expect(again.status == second.status, "the same refusal again", got: again.status.words)
            }
        },
        Check(
            "deferred.attempt-in-state", "8.3",
            "GET_STATE shows the slot of an attempt as CONNECTING, with its address, and counts its operation.",
            needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            let id = try s.begin(.connect, nobody(5000))
            let state = try s.state()
            try expect(state.openOperations, equals: 1, "operations open")
            let wanted = try ConnectRequest(decoding: nobody(5000))
            let slot = state.connections.first
            try expect(state.connections.count, equals: 1, "slots in use")
            try expect(slot?.phase == .connecting, "CONNECTING", got: "\(slot?.phase.rawValue ?? 0)")
            try expect(
                slot?.address == wanted.address && slot?.addressType == wanted.addressType, "the address and its type",
                got: "another")
            try s.ask(.cancel, CancelRequest(requestID: id).encoded())
            _ = try s.done(id, limit: .seconds(2))
            let after = try s.ask(GetStateRequest())
            try expect(after.openOperations, equals: 0, "operations open, none being left")
        },
        Check(
            "deferred.done-waits-for-grant", "7.5", "DONE stays until it is acknowledged, like every event.",
            needs: [.features(.gatt)]
        ) { bench in
            let s = try bench.open()
            s.grants = false
            let id = try s.begin(.connect, nobody(100))
            _ = try s.done(id, limit: .seconds(2))
            try s.grant(next: 0, gap: true)
            _ = try s.done(id, limit: .seconds(1))
            try expect(try s.ping().oldestEvent, equals: 0, "oldest event kept")
            try s.grant(next: 1)
            try expect(try s.ping().oldestEvent, equals: 1, "oldest event kept")
        },
        Check(
            "deferred.ended-by-new-session", "4.5",
            "A new session ends every operation without a DONE, and the slot is free for it.", needs: [.features(.gatt)]
        ) { bench in
            let old = try bench.open()
            _ = try old.begin(.connect, nobody(300))
            let s = try bench.open()
            let id = try s.begin(.connect, nobody(1500).with([0x42], at: 4))
            try s.listen(.milliseconds(500))
            try expect(s.events.isEmpty, "no event of the session before", got: s.events.first?.words ?? "")
            try s.ask(.cancel, CancelRequest(requestID: id).encoded())
            let done = try s.done(id, limit: .seconds(3))
            try expect(done.status == .cancelled, "CANCELLED", got: done.status.words)
        },
    ]

    /// Makes a CONNECT request to an address that is reserved for documentation.
    static func nobody(_ deadlineMs: UInt32) -> [UInt8] {
        ConnectRequest(deadlineMs: deadlineMs, address: Address(rawValue: 0x0000_5E00_5301), addressType: .public)
            .encoded()
    }
}
