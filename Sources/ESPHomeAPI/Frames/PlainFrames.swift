/// Frames without encryption.
///
/// ```
/// 00   length varint   type varint   payload
/// ```
enum PlainFrames {
    /// Longest payload, in bytes.
    static let longestPayload = 65_535
    /// Longest varint of a head, in bytes.
    private static let longestNumber = 4

    /// Takes a frame. Returns nil if it is not whole yet.
    static func take(_ rest: inout ArraySlice<UInt8>) throws(TransportFault) -> Frame? {
        guard let first = rest.first else { return nil }
        guard first == Frame.plain else {
            throw first == Frame.encrypted ? .unexpectedEncryption : .wrongIndicator
        }
        var ahead = rest.dropFirst()
        guard let length = try number(&ahead) else { return nil }
        guard length <= longestPayload else { throw .tooLong }
        guard let type = try number(&ahead), ahead.count >= length else { return nil }
        let payload = Array(ahead.prefix(length))
        rest = ahead.dropFirst(length)
        return Frame(type: MessageType(rawValue: UInt32(type)), payload: payload)
    }

    private static func number(_ rest: inout ArraySlice<UInt8>) throws(TransportFault) -> Int? {
        var ahead = rest.prefix(longestNumber)
        do {
            let before = ahead.count
            let value = try Varint.take(&ahead)
            rest = rest.dropFirst(before - ahead.count)
            return Int(value)
        } catch {
            guard rest.count < longestNumber else { throw .wrongHead }
            return nil
        }
    }

    /// Nil if the payload is too long.
    static func encode(_ type: MessageType, _ payload: [UInt8]) -> [UInt8]? {
        guard payload.count <= longestPayload else { return nil }
        var bytes = [Frame.plain]
        bytes.reserveCapacity(payload.count + 9)
        Varint.append(UInt64(payload.count), to: &bytes)
        Varint.append(UInt64(type.rawValue), to: &bytes)
        return bytes + payload
    }
}
