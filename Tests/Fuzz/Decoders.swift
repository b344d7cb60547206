import CDongleCore
import DongleLink
import DongleProtocol

/// The two decoders against each other: the same bytes give the same events and counters, and each
/// frame the same encoding.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzDecoders(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let largest = DecodedLine.largestFrames[Int(input.byte()) % DecodedLine.largestFrames.count]
    let piece = max(1, Int(input.byte()) * 4)
    // The whole core takes much longer than its decoder.
    let comparesCounters = input.byte() > 0xE0
    let line = FuzzedLine.bytes(&input)
    let decoded = swiftEvents(line, largestFrame: largest)
    claim(coreEvents(line, largestFrame: largest, piece: piece) == decoded, "both decoders give the same events")
    for case .frame(let header, let payload) in decoded.events { compareEncoders(header, payload) }
    compareChecksums(line)
    if comparesCounters { compareCounters(line, piece: piece) }
    return 0
}

private func swiftEvents(_ line: [UInt8], largestFrame: Int) -> DecodedLine {
    var decoder = FrameDecoder(largestFrame: largestFrame)
    var decoded = DecodedLine()
    decoder.feed(
        line.span.bytes,
        onFrame: { header, payload in
            decoded.events.append(.frame(header, payload.withUnsafeBytes { [UInt8]($0) }))
        },
        onRejected: { decoded.events.append(.rejected($0, discarded: $1)) })
    return decoded
}

private func coreEvents(_ line: [UInt8], largestFrame: Int, piece: Int) -> DecodedLine {
    var decoded = DecodedLine()
    // A buffer of exactly that size, so that a write past the end is noticed.
    let frame = UnsafeMutablePointer<UInt8>.allocate(capacity: largestFrame)
    defer { frame.deallocate() }
    var decoder = perch_decoder_t()
    perch_decoder_init(&decoder, frame, largestFrame)
    var offset = 0
    while offset < line.count {
        let most = min(piece, line.count - offset)
        var used = 0
        let stretch = line.withUnsafeBufferPointer {
            perch_decoder_next(&decoder, $0.baseAddress.map { $0 + offset }, most, &used)
        }
        claim(used > 0 && used <= most, "the core's decoder takes at least one byte, and at most those given")
        offset += used
        switch stretch {
        case PERCH_STRETCH_NONE: break
        case PERCH_STRETCH_FRAME:
            let header = perch_frame_header(frame)
            let payload = [UInt8](UnsafeBufferPointer(start: frame + 8, count: decoder.length - 12))
            decoded.events.append(
                .frame(
                    FrameHeader(
                        major: header.major, kind: FrameKind(rawValue: header.kind), flags: header.flags,
                        session: header.session, id: header.id, code: header.code), payload))
        case PERCH_STRETCH_OVERFLOW: decoded.events.append(.rejected(.overflow, discarded: decoder.discarded))
        case PERCH_STRETCH_MALFORMED: decoded.events.append(.rejected(.malformed, discarded: decoder.discarded))
        case PERCH_STRETCH_SHORT: decoded.events.append(.rejected(.short, discarded: decoder.discarded))
        default: decoded.events.append(.rejected(.crc, discarded: decoder.discarded))
        }
    }
    return decoded
}

private func compareEncoders(_ header: FrameHeader, _ payload: [UInt8]) {
    // The core refuses longer payloads.
    guard payload.count <= 528 else { return }
    var ours = perch_header_t(
        major: header.major, kind: header.kind.rawValue, flags: header.flags, session: header.session, id: header.id,
        code: header.code)
    let wire = [UInt8](unsafeUninitializedCapacity: 545) { buffer, count in
        count = perch_frame_encode(buffer.baseAddress, &ours, payload, payload.count)
    }
    claim(FrameEncoder.encode(header, payload: payload) == wire, "both encoders write the same bytes")
}

private func compareChecksums(_ line: [UInt8]) {
    claim(CRC32C.checksum(line.span.bytes) == perch_crc32c(0, line, line.count), "both checksums are the same")
    let encoded = [UInt8](unsafeUninitializedCapacity: line.count + line.count / 254 + 1) { buffer, count in
        count = perch_cobs_encode(buffer.baseAddress, line, line.count)
    }
    claim(COBS.encode(line.span.bytes) == encoded, "both write the same COBS")
}

private func compareCounters(_ line: [UInt8], piece: Int) {
    var session = LinkSession(configuration: .init(lineRate: 0, largestPayload: 528), seed: 1)
    session.receive(line.span.bytes, now: .zero)
    let statistics = session.statistics
    let counters = core_counters(line, line.count, piece)
    claim(statistics.framesReceived == counters.received, "both count the same frames")
    claim(statistics.rejectedMalformed + statistics.rejectedShort == counters.malformed, "both count what is malformed")
    claim(statistics.rejectedCRC == counters.crc, "both count wrong CRCs")
    claim(statistics.rejectedOverflow == counters.overflow, "both count what is too long")
}
