import DongleProtocol

/// Section 3 of SPEC.md: precedence of errors.
enum StatusChecks {
    static let all: [Check] = [
        Check("statuses.flags-first", "3.2", "Unknown flags come before a wrong session.") { bench in
            let s = try bench.open()
            try s.post(.ping, id: 1, flags: 0x40, session: s.number ^ 0x4000)
            let frame = try s.wait { s.takeOther { $0.header.kind == .response } }
            guard let frame else { throw CheckFailure(expected: "an answer", got: "none within \(s.patience.words)") }
            let status = try Answer(frame).status
            try expect(status == .unsupportedFlags, "UNSUPPORTED_FLAGS", got: status.words)
        },
        Check("statuses.session-before-table", "3.2", "A wrong session comes before an id that was used.") { bench in
            let s = try bench.open()
            try s.ask(.ping, id: 1)
            try s.post(.info, id: 1, session: s.number ^ 0x4000)
            let frame = try s.wait { s.takeOther { $0.header.kind == .response } }
            guard let frame else { throw CheckFailure(expected: "an answer", got: "none within \(s.patience.words)") }
            let status = try Answer(frame).status
            try expect(status == .wrongSession, "WRONG_SESSION", got: status.words)
        },
        Check("statuses.table-before-operation", "3.2", "An id that was used comes before an unknown operation.") {
            bench in
            let s = try bench.open()
            try s.ask(.ping, id: 1)
            let answer = try s.ask(Operation(rawValue: 0x0F0F), id: 1)
            try expect(answer.status == .sequenceReused, "SEQUENCE_REUSED", got: answer.status.words)
        },
        Check("statuses.unknown-operation", "3.2", "An unknown operation is UNKNOWN_OPERATION, whatever its payload.") {
            bench in
            let s = try bench.open()
            for code: UInt16 in [0x0000, 0x0008, 0x0100, 0x0309, 0x0F0F, 0x7EFF, 0xFFFF] {
                try s.expect(
                    Operation(rawValue: code), [1, 2], .unknownOperation, "operation 0x\(String(code, radix: 16))")
            }
        },
        Check(
            "statuses.error-body", "3.1",
            "The detail of an error stands at offset 6 of its body, behind native and retry after.", needs: [.minor(1)]
        ) { bench in
            let s = try bench.open()
            let refused = try s.ask(.scanStart, scanPayload().with(1001 as UInt16, at: 10))
            try expect(refused.status == .invalidArgument, "INVALID_ARGUMENT", got: refused.status.words)
            try expect(Array(refused.body.dropFirst(bodyHead)), equals: [10, 0], "the field's offset, 10, at offset 6")
            try s.post(.ping, id: 1, session: s.number ^ 0x4000)
            guard let frame = try s.wait({ s.takeOther { $0.header.kind == .response } }) else {
                throw CheckFailure(expected: "an answer", got: "none within \(s.patience)")
            }
            let detail = UInt32(little: Array(try Answer(frame).body.dropFirst(bodyHead)))
            try expect(detail, equals: s.reply.bootID, "the boot id at offset 6 of WRONG_SESSION")
        },
        Check(
            "statuses.unsupported", "8",
            "An operation whose feature bit is not set is UNSUPPORTED, whatever its payload."
        ) { bench in
            let s = try bench.open()
            let missing = operations.filter { !bench.features.contains($0.feature) }
            guard !missing.isEmpty else { throw CheckSkip(reason: "the dongle has every feature with operations") }
            for (operation, _) in missing {
                try s.expect(operation, [], .unsupported, operation.name ?? "")
            }
        },
        Check("statuses.malformed", "3.2", "A request that is too short for its fields is MALFORMED.") { bench in
            let s = try bench.open()
            for (operation, size) in sizes(bench) {
                for count in Set([0, size - 1]) {
                    // A valid deadline, so that only the missing end is wrong.
                    let payload = Array(
                        (fields { $0.write(1000 as UInt32) } + [UInt8](repeating: 1, count: 60)).prefix(count))
                    try s.expect(operation, payload, .malformed, "\(operation.name ?? "") with \(count) bytes")
                    // The end comes before the fields, which are out of their ranges here.
                    guard bench.isExact else { continue }
                    try s.expect(
                        operation, [UInt8](repeating: 0xFF, count: count), .malformed,
                        "\(operation.name ?? "") with \(count) bytes FF")
                }
            }
        },
        Check("statuses.refusal-in-table", "3.2", "A refusal by operation or payload is kept in the request table.") {
            bench in
            let s = try bench.open()
            let first = try s.ask(.cancel, [], id: 1)
            try expect(first.status == .malformed, "MALFORMED", got: first.status.words)
            let again = try s.ask(.cancel, [], id: 1)
            try expect(again.frame.payload == first.frame.payload, "the same answer again", got: again.frame.words)
            let other = try s.ask(.cancel, [0, 0], id: 1)
            try expect(other.status == .sequenceReused, "other bytes: SEQUENCE_REUSED", got: other.status.words)
            // Each kind of refusal, by what follows under the same id.
            let refusals: [(Operation, [UInt8], Status)] = [
                (Operation(rawValue: 0x0F0F), [], .unknownOperation), (.cancel, [0x77, 0x77], .notFound),
                (.scanStart, scanPayload().with([2], at: 0), .invalidArgument),
            ]
            for (operation, payload, status) in refusals {
                s.nextID = s.nextID &+ 2
                let id = s.nextID
                try expect(try s.ask(operation, payload).status == status, status.words, got: "another")
                let next = try s.ask(.ping, id: id)
                try expect(next.status == .sequenceReused, "PING with its id: SEQUENCE_REUSED", got: next.status.words)
            }
        },
    ]

    /// The error body's native number and time to wait, which come before a detail.
    private static let bodyHead = 6

    private static let operations: [(Operation, feature: Features)] = [
        (.identify, .identify), (.wifiScanStart, .wifiScan), (.wifiScanStop, .wifiScan), (.connect, .gatt),
        (.disconnect, .gatt), (.exchangeMTU, .gatt), (.discover, .gatt), (.read, .gatt), (.write, .gatt),
        (.writeCommand, .gatt), (.subscribe, .gatt), (.configBegin, .configStore), (.configData, .configStore),
        (.configCommit, .configStore), (.configSave, .configStore), (.configLoad, .configStore),
        (.configReset, .configStore), (.configStat, .configStore), (.configRead, .configStore),
    ]

    /// Returns the operations with the number of bytes of their fixed fields, without operations
    /// that have none or would do harm if accepted.
    private static func sizes(_ bench: Bench) -> [(Operation, Int)] {
        var sizes: [(Operation, Int)] = [(.cancel, 2), (.scanStart, 14)]
        if bench.features.contains(.identify) { sizes.append((.identify, 2)) }
        if bench.features.contains(.wifiScan) { sizes.append((.wifiScanStart, 6)) }
        if bench.features.contains(.gatt) {
            sizes += [
                (.connect, 20), (.disconnect, 6), (.exchangeMTU, 8), (.discover, 12), (.read, 10), (.write, 10),
                (.writeCommand, 6), (.subscribe, 9),
            ]
        }
        if bench.features.contains(.configStore) { sizes.append((.configRead, 8)) }
        if bench.features.contains(.configStore) && bench.options.allowsReset {
            sizes += [(.configBegin, 48), (.configData, 8), (.configCommit, 16), (.configSave, 4)]
        }
        return sizes
    }
}
