import DongleProtocol

/// Section 10 of SPEC.md with a peripheral: values. A check writes only a value that it has read,
/// back to the same place.
enum PeripheralValueChecks {
    private static let needs: [Check.Need] = [.features(.gatt), .peripheral]

    static let all: [Check] = [
        Check(
            "peripheral.read", "10.6",
            "READ fetches at most ATT MTU − 1 bytes, says whether more may follow, and continues from an offset.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            var compared = 0
            let silent = EchoService.Value.silent.attributeUUID
            let all = try link.characteristics().filter { $0.properties.contains(.read) && $0.uuid != silent }
            for one in all.prefix(12) {
                let done = try link.read(one.valueHandle, deadlineMs: 1500)
                // A peripheral that did not answer accepts nothing more on this connection.
                if done.status == .deadline { break }
                if done.status.isError { continue }
                let part: ReadResult = try decoded(done.result, "the result of READ")
                let mtu = try link.mtu()
                try expect(part.value.count <= mtu - 1, "at most \(mtu - 1) bytes", got: "\(part.value.count)")
                let whole = try link.value(one.valueHandle)
                try expect(whole.starts(with: part.value), "the value read before", got: hexadecimal(whole, limit: 24))
                try expect(
                    part.more || whole.count == part.value.count, "more = 1 where the value goes on", got: "more = 0")
                if !part.more, !part.value.isEmpty, part.value.count < 512 {
                    let rest = try link.read(one.valueHandle, offset: UInt16(part.value.count))
                    let more: ReadResult? = rest.status == .ok ? try decoded(rest.result, "the result of READ") : nil
                    try expect(
                        more?.value.isEmpty ?? true, "nothing after a value that does not go on",
                        got: "\(more?.value.count ?? 0) bytes")
                }
                // A peer may refuse to send part of a value that fits in one answer.
                if whole.count > mtu - 1 {
                    let behind: ReadResult = try decoded(
                        try link.read(one.valueHandle, offset: 2).result, "the result of READ")
                    try expect(
                        behind.value.starts(with: whole.dropFirst(2).prefix(behind.value.count))
                            && !behind.value.isEmpty, "the value from offset 2",
                        got: hexadecimal(behind.value, limit: 24))
                }
                compared += 1
            }
            guard compared > 0 else {
                throw CheckNotProven(reason: "connect to a device with a value that can be read")
            }
        },
        Check("peripheral.read-at-end", "10.6", "READ at the end of a value gives no byte.", needs: needs) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            // The echo service's value is long, and others may be short: ATT ends them in two ways.
            let long = try link.characteristics().first { $0.uuid == EchoService.Value.long.attributeUUID }
            var ends = [long.map { ($0.valueHandle, EchoService.long.count) }].compactMap(\.self)
            let (handle, value) = try readable(link) { !$0.isEmpty && $0.count < 512 }
            ends.append((handle, value.count))
            for (handle, end) in ends {
                let done = try link.read(handle, offset: UInt16(end))
                if long == nil, done.status == Status(rawValue: 0x0507) {
                    throw CheckNotProven(reason: "the device refuses that offset; connect to another")
                }
                try expect(done.status == .ok, "READ of \(handle) at \(end): OK", got: done.status.words)
                let part: ReadResult = try decoded(done.result, "the result of READ")
                try expect(part.value.isEmpty && !part.more, "no byte and more = 0", got: "\(part.value.count) bytes")
            }
        },
        Check(
            "peripheral.att-error", "3",
            "A refusal by the peer is reported as its ATT error, with the handle and effect none; the connection stays open.",
            needs: needs
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            // Discovery of all attributes is the only way to find a handle without one.
            let taken = Set(try link.descriptors(from: 1, to: 0xFFFF).map(\.handle))
            guard let spare = (1...0xFFFF).first(where: { !taken.contains($0) }) else {
                throw CheckNotProven(reason: "connect to a device with a handle to spare")
            }
            let done = try link.read(spare)
            try expect(done.status == Status(rawValue: 0x0501), "ATT error 01", got: done.status.words)
            try expect(done.effect == .none, "effect none", got: "\(done.effect.words)")
            let body: ErrorBody = try decoded(done.result, "an error body")
            try s.expectDetail(body.attributeHandle, spare, "handle")
            _ = try link.services()
        },
        Check(
            "peripheral.write", "10.7",
            "WRITE is done with OK once the peer has acknowledged it, and the value can be read back.", needs: needs
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            let (handle, value) = try writable(link)
            let done = try link.write(handle, value)
            try expect(
                done.status == .ok && done.effect == .done, "OK, effect done",
                got: "\(done.status.words), effect \(done.effect.words)")
            try expect(try link.value(handle), equals: value, "the value")
        },
        Check("peripheral.write-long", "10.7", "A value over ATT MTU − 3 is written whole.", needs: needs) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            let uuid = EchoService.Value.echo.attributeUUID
            guard let echo = try link.characteristics().first(where: { $0.uuid == uuid }) else {
                throw CheckNotProven(reason: "connect to a device with the echo service (docs/conformance.md)")
            }
            let kept = try link.value(echo.valueHandle)
            let length = min(Int(link.result.mtu) * 3, bench.payload - 10)
            guard length > Int(link.result.mtu) - 3 else {
                throw CheckSkip(reason: "the dongle's payload is too small")
            }
            let value = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
            let done = try link.write(echo.valueHandle, value)
            try expect(done.status == .ok, "OK", got: done.status.words)
            try expect(try link.value(echo.valueHandle), equals: value, "the value")
            _ = try link.write(echo.valueHandle, kept)
        },
        Check(
            "peripheral.write-command", "10.7",
            "WRITE_COMMAND over ATT MTU − 3 is TOO_LARGE, and one that fits is OK at once.", needs: needs
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            let long = [UInt8](repeating: 0, count: Int(link.result.mtu) - 2)
            guard long.count + 6 <= bench.payload else { throw CheckSkip(reason: "the dongle's payload is too small") }
            try s.expect(
                .writeCommand, WriteCommandRequest(connection: link.connection, handle: 0xFFFE, value: long).encoded(),
                .tooLarge, "\(long.count) bytes")
            if bench.isExact {
                let refused = try s.ask(
                    .writeCommand,
                    WriteCommandRequest(connection: link.connection, handle: 0xFFFE, value: long).encoded())
                try s.expectDetail(refused.error.limit, UInt32(link.result.mtu) - 3, "limit")
            }
            let (handle, value) = try writable(link, also: .writeWithoutResponse)
            guard value.count <= Int(link.result.mtu) - 3 else {
                throw CheckNotProven(reason: "connect to a device with a shorter value that can be written")
            }
            try s.expect(
                .writeCommand, WriteCommandRequest(connection: link.connection, handle: handle, value: value).encoded(),
                .ok, "\(value.count) bytes")
        },
        Check(
            "peripheral.one-at-a-time", "10.1", "A second operation on a connection is BUSY while one is open.",
            needs: needs + [.inflight(2)]
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            let (handle, _) = try readable(link) { _ in true }
            let read = ReadRequest(deadlineMs: 5000, connection: link.connection, handle: handle).encoded()
            let ids = [s.takeID(), s.takeID()]
            try bench.wire.send(ids.flatMap { s.frame(.read, read, id: $0) })
            let first = try s.answer(to: ids[0], .read).status
            try expect(first == .accepted, "ACCEPTED", got: first.words)
            let second = try s.answer(to: ids[1], .read).status
            _ = try s.done(ids[0], limit: .seconds(6))
            if second == .accepted {
                throw CheckNotProven(reason: "the first was done before the second came; run it again")
            }
            try expect(second == .busy, "BUSY", got: second.words)
        },
        Check(
            "peripheral.subscribe", "10.8",
            "SUBSCRIBE is done with OK, and notifications have connection, handle and time.", needs: needs
        ) { bench in
            let s = try bench.open()
            let link = try Link(bench, s)
            let all = try link.characteristics()
            var subscribed = 0
            for one in all where one.properties.contains(.notify) {
                guard let handle = try link.configuration(of: one, among: all) else { continue }
                let done = try link.subscribe(handle, .notifications)
                try expect(done.status == .ok, "SUBSCRIBE: OK", got: done.status.words)
                subscribed += 1
                let event = try s.wait(limit: .milliseconds(700)) {
                    try s.takeEvent { $0.header.event == .notification }
                        .map { try decoded($0.payload, "the fields of NOTIFICATION") as Notification }
                }
                if let event {
                    try expect(
                        event.connection == link.connection, "its connection",
                        got: PeripheralChecks.words(event.connection))
                    // One that was on its way when the device took SUBSCRIBE off may still come.
                    let known = all.filter { $0.properties.contains(.notify) }.prefix(subscribed).map(\.valueHandle)
                    try expect(
                        known.contains(event.handle), "a handle of \(known), which notify", got: "\(event.handle)")
                }
                let off = try link.subscribe(handle, .off)
                try expect(off.status == .ok, "SUBSCRIBE off: OK", got: off.status.words)
                if event?.handle == one.valueHandle { return }
            }
            throw CheckNotProven(
                reason: subscribed > 0
                    ? "no notification came in 0.7 s; connect to a device that notifies by itself"
                    : "connect to a device with something that notifies")
        },
        Check(
            "peripheral.subscription-ends-with-session", "4.5",
            "In a new session no notification comes from an earlier connection.", needs: needs
        ) { bench in
            let old = try bench.open()
            let link = try Link(bench, old)
            let all = try link.characteristics()
            for one in all where one.properties.contains(.notify) {
                guard let handle = try link.configuration(of: one, among: all) else { continue }
                _ = try link.subscribe(handle, .notifications)
            }
            let s = try bench.open()
            try s.listen(.milliseconds(400))
            try expect(s.events.isEmpty, "no event in the new session", got: s.events.first?.words ?? "")
        },
    ]

    private static func readable(
        _ link: Link, where fits: ([UInt8]) -> Bool
    ) throws -> (handle: UInt16, value: [UInt8]) {
        for one in try link.characteristics() where one.properties.contains(.read) {
            if try link.read(one.valueHandle).status.isError { continue }
            let value = try link.value(one.valueHandle)
            if fits(value) { return (one.valueHandle, value) }
        }
        throw CheckNotProven(reason: "connect to a device with such a value that can be read")
    }

    /// Returns a characteristic that can be read and written, and its value; writing the value back
    /// changes nothing.
    private static func writable(
        _ link: Link, also: CharacteristicProperties = []
    ) throws -> (handle: UInt16, value: [UInt8]) {
        for one in try link.characteristics() where one.properties.isSuperset(of: [.read, .write, also]) {
            if try link.read(one.valueHandle).status.isError { continue }
            return (one.valueHandle, try link.value(one.valueHandle))
        }
        throw CheckNotProven(reason: "connect to a device with a value that can be read and written")
    }
}
