import Advertising
import DongleLink
import DongleProtocol
import Testing

/// The GATT client over the ports that have the scripted peripheral.
@Suite(.timeLimit(.minutes(2))) struct PortGATTTests {
    @Test("the peripheral is discovered whole, over several pages", arguments: PortKind.scripted)
    func discovery(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            let connection = try await dongle.connect(to: ScriptedAir.peripheral, type: .random)
            let services = try await connection.discover()
            #expect(services.map(\.range) == [0x0001...0x0003, 0x0010...0x0023, 0x0100...0x0150])
            #expect(services.map(\.characteristics.count) == [1, 8, 40])
            let many = try #require(services.last)
            let handles = Array(stride(from: 0x0102 as UInt16, through: 0x0150, by: 2))
            #expect(many.characteristics.map(\.valueHandle) == handles)
            for handle in [ScriptedAir.echo, ScriptedAir.counter, ScriptedAir.indicated] {
                #expect(services.characteristic(handle)?.configurationHandle == handle + 1)
            }
            #expect(services.characteristic(ScriptedAir.long)?.configurationHandle == nil)
            #expect(try await connection.read(0x0150) == [39])
        }
    }

    @Test(
        "long values are read and written whole, whatever the MTU", arguments: PortKind.scripted,
        [UInt16(23), 185, 517])
    func values(_ kind: PortKind, _ mtu: UInt16) async throws {
        try await Port.with(kind) { dongle, _ in
            let connection = try await dongle.connect(to: ScriptedAir.peripheral, type: .random)
            #expect(connection.mtu == 23)
            #expect(try await connection.exchangeMTU(mtu) == min(mtu, kind.mtu))
            #expect(try await connection.read(ScriptedAir.long) == ScriptedAir.longValue)
            for length in [0, 1, min(Int(min(mtu, kind.mtu)) - 1, kind.valueLimit), kind.valueLimit] {
                let value = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
                try await connection.write(value, to: ScriptedAir.echo)
                #expect(try await connection.read(ScriptedAir.echo) == value)
            }
        }
    }

    @Test(
        "notifications and indications come in order and whole, and end with their reader", arguments: PortKind.scripted
    )
    func updates(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            let connection = try await dongle.connect(to: ScriptedAir.peripheral, type: .random)
            let services = try await connection.discover()
            let echo = try #require(services.characteristic(ScriptedAir.echo))
            let echoes = try await connection.subscribe(to: echo)
            var echoed = echoes.makeAsyncIterator()
            for number in 0..<20 {
                try await connection.writeCommand([UInt8(number), 1, 2], to: ScriptedAir.echo)
                #expect(await echoed.next() == .value([UInt8(number), 1, 2]))
            }
            for (handle, indications) in [(ScriptedAir.counter, false), (ScriptedAir.indicated, true)] {
                let characteristic = try #require(services.characteristic(handle))
                let stream = try await connection.subscribe(to: characteristic, indications: indications)
                var iterator = stream.makeAsyncIterator()
                var last: UInt8?
                for _ in 0..<4 {
                    guard case .value(let value) = await iterator.next() else {
                        Issue.record("the stream ended")
                        return
                    }
                    if let last { #expect(value == [last + 1, 0, 0, 0]) }
                    last = value[0]
                }
            }
        }
    }

    @Test("what the peripheral refuses is told with its code", arguments: PortKind.scripted)
    func refusals(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            let connection = try await dongle.connect(to: ScriptedAir.peripheral, type: .random)
            let cases: [(Status, () async throws -> Void)] = [
                (.att(0x05), { _ = try await connection.read(ScriptedAir.protected) }),
                (.att(0x05), { try await connection.write([1], to: ScriptedAir.protected) }),
                (.att(0x01), { _ = try await connection.read(0x7000) }),
                (.att(0x02), { _ = try await connection.read(ScriptedAir.drop) }),
                (.att(0x03), { try await connection.write([1], to: ScriptedAir.long) }),
                (.att(0x0D), { try await connection.write([1], to: ScriptedAir.drop) }),
                (.att(0x13), { try await connection.write([2, 0], to: ScriptedAir.counter + 1) }),
            ]
            for (status, body) in cases {
                guard case .failed(_, let seen, let effect, _) = await failure(of: body) else {
                    Issue.record("no refusal with \(status)")
                    continue
                }
                #expect(seen == status)
                #expect(effect == Effect.none)
            }
        }
    }

    @Test(
        "a peripheral that falls silent costs the operation its deadline, and the connection can still be closed",
        arguments: PortKind.scripted)
    func silence(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            var connection = try await dongle.connect(to: ScriptedAir.peripheral, type: .random)
            connection.deadline = .milliseconds(200)
            let patient = connection
            guard
                case .failed(_, .deadline, .unknown, _) = await failure(of: {
                    try await patient.write([1], to: ScriptedAir.silent)
                })
            else {
                Issue.record("no deadline")
                return
            }
            // The radio still waits for the peripheral: ATT has one request at a time.
            guard case .refused(_, .busy, _) = await failure(of: { _ = try await patient.read(ScriptedAir.echo) })
            else {
                Issue.record("not busy")
                return
            }
            try await patient.disconnect()
            let again = try await dongle.connect(to: ScriptedAir.peripheral, type: .random)
            #expect(try await again.read(ScriptedAir.long) == ScriptedAir.longValue)
        }
    }

    @Test("an address that nobody answers at ends at its deadline", arguments: PortKind.scripted)
    func absent(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            for address in [ScriptedAir.absent, ScriptedAir.address(0x77)] {
                guard
                    case .failed(_, .deadline, Effect.none, _) = await failure(of: {
                        _ = try await dongle.connect(to: address, type: .random, deadline: .milliseconds(300))
                    })
                else {
                    Issue.record("no deadline")
                    return
                }
            }
            let connection = try await dongle.connect(to: ScriptedAir.peripheral, type: .random)
            #expect(try await connection.read(ScriptedAir.long) == ScriptedAir.longValue)
        }
    }

    @Test(
        "a connection that is lost ends the subscription with the reason, and the slot is free again",
        arguments: PortKind.scripted)
    func loss(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            for (address, wanted, asks) in [
                (ScriptedAir.dropping, Status.hci(0x08), false), (ScriptedAir.peripheral, Status.hci(0x13), true),
            ] {
                var events = await dongle.events().makeAsyncIterator()
                let connection = try await dongle.connect(to: address, type: .random)
                if asks { try await connection.write([50, 0], to: ScriptedAir.drop) }
                while case let event = try #require(await events.next()) {
                    if case .disconnected(let end) = event {
                        #expect(end.status == wanted)
                        break
                    }
                }
                guard case .refused(_, .notConnected, _) = await failure(of: { _ = try await connection.read(3) })
                else {
                    Issue.record("still connected")
                    return
                }
            }
            #expect(try await dongle.state().connections.isEmpty)
        }
    }

    @Test("as many connections as there are slots, and one more is refused", arguments: PortKind.scripted)
    func slots(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            var connections: [GATTConnection] = []
            for address in ScriptedAir.unheard.prefix(kind.slots) {
                connections.append(try await dongle.connect(to: address, type: .random))
            }
            #expect(try await dongle.state().connections.count == kind.slots)
            guard
                case .refused(_, .slotsFull, _) = await failure(of: {
                    _ = try await dongle.connect(to: ScriptedAir.peripheral, type: .random)
                })
            else {
                Issue.record("not full")
                return
            }
            for connection in connections {
                #expect(try await connection.read(ScriptedAir.long) == ScriptedAir.longValue)
            }
            for connection in connections { try await connection.disconnect() }
            #expect(try await dongle.state().connections.isEmpty)
        }
    }

    @Test(
        "the GATT client works on an emulated Cortex-M0",
        .enabled(if: PortKind.qemuMissing == nil, PortKind.qemuComment))
    func emulated() async throws {
        try await discovery(.qemu)
        for mtu: UInt16 in [23, 517] { try await values(.qemu, mtu) }
        try await updates(.qemu)
        try await refusals(.qemu)
        try await silence(.qemu)
        try await absent(.qemu)
        try await loss(.qemu)
        try await slots(.qemu)
    }
}
