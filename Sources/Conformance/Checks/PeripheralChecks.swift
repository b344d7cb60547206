import DongleProtocol

/// Section 10 of SPEC.md with a peripheral: connections and discovery.
enum PeripheralChecks {
    private static let needs: [Check.Need] = [.features(.gatt), .peripheral]

    static let all: [Check] = [
        Check(
            "peripheral.connect", "10.2",
            "CONNECTED comes before the DONE of CONNECT, both name the connection, and GET_STATE shows its slot.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            try expect(
                link.connected.connection == link.connection, "CONNECTED of \(words(link.connection))",
                got: words(link.connected.connection))
            try expect(link.connected.address == bench.options.peripheral?.address, "its address", got: "another")
            try expect(link.connected.mtu, equals: link.result.mtu, "ATT MTU of CONNECTED")
            try expect(link.result.mtu >= 23, "an ATT MTU of 23 or more", got: "\(link.result.mtu)")
            let slots = try s.state().connections
            let mine = slots.first { $0.connection == link.connection }
            try expect(mine?.phase == .connected, "its slot CONNECTED", got: mine?.phase.words ?? "none of it")
            try expect(slots.count, equals: 1, "slots in use")
        },
        Check(
            "peripheral.already-connected", "10.2",
            "CONNECT to an address that a slot holds is ALREADY_CONNECTED; with the other address type it is another address.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            guard let peripheral = bench.options.peripheral else { return }
            let again = try s.ask(
                .connect,
                ConnectRequest(deadlineMs: 1000, address: peripheral.address, addressType: peripheral.type).encoded())
            try expect(again.status == .alreadyConnected, "ALREADY_CONNECTED", got: again.status.words)
            try s.expectDetail(again.error.connection, link.connection, "the connection that holds it")
            // The same bytes with the other type are another address.
            let type: PeerAddressType = peripheral.type == .public ? .random : .public
            let other = ConformanceOptions.Peripheral(address: peripheral.address, type: type)
            let id = s.nextID
            let answer = try s.ask(.connect, other.request(deadlineMs: 2000))
            let wanted: Status = s.reply.slots == 1 ? .slotsFull : .accepted
            try expect(answer.status == wanted, "the other address type: \(wanted.words)", got: answer.status.words)
            guard wanted == .accepted else { return }
            if bench.isExact {
                let held = try s.ask(.connect, peripheral.request(deadlineMs: 1000))
                try expect(
                    held.status == .alreadyConnected, "ALREADY_CONNECTED before BUSY", got: held.status.words)
            }
            try s.ask(.cancel, CancelRequest(requestID: id).encoded())
            _ = try s.done(id, limit: .seconds(3))
        },
        Check(
            "peripheral.slots-full", "10.2", "With one slot, taken, CONNECT to another address is SLOTS_FULL.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            guard s.reply.slots == 1 else { throw CheckSkip(reason: "the dongle has \(s.reply.slots) slots") }
            _ = try Link(bench, s)
            let answer = try s.ask(.connect, DeferredChecks.nobody(1000))
            try expect(answer.status == .slotsFull, "SLOTS_FULL", got: answer.status.words)
            try s.expectDetail(answer.error.slots.map { [$0.used, $0.total] }, [1, 1], "used and total")
        },
        Check(
            "peripheral.disconnect", "10.3",
            "DISCONNECTED comes before the DONE of DISCONNECT, and the slot is free then.", needs: needs
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            let done = try link.disconnect()
            try expect(done.status == .ok, "OK", got: done.status.words)
            guard let frame = s.takeEvent(where: { $0.header.event == .disconnected }) else {
                throw CheckFailure(expected: "DISCONNECTED before the DONE", got: "none")
            }
            let event: Disconnected = try decoded(frame.payload, "the fields of DISCONNECTED")
            try expect(
                event.connection == link.connection, "connection \(words(link.connection))",
                got: words(event.connection))
            try expect(event.status.domain == .hci, "an HCI reason", got: event.status.words)
            try expect(try s.ask(GetStateRequest()).connections.isEmpty, "no slot in use", got: "one")
            let late = try s.ask(.read, ReadRequest(deadlineMs: 1000, connection: link.connection, handle: 3).encoded())
            try expect(late.status == .notConnected, "READ after it: NOT_CONNECTED", got: late.status.words)
        },
        Check(
            "peripheral.generation", "10.1",
            "A slot's generation grows by one each time CONNECT takes it; the old connection is NOT_CONNECTED.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let first = try Link(bench, s)
            _ = try first.disconnect()
            let second = try Link(bench, s)
            guard second.connection.slot == first.connection.slot else {
                throw CheckNotProven(reason: "the second CONNECT took another slot")
            }
            try expect(second.connection.generation, equals: first.connection.generation &+ 1, "generation")
            var later = second.connection
            later.generation &+= 1
            for c in [first.connection, later] {
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
                    try s.expect(operation, payload, .notConnected, "\(operation.name ?? "") on \(words(c))")
                }
            }
            // An attempt takes a generation as well.
            _ = try second.disconnect()
            let id = try s.begin(.connect, DeferredChecks.nobody(5000))
            try s.ask(.cancel, CancelRequest(requestID: id).encoded())
            _ = try s.done(id, limit: .seconds(2))
            let third = try Link(bench, s)
            guard third.connection.slot == second.connection.slot else { return }
            try expect(
                third.connection.generation, equals: second.connection.generation &+ 2,
                "generation behind an attempt")
        },
        Check(
            "peripheral.first-generation", "10.1", "The first connection of a slot after a restart has generation 1.",
            needs: needs + [.reset, .minor(1)]
        ) { bench in
            let after = try bench.restart(try bench.open())
            try expect(try Link(bench, after).connection.generation, equals: 1, "generation")
        },
        Check(
            "peripheral.closing", "10.1",
            "From DISCONNECT on the connection is NOT_CONNECTED, and CANCEL does not take DISCONNECT back.",
            needs: needs + [.inflight(2)]
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            let payload = DisconnectRequest(deadlineMs: 5000, connection: link.connection).encoded()
            let ids = [s.takeID(), s.takeID()]
            try bench.wire.send(s.frame(.disconnect, payload, id: ids[0]) + s.frame(.disconnect, payload, id: ids[1]))
            let first = try s.answer(to: ids[0], .disconnect).status
            try expect(first == .accepted, "DISCONNECT: ACCEPTED", got: first.words)
            let second = try s.answer(to: ids[1], .disconnect).status
            try expect(second == .notConnected, "a second one: NOT_CONNECTED", got: second.words)
            _ = try s.done(ids[0], limit: .seconds(6))
            let again = try Link(bench, s)
            let end = DisconnectRequest(deadlineMs: 5000, connection: again.connection).encoded()
            let others = [s.takeID(), s.takeID()]
            let cancel = CancelRequest(requestID: others[0]).encoded()
            try bench.wire.send(s.frame(.disconnect, end, id: others[0]) + s.frame(.cancel, cancel, id: others[1]))
            _ = try s.answer(to: others[0], .disconnect)
            let answer = try s.answer(to: others[1], .cancel).status
            try expect([.ok, .notFound].contains(answer), "CANCEL: OK or NOT_FOUND", got: answer.words)
            let done = try s.done(others[0], limit: .seconds(6))
            try EchoService.expectEnd(done, .ok, .done, "DISCONNECT")
        },
        Check(
            "peripheral.closed-by-new-session", "4.5",
            "A new session closes connections without an event; CONNECT waits for the slot, and generations continue.",
            needs: needs
        ) { bench in
            let old = try Link(bench, try bench.open())
            let s = try bench.open()
            let use = try s.ask(.read, ReadRequest(deadlineMs: 1000, connection: old.connection, handle: 3).encoded())
            try expect(use.status == .notConnected, "READ on the old connection: NOT_CONNECTED", got: use.status.words)
            let link = try Link(bench, s)
            try expect(
                !s.events.contains { $0.header.event == .disconnected }, "no DISCONNECTED of the session before",
                got: "one")
            try expect(
                link.connection != old.connection, "another generation than \(words(old.connection))", got: "the same")
            if link.connection.slot == old.connection.slot {
                try expect(link.connection.generation, equals: old.connection.generation &+ 1, "generation")
            }
        },
        Check(
            "peripheral.waiting-connect", "10.2",
            "A CONNECT that waits for the end of a link to the same address is not changed by another one, which is BUSY; it starts by itself.",
            needs: needs + [.inflight(4)]
        ) { bench in
            guard let peripheral = bench.options.peripheral else { return }
            let s = try bench.open()
            let link = try Link(bench, s)
            let end = DisconnectRequest(deadlineMs: 5000, connection: link.connection).encoded()
            let connect = Link.request(peripheral).encoded()
            let ids = (0..<4).map { _ in s.takeID() }
            s.grants = false
            try bench.wire.send(
                s.frame(.disconnect, end, id: ids[0]) + s.frame(.connect, connect, id: ids[1])
                    + s.frame(.connect, DeferredChecks.nobody(5000), id: ids[2])
                    + s.frame(.getState, id: ids[3]))
            let statuses = try zip(ids, [.disconnect, .connect, .connect] as [Operation]).map {
                try s.answer(to: $0, $1).status
            }
            // The link may have ended before the second request was looked at.
            guard statuses == [.accepted, .accepted, .busy] else {
                throw CheckFailure(
                    expected: "ACCEPTED, ACCEPTED and BUSY", got: statuses.map(\.words).joined(separator: ", "))
            }
            let state: GetStateAnswer = try s.answer(to: ids[3], .getState).read()
            let slots = state.connections.count { $0.address == peripheral.address }
            try expect(slots <= 1, "one slot at a time with the address", got: "\(slots)")
            // Nothing is sent meanwhile that might wake the dongle.
            let event = try s.event(.connected, limit: .seconds(6), "of the CONNECT that waited")
            let connected: Connected = try decoded(event.payload, "the fields of CONNECTED")
            try expect(
                connected.address == peripheral.address, "the address that was asked for",
                got: "\(connected.address)")
            let ended = s.events.contains { $0.header.event == .disconnected && $0.header.id < event.header.id }
            try expect(ended, "DISCONNECTED of the link before, then CONNECTED", got: "CONNECTED first")
        },
        Check(
            "peripheral.mtu", "10.4",
            "EXCHANGE_MTU returns the MTU in effect, within what is wanted and the dongle's limit; a second one returns the same.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            let first = try link.exchangeMTU(517)
            try expect((23...517).contains(first), "23...517", got: "\(first)")
            try expect(first <= s.reply.largestMTU, "at most the dongle's \(s.reply.largestMTU)", got: "\(first)")
            try expect(try link.exchangeMTU(23), equals: first, "ATT MTU of the second exchange")
            _ = try link.read(1)
            let mtu = try s.state().connections.first?.mtu
            try expect(mtu, equals: first, "ATT MTU of GET_STATE")
            _ = try link.disconnect()
            let next = try Link(bench, s)
            try expect(try next.exchangeMTU(517), equals: first, "ATT MTU of an exchange on the next connection")
            _ = try next.disconnect()
            // A limit below what most devices take.
            let small = try bench.open(wanted: 64)
            for (wanted, limit) in [(517, small.reply.largestMTU), (40, 40)] as [(UInt16, UInt16)] {
                let other = try Link(bench, small)
                // The stack may have exchanged it already.
                let most = max(limit, other.result.mtu)
                let mtu = try other.exchangeMTU(wanted)
                try expect((23...most).contains(mtu), "23...\(most) where \(wanted) is wanted", got: "\(mtu)")
                _ = try other.disconnect()
            }
        },
        Check(
            "peripheral.discover", "10.5",
            "Services and characteristics come in order of handles, within the range asked for.", needs: needs
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            let services = try link.services()
            try expect(!services.isEmpty, "a service", got: "none")
            for (one, next) in zip(services, services.dropFirst()) {
                try expect(
                    one.lastHandle < next.firstHandle, "services one after the other",
                    got: "\(one.lastHandle) and \(next.firstHandle)")
            }
            let characteristics = try link.characteristics()
            for one in characteristics {
                try expect(
                    one.valueHandle > one.declarationHandle, "a value after its declaration", got: "\(one.valueHandle)"
                )
                try expect(
                    services.contains { $0.firstHandle < one.declarationHandle && one.valueHandle <= $0.lastHandle },
                    "characteristic \(one.declarationHandle) within a service", got: "in none")
            }
            let handles = characteristics.map(\.declarationHandle)
            try expect(handles, equals: handles.sorted(), "order of declarations")
        },
        Check(
            "peripheral.discover-paged", "10.5",
            "Small pages give the same records as large ones: none is lost or doubled at a page's end.", needs: needs
        ) { bench in
            let large = try Link(bench, try bench.open())
            let wanted = try large.characteristics()
            let services = try large.services()
            let span = wanted.prefix(12).map(\.valueHandle)
            let descriptors = try large.descriptors(from: span.first ?? 1, to: span.last ?? 1)
            _ = try large.disconnect()
            let small = try Link(bench, try bench.open(wanted: 64))
            let found = try small.characteristics()
            try expect(found.map(\.valueHandle), equals: wanted.map(\.valueHandle), "handles of values")
            try expect(found == wanted, "the same records", got: "others")
            try expect(try small.services() == services, "the same services", got: "others")
            let again = try small.descriptors(from: span.first ?? 1, to: span.last ?? 1)
            try expect(again == descriptors, "the same descriptors", got: "others")
        },
        Check(
            "peripheral.discover-range", "10.5",
            "DISCOVER gives what begins within its range, both ends included: of a single handle that one.",
            needs: needs
        ) { bench in
            let link = try Link(bench, bench.open())
            guard let service = try link.services().last, let one = try link.characteristics().first else {
                throw CheckNotProven(reason: "connect to a device that has a service with a characteristic")
            }
            let services = try records(link, .primaryServices, service.firstHandle)
            try expect(services == .primaryServices([service]), "the service at \(service.firstHandle)", got: "others")
            let found = try records(link, .characteristics, one.declarationHandle)
            try expect(
                found == .characteristics([one]), "the characteristic at \(one.declarationHandle)", got: "others")
            let value = try records(link, .descriptors, one.valueHandle)
            try expect(
                value == .descriptors([DescriptorRecord(handle: one.valueHandle, uuid: one.uuid)]),
                "the attribute at \(one.valueHandle)", got: "others")
        },
        Check(
            "peripheral.discover-attributes", "10.5",
            "DISCOVER of descriptors gives every attribute of its range: declarations and values as well.", needs: needs
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            guard let one = try link.characteristics().first else {
                throw CheckNotProven(reason: "connect to a device that has a service with a characteristic")
            }
            let found = try link.descriptors(from: one.declarationHandle, to: one.valueHandle)
            try expect(
                found.contains { $0.handle == one.declarationHandle && $0.uuid.assigned == 0x2803 },
                "the declaration 0x2803 at \(one.declarationHandle)", got: "\(found.map(\.handle))")
            try expect(
                found.contains { $0.handle == one.valueHandle && $0.uuid == one.uuid },
                "the value at \(one.valueHandle) with its UUID", got: "\(found.map(\.handle))")
        },
        Check(
            "peripheral.discover-nothing", "10.5",
            "A range without records gives an empty, complete result and no error.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            // Behind its declaration a service holds no other.
            guard let service = try link.services().first(where: { $0.firstHandle < $0.lastHandle }) else {
                throw CheckNotProven(reason: "connect to a device that has a service with a characteristic")
            }
            let result = try s.result(
                DiscoverRequest(
                    deadlineMs: Link.deadlineMs, connection: link.connection, what: .primaryServices,
                    firstHandle: service.firstHandle + 1, lastHandle: service.lastHandle))
            try expect(result.nextHandle, equals: 0, "handle to continue from")
            if case .primaryServices(let records) = result.records {
                try expect(records.isEmpty, "no record", got: "\(records.count)")
            }
        },
        Check(
            "peripheral.generic-access", "10.5",
            "DISCOVER shows the service 0x1800 and the device name 0x2A00 that every device has, as readable.",
            needs: [.features(.gatt), .peripheral]
        ) { bench in
            let link = try Link(bench, bench.open())
            try expect(
                try link.services().contains { $0.uuid.assigned == 0x1800 }, "the service 0x1800, Generic Access",
                got: "none")
            let name = try link.characteristics().first { $0.uuid.assigned == 0x2A00 }
            try expect(
                name?.properties.contains(.read) ?? false, "the characteristic 0x2A00, Device Name, readable",
                got: name.map { "properties \($0.properties.words)" } ?? "none")
        },
        Check(
            "peripheral.connected-fields", "10.2",
            "CONNECTED has the uptime and the address with its type, and so has GET_STATE; interval and MTU are the same as in DONE.",
            needs: [.features(.gatt), .peripheral]
        ) { bench in
            let s = try bench.open()
            let start = try s.ping().uptimeMs
            let link = try Link(bench, s)
            let event = link.connected
            let passed = try s.ping().uptimeMs &- start
            try expect(event.uptimeMs &- start <= passed, "an uptime from \(start) on", got: "\(event.uptimeMs)")
            try expect(event.addressType == bench.options.peripheral?.type, "its address type", got: "another")
            try expect(event.interval, equals: link.result.interval, "interval")
            if s.reply.minor == 1 { try expect(link.connectedPayload[9], equals: 0, "reserved byte at offset 9") }
            let slot = try s.state().connections.first
            try expect(slot?.address == bench.options.peripheral?.address, "its address in GET_STATE", got: "another")
            try expect(slot?.addressType == bench.options.peripheral?.type, "its type in GET_STATE", got: "another")
            try expect(slot?.mtu, equals: link.result.mtu, "its ATT MTU in GET_STATE")
        },
    ]

    /// Discovers at a single handle.
    private static func records(_ link: Link, _ what: DiscoveryKind, _ handle: UInt16) throws -> DiscoveredRecords {
        let request = DiscoverRequest(
            deadlineMs: Link.deadlineMs, connection: link.connection, what: what, firstHandle: handle,
            lastHandle: handle)
        return try link.session.result(request).records
    }

    static func words(_ connection: Connection) -> String {
        "slot \(connection.slot) generation \(connection.generation)"
    }
}
