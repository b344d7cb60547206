import DongleProtocol

/// FrameDecoder: any split of the bytes gives the same frames, every byte is accounted for, memory
/// is bounded, and a frame survives re-encoding.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzSwiftDecoder(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let largest = DecodedLine.largestFrames[Int(input.byte()) % DecodedLine.largestFrames.count]
    let piece = max(1, Int(input.byte()))
    let line = FuzzedLine.bytes(&input)
    let whole = decode(line, largestFrame: largest, piece: max(1, line.count))
    claim(decode(line, largestFrame: largest, piece: piece) == whole, "any split gives the same events")
    for case .frame(let header, let payload) in whole.events {
        let again = decode(
            FrameEncoder.encode(header, payload: payload), largestFrame: payload.count + 12, piece: 1 << 20)
        claim(again.events == [.frame(header, payload)], "a frame that is encoded decodes to itself")
    }
    return 0
}

private func decode(_ line: [UInt8], largestFrame: Int, piece: Int) -> DecodedLine {
    var decoder = FrameDecoder(largestFrame: largestFrame)
    var decoded = DecodedLine()
    var noise = 0
    var discarded = 0
    var offset = 0
    while offset < line.count {
        let end = min(line.count, offset + piece)
        decoder.feed(
            line[offset..<end].span.bytes,
            onFrame: { header, payload in
                claim(payload.byteCount + 12 <= largestFrame, "no frame is over the limit")
                decoded.events.append(.frame(header, payload.withUnsafeBytes { [UInt8]($0) }))
            },
            onRejected: { rejection, count in
                decoded.events.append(.rejected(rejection, discarded: count))
                discarded += count
                claim(noise == count - 1, "what is rejected is handed out as noise, but for its zero")
                noise = 0
            },
            onNoise: { noise += $0.byteCount })
        claim(decoder.pendingCount <= largestFrame + largestFrame / 254 + 1, "what is kept is bounded")
        offset = end
    }
    claim(discarded + decoder.pendingCount <= line.count, "no byte is counted twice")
    return decoded
}
