import Advertising
import CP28

/// A file of shard UUIDs, one a line; text after a `#` is a comment. Pure.
struct ShardFile: Sendable, Hashable {
    /// Most UUIDs in a pool.
    static let limit = 64
    /// Most bytes of such a file.
    static let byteLimit = 64 * 1024

    /// UUIDs in the order of the file; empty where there are faults.
    private(set) var uuids: [ProximityUUID] = []
    /// Faults in the order of their lines.
    private(set) var faults: [PlanFault] = []

    init(_ bytes: [UInt8], banList: BanList = .bundled) {
        var lines: [ProximityUUID: Int] = [:]
        let text = String(
            decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let place = index + 1
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
            guard !words.isEmpty else { continue }
            guard words.count == 1, let uuid = ProximityUUID(words[0]) else {
                faults.append(PlanFault(place: place, message: "\"\(words.joined(separator: " "))\" is not a UUID"))
                continue
            }
            if let entry = banList.entry(of: uuid) {
                let vendors = entry.vendors.isEmpty ? "" : " (\(entry.vendors.joined(separator: ", ")))"
                faults.append(
                    PlanFault(place: place, message: "\(uuid) is a factory UUID\(vendors)"))
            }
            if let other = lines[uuid] {
                faults.append(PlanFault(place: place, message: "\(uuid) is already in line \(other)"))
                continue
            }
            lines[uuid] = place
            uuids.append(uuid)
            if uuids.count == Self.limit + 1 {
                faults.append(PlanFault(place: place, message: "there are more than \(Self.limit) UUIDs"))
            }
        }
        if uuids.isEmpty && faults.isEmpty { faults.append(PlanFault(place: 0, message: "it contains no UUID")) }
        if !faults.isEmpty { uuids = [] }
    }
}
