import DongleProtocol

/// Section 1 of SPEC.md.
enum FramingChecks {
    static let all: [Check] = [
        Check(
            "framing.encoding", "1",
            "What the dongle sends between two zeros is a frame with a correct CRC, or text of a console.",
            body: nil
        ),
        Check("framing.delimiters", "1.1", "The dongle puts a zero before and after every frame.", body: nil),
        Check("framing.empty-skipped", "1.1", "Empty frames are skipped silently and counted nowhere.") { bench in
            let s = try bench.open()
            let before = try s.ask(GetStateRequest()).counters
            try bench.wire.send([UInt8](repeating: 0, count: 40))
            let after = try s.ask(GetStateRequest()).counters
            try expect(after.rejections, equals: before.rejections, "rejected stretches after 40 zeros")
            try expect(after.droppedFrames, equals: before.droppedFrames, "dropped frames after 40 zeros")
            try expect(after.received, equals: before.received &+ 1, "frames received: one GET_STATE")
        },
        Check(
            "framing.block-lengths", "1.2",
            "Payloads of every length around a COBS block are accepted, with and without zeros."
        ) { bench in
            let s = try bench.open()
            let limit = min(bench.payload, 600)
            let lengths = Array(0...20) + Array(236...262) + [limit - 1, limit]
            for length in lengths where length <= limit {
                for byte: UInt8 in [0x00, 0x5A] {
                    // PING has no fields, so its payload is ignored.
                    try s.expect(
                        .ping, [UInt8](repeating: byte, count: length), .ok,
                        "PING with \(length) bytes \(byte == 0 ? "00" : "5a") after it")
                }
            }
        },
        Check(
            "framing.trailing-empty-block", "1.2", "An empty last block after a full one is accepted.",
            needs: [.payload(256)]
        ) { bench in
            let s = try bench.open()
            let id = s.takeID()
            try bench.wire.send(frameEndingWithFullBlock(s, id: id))
            try expect(try s.answer(to: id, .ping).status == .ok, "PING answered OK", got: "another status")
        },
        Check("framing.back-to-back", "1.1", "Frames that follow each other without a pause are all accepted.") {
            bench in
            let s = try bench.open()
            let ids = (0..<min(2, bench.inflight)).map { _ in s.takeID() }
            try bench.wire.send(ids.flatMap { s.frame(.ping, id: $0) })
            for id in ids { _ = try s.answer(to: id, .ping) }
        },
        Check("framing.byte-by-byte", "1.4", "A frame that arrives one byte at a time is accepted.") { bench in
            let s = try bench.open()
            let id = s.takeID()
            for byte in s.frame(.ping, id: id) {
                try bench.wire.send([byte])
                pause(.milliseconds(2))
            }
            _ = try s.answer(to: id, .ping)
        },
        Check(
            "framing.crc-rejected", "1.4",
            "A frame whose CRC does not match is not answered and has no effect."
        ) { bench in
            let s = try bench.open()
            let whole = s.unencoded(.scanStart, scanPayload(), id: s.nextID)
            for bit in stride(from: 0, to: 32, by: 5) {
                var damaged = whole
                damaged[damaged.count - 4 + bit / 8] ^= 1 << UInt8(bit % 8)
                try bench.wire.send(delimited(damaged))
            }
            try s.expectNothingAnswered("frames with a wrong CRC")
            let state = try s.ask(GetStateRequest())
            try expect(state.scan == .stopped, "the scan is stopped", got: "it runs: the frame was executed")
        },
        Check(
            "framing.damage-rejected", "1.4", "A frame with any one byte of header or payload changed is not answered."
        ) { bench in
            let s = try bench.open()
            let whole = s.unencoded(.ping, [1, 2, 3], id: s.nextID)
            for index in 0..<(whole.count - 4) {
                var damaged = whole
                damaged[index] ^= 0x40
                try bench.wire.send(delimited(damaged))
            }
            try s.expectNothingAnswered("frames with a byte changed")
        },
        Check(
            "framing.malformed-rejected", "1.4",
            "A COBS code that points past the end is rejected; the next frame is accepted."
        ) { bench in
            let s = try bench.open()
            let before = try s.ask(GetStateRequest()).counters
            try bench.wire.send([0, 0xFF, 1, 2, 3, 0, 0, 9, 7, 0])
            try s.expectNothingAnswered("malformed stretches")
            let after = try s.ask(GetStateRequest()).counters
            try expect(after.rejectedMalformed &- before.rejectedMalformed, equals: 2, "malformed stretches counted")
        },
        Check(
            "framing.short-rejected", "1.4",
            "A stretch of fewer than 12 decoded bytes is rejected, even where its CRC would match."
        ) { bench in
            let s = try bench.open()
            let before = try s.ask(GetStateRequest()).counters
            for count in 1...7 {
                // A PING with an incomplete header.
                let head = Array(s.unencoded(.ping, [], id: s.nextID).prefix(count))
                try bench.wire.send(delimited(head + checksum(head)))
            }
            try s.expectNothingAnswered("short stretches")
            let after = try s.ask(GetStateRequest()).counters
            try expect(after.rejectedMalformed &- before.rejectedMalformed, equals: 7, "short stretches counted")
        },
        Check(
            "framing.overflow-rejected", "1.4",
            "Data longer than the receive buffer is discarded up to the next zero; the next frame is accepted."
        ) { bench in
            let s = try bench.open()
            let before = try s.ask(GetStateRequest()).counters
            let size = Int(s.reply.rxWindow) + 64 + 2 * (bench.payload + 16) + 1024
            let frame = s.frame(.ping, [UInt8](repeating: 0x55, count: min(size, 65_535)), id: s.nextID)
            try bench.wire.send(frame)
            try s.expectNothingAnswered("a frame longer than the dongle can hold")
            let after = try s.ask(GetStateRequest()).counters
            try expect(after.rejectedOverflow &- before.rejectedOverflow, equals: 1, "overflows counted")
        },
        Check("framing.rejections-counted", "1.4", "Each rejected stretch is counted once, by its reason.") { bench in
            let s = try bench.open()
            let before = try s.ask(GetStateRequest()).counters
            var damaged = s.unencoded(.ping, [], id: s.nextID)
            damaged[damaged.count - 1] ^= 1
            // Too long, and malformed at its end: the first reason counts.
            let size = min(Int(s.reply.rxWindow) + 64 + 2 * (bench.payload + 16) + 1024, 65_535)
            let block: [UInt8] = [0xFF] + [UInt8](repeating: 0x55, count: 254)
            var long: [UInt8] = [0]
            for _ in 0...(size / 255) { long += block }
            long += [9, 1, 0]
            for _ in 0..<3 { try bench.wire.send(delimited(damaged)) }
            try bench.wire.send([0, 5, 1, 0, 2, 9, 0])
            try bench.wire.send(long)
            let after = try s.ask(GetStateRequest()).counters
            try expect(after.rejectedCRC &- before.rejectedCRC, equals: 3, "CRC mismatches counted")
            try expect(after.rejectedMalformed &- before.rejectedMalformed, equals: 2, "malformed and short counted")
            try expect(after.rejectedOverflow &- before.rejectedOverflow, equals: 1, "overflows counted")
            try expect(after.droppedFrames, equals: before.droppedFrames, "dropped frames")
            try expect(after.received &- before.received, equals: 1, "frames received: one GET_STATE")
        },
        Check("framing.noise-tolerated", "1.5", "Text or half a frame before a frame is lost, but not the frame.") {
            bench in
            let s = try bench.open()
            let half = Array(s.frame(.info, [1, 2, 3, 4, 5, 6], id: 99).prefix(12))
            let noises: [[UInt8]] = [Array("ESP-ROM: entry 0x403ce000\r\n".utf8), half, [0xFF, 0xFF, 0x11]]
            for noise in noises {
                let id = s.takeID()
                try bench.wire.send(noise + s.frame(.ping, id: id))
                _ = try s.answer(to: id, .ping)
            }
        },
        Check(
            "framing.over-session-payload", "1.4",
            "A frame over the session's payload that the dongle can hold is taken.", needs: [.payload(100), .minor(1)]
        ) { bench in
            let s = try bench.open(wanted: 64)
            try s.expect(.ping, [UInt8](repeating: 7, count: 100), .ok, "PING with 100 bytes, 64 being agreed")
        },
    ]

    /// Encodes a PING whose last 254 bytes, including the CRC, contain no zero, followed by an
    /// empty block.
    private static func frameEndingWithFullBlock(_ s: Session, id: UInt16) -> [UInt8] {
        // Some of the fillers give a CRC without a zero.
        for filler: UInt8 in 1...255 {
            let decoded = s.unencoded(.ping, [0, 0, 0, 0, 0, 0] + [UInt8](repeating: filler, count: 250), id: id)
            guard !decoded.suffix(254).contains(0) else { continue }
            let encoded = COBS.encode(decoded.span.bytes)
            return [0] + encoded + [1, 0]
        }
        return s.frame(.ping, id: id)
    }
}

/// Encodes a decoded frame between two zeros.
func delimited(_ decoded: [UInt8]) -> [UInt8] { [0] + COBS.encode(decoded.span.bytes) + [0] }

/// Returns the CRC of the bytes, as in a frame.
func checksum(_ bytes: [UInt8]) -> [UInt8] { fields { $0.write(CRC32C.checksum(bytes.span.bytes)) } }

/// Payload of a scan that any dongle can start.
func scanPayload() -> [UInt8] { ScanStartRequest(mode: .passive).encoded() }

extension Session {
    /// Returns a request's bytes before COBS, including the CRC.
    func unencoded(
        _ operation: Operation, _ payload: [UInt8], id: UInt16, kind: FrameKind = .request
    ) -> [UInt8] {
        let head = fields {
            $0.write(0x10 | kind.rawValue)
            $0.write(0 as UInt8)
            $0.write(number)
            $0.write(id)
            $0.write(operation.rawValue)
            $0.write(payload)
        }
        return head + checksum(head)
    }
}

extension LinkCounters {
    /// Number of stretches rejected for any reason.
    var rejections: UInt32 { rejectedMalformed &+ rejectedCRC &+ rejectedOverflow }
}
