import DongleProtocol

/// Section 10 of SPEC.md with several connections at a time: what holds for one must hold for each.
enum PeerChecks {
    private static let needs: [Check.Need] = [.features(.gatt), .peripheral]

    static let all: [Check] = [
        Check(
            "peers.connections", "10.1",
            "Connections to two devices have slots of their own, and GET_STATE shows both; CONNECT names the holder.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .echo)
            let others = try echo.others()
            let second = try Link(bench, s, to: others[0])
            try expect(second.connection.slot != echo.link.connection.slot, "another slot", got: "the same")
            let mtu = try echo.exchangeMTU()
            let state = try s.ask(GetStateRequest())
            for (link, device, wanted) in [
                (echo.link, bench.options.peripheral, UInt16(mtu)), (second, others[0], second.result.mtu),
            ] {
                guard let device, let slot = state.connections.first(where: { $0.connection == link.connection }) else {
                    throw CheckFailure(expected: "both connections in GET_STATE", got: "\(state.connections.count)")
                }
                try expect(
                    slot.phase == .connected && slot.address == device.address && slot.addressType == device.type,
                    "the slot of \(device.address), CONNECTED", got: "another")
                try expect(slot.mtu, equals: wanted, "its ATT MTU")
                let again = try s.ask(.connect, device.request(deadlineMs: 1000))
                try expect(again.status == .alreadyConnected, "ALREADY_CONNECTED", got: again.status.words)
                try s.expectDetail(again.error.connection, link.connection, "the connection that holds it")
            }
            // A new session closes both.
            let next = try bench.open()
            _ = try Link(bench, next)
            _ = try Link(bench, next, to: others[0])
            try expect(
                try next.ask(GetStateRequest()).connections.count, equals: 2, "slots in use in a new session")
        },
        Check(
            "peers.operations", "10.1",
            "Operations on two connections and CONNECT are open at the same time; CANCEL ends the one that it names.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .silent, .long)
            let second = try Link(bench, s, to: try echo.others()[0])
            let silent = try echo.handle(.silent)
            func read(_ link: Link) -> [UInt8] {
                ReadRequest(deadlineMs: 5000, connection: link.connection, handle: silent).encoded()
            }
            let one = try s.begin(.read, read(echo.link))
            let other = try s.begin(.read, read(second))
            var open = [one, other]
            if s.reply.slots > 2 { open.append(try s.begin(.connect, DeferredChecks.nobody(5000))) }
            try expect(
                try s.ask(GetStateRequest()).openOperations, equals: UInt8(open.count), "operations open")
            try s.expect(.cancel, CancelRequest(requestID: other).encoded(), .ok, "CANCEL of the second READ")
            let done = try s.done(other, limit: .seconds(2))
            try expect(done.status == .cancelled, "CANCELLED", got: done.status.words)
            try s.listen(.milliseconds(50))
            try expect(s.events.isEmpty, "the others still open", got: s.events.first?.words ?? "")
            try expect(
                try s.ask(GetStateRequest()).openOperations, equals: UInt8(open.count - 1), "operations open")
            // DISCONNECT needs a place of its own.
            let end = try s.begin(
                .disconnect, DisconnectRequest(deadlineMs: 5000, connection: echo.link.connection).encoded())
            let read = try s.done(one, limit: .seconds(2))
            try expect(read.status == Status(rawValue: 0x0416), "HCI 0x16 for READ", got: read.status.words)
            _ = try s.done(end, limit: .seconds(6))
            let left = try s.ask(GetStateRequest()).connections.filter { $0.phase == .connected }
            try expect(left.map(\.connection.word), equals: [second.connection.word], "connections that are left")
        },
        Check(
            "peers.notifications", "10.8",
            "Notifications, indications and LOST of each connection come, and name it.", needs: needs
        ) { bench in
            let s = try bench.open()
            let echo = try EchoService(bench, s, .counter, .indicated)
            let second = try Link(bench, s, to: try echo.others()[0])
            for link in [echo.link, second] {
                for (value, mode) in [
                    (EchoService.Value.counter, SubscriptionMode.notifications), (.indicated, .indications),
                ] {
                    let done = try link.subscribe(echo.configuration(value), mode)
                    try expect(done.status == .ok, "SUBSCRIBE: OK", got: done.status.words)
                }
            }
            var seen: Set<[UInt16]> = []
            let wanted = Set(
                [echo.link, second].flatMap { link in
                    [
                        [EventCode.notification.rawValue, link.connection.word],
                        [EventCode.indication.rawValue, link.connection.word],
                    ]
                })
            _ = try s.wait(limit: .seconds(1)) { () -> Bool? in
                for event in s.takeEvents() { seen.insert([event.header.code, UInt16(leading: event.payload)]) }
                return seen.isSuperset(of: wanted) ? true : nil
            }
            try expect(
                seen == wanted, "notifications and indications of both connections", got: "\(seen.count) of 4 kinds")
        },
        Check(
            "peers.slots-full", "10.2",
            "With every slot taken, CONNECT to another address is SLOTS_FULL with used and total; a slot that is free again is taken.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            guard s.reply.slots > 1 else { throw CheckSkip(reason: "the dongle has one slot") }
            let echo = try EchoService(bench, s, .echo)
            let others = try echo.others()
            guard others.count >= Int(s.reply.slots) - 1 else {
                throw CheckNotProven(reason: "the device names \(others.count) others, for \(s.reply.slots) slots")
            }
            var links = [echo.link]
            for other in others.prefix(Int(s.reply.slots) - 1) { links.append(try Link(bench, s, to: other)) }
            let slots = Set(links.map(\.connection.slot))
            try expect(slots.count, equals: links.count, "slots")
            try expect(
                slots.allSatisfy { $0 < s.reply.slots }, "slots below \(s.reply.slots)", got: "\(slots.max() ?? 0)")
            let state = try s.ask(GetStateRequest())
            try expect(
                Set(state.connections.map(\.connection.word)) == Set(links.map(\.connection.word)),
                "every slot in GET_STATE", got: "\(state.connections.count)")
            let full = try s.ask(.connect, DeferredChecks.nobody(1000))
            try expect(full.status == .slotsFull, "SLOTS_FULL", got: full.status.words)
            try s.expectDetail(
                full.error.slots.map { [$0.used, $0.total] }, [s.reply.slots, s.reply.slots], "used and total")
            if bench.isExact {
                let held = try s.ask(.connect, others[0].request(deadlineMs: 1000))
                try expect(held.status == .alreadyConnected, "ALREADY_CONNECTED first", got: held.status.words)
            }
            let last = links[links.count - 1]
            _ = try last.disconnect()
            let again = try Link(bench, s, to: others[Int(s.reply.slots) - 2])
            try expect(again.connection.slot, equals: last.connection.slot, "the slot that was free")
            try expect(again.connection.generation, equals: last.connection.generation &+ 1, "its generation")
        },
    ]
}

extension ConformanceOptions.Peripheral {
    /// Makes a CONNECT request to it.
    func request(deadlineMs: UInt32) -> [UInt8] {
        ConnectRequest(deadlineMs: deadlineMs, address: address, addressType: type).encoded()
    }
}

extension Connection {
    /// Slot and generation as one number.
    var word: UInt16 { UInt16(leading: encoded()) }
}

extension EchoService {
    /// Reads the other devices that it names; at least one.
    ///
    /// - Throws: ``CheckNotProven`` if it names none.
    func others() throws -> [ConformanceOptions.Peripheral] {
        guard link.session.reply.slots > 1 else { throw CheckSkip(reason: "the dongle has one slot") }
        guard has(.others) else {
            throw CheckNotProven(reason: "connect to a device whose echo service names others (docs/conformance.md)")
        }
        let bytes = try link.value(try handle(.others))
        let others = try stride(from: 0, to: bytes.count - 6, by: 7).map { place in
            ConformanceOptions.Peripheral(
                address: try decoded(Array(bytes[place..<(place + 6)]), "an address"),
                type: PeerAddressType(rawValue: bytes[place + 6]))
        }
        guard !others.isEmpty else { throw CheckNotProven(reason: "the echo service names no other device") }
        return others
    }
}
