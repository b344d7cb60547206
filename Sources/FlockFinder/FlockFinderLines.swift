/// Parser of a FlockFinder's serial output: JSON, one object a line, among log text. Bytes may
/// arrive in pieces of any length.
package struct FlockFinderLines: Sendable {
    /// Most bytes of a line; the rest of a longer line is skipped.
    package static let lengthLimit = 2 * FlockFinderNotification.lengthLimit

    /// Lines of any kind.
    package private(set) var lines: UInt64 = 0
    /// Lines that begin as JSON but do not end as JSON, and lines that are too long.
    package private(set) var unreadable: UInt64 = 0
    private var line: [UInt8] = []
    private var isTooLong = false

    package init() {}

    /// Takes bytes, and returns the notifications of the lines that are now complete. Skips log
    /// text.
    package mutating func take(_ bytes: some Sequence<UInt8>) -> [FlockFinderNotification] {
        var told: [FlockFinderNotification] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if let one = end() { told.append(one) }
            default:
                if line.count < Self.lengthLimit { line.append(byte) } else { isTooLong = true }
            }
        }
        return told
    }

    private mutating func end() -> FlockFinderNotification? {
        defer {
            line.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        guard !line.isEmpty else { return nil }
        lines += 1
        guard !isTooLong else {
            unreadable += 1
            return nil
        }
        // Log text may stand before and after an object.
        let pairs = zip(line.indices, line.indices.dropFirst())
        guard let begin = pairs.first(where: { line[$0] == UInt8(ascii: "{") && line[$1] == UInt8(ascii: "\"") })?.0
        else { return nil }
        let end = line.lastIndex(of: UInt8(ascii: "}")) ?? line.index(before: line.endIndex)
        do throws(NotificationFault) {
            return try FlockFinderNotification.read(Array(line[begin...max(begin, end)]))
        } catch .unknown {
            return nil
        } catch {
            unreadable += 1
            return nil
        }
    }
}
