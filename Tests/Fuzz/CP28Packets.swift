import CP28

/// Packets of the CP28, and the patterns of its answers.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzCP28Packets(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let text = input.bytes(Int(input.byte() & 0x3F))
    let bytes = input.rest()
    if let packet = try? CP28Packet(bytes) {
        claim(packet.bytes == bytes, "what is read is written as it was")
    }
    let command = CP28Command(rawValue: bytes.first ?? 0)
    if let packet = CP28Packet(command, Array(bytes.dropFirst())) {
        claim((try? CP28Packet(packet.bytes)) == packet, "what is written is read as the same")
    } else {
        claim(bytes.count > 256, "only what is too long is no packet")
    }
    if let pattern = ReplyPattern(String(decoding: text, as: UTF8.self)), pattern.matches(bytes, to: command) {
        claim(pattern.matches(bytes + [0], to: command), "what follows a pattern does not matter")
    }
    return 0
}
