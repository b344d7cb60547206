/// All checks, in the order of SPEC.md.
package enum CheckTable {
    /// Id of the check that restores the configs; it runs last, and whenever a check has read them.
    static let putBack = "config.put-back"

    /// Id of the check that shows most where nothing was ever saved, so it runs before any that saves.
    static let unsaved = "config.unsaved-does-not-boot"

    /// First section whose checks save configs.
    private static let firstSaving = 4

    package static let all: [Check] = inOrder(
        FramingChecks.all + HeaderChecks.all + StatusChecks.all + SessionChecks.all + BootChecks.all
            + RequestChecks.all + DeferredChecks.all + StreamChecks.all + LinkChecks.all + RebootChecks.all
            + ScanChecks.all + AdvertChecks.all + HeardChecks.all + BatchChecks.all + WifiChecks.all + GATTChecks.all
            + PeripheralChecks.all
            + PeripheralValueChecks.all + PeerChecks.all + EchoChecks.all + EchoEventChecks.all + ConfigChecks.all
            + TransferChecks.all
            + ConfigStateChecks.all + ConfigOrderChecks.all + SavingChecks.all + FullRingChecks.all + UnreadChecks.all
            + LimitChecks.all)

    /// Sorts checks by the section's number, and keeps their order within a section.
    private static func inOrder(_ checks: [Check]) -> [Check] {
        let sorted = checks.enumerated().sorted { one, other in
            (number(one.element), one.offset) < (number(other.element), other.offset)
        }.map(\.element)
        let others = sorted.filter { $0.id != unsaved }
        let before = others.prefix { number($0) < firstSaving }
        return before + sorted.filter { $0.id == unsaved } + others.dropFirst(before.count)
    }

    private static func number(_ check: Check) -> Int { Int(check.section.prefix { $0 != "." }) ?? 0 }

    /// Returns the checks that match a pattern: ids separated by commas, `*` for any text; nil =
    /// all.
    ///
    /// - Throws: ``ConformanceError/noSuchCheck(pattern:)`` if a part of the pattern matches no
    ///   check.
    package static func matching(_ pattern: String?) throws(ConformanceError) -> [Check] {
        guard let pattern else { return all }
        let parts = pattern.split(separator: ",").map { Array($0.utf8) }
        for part in parts where !all.contains(where: { isMatch(part, Array($0.id.utf8)) }) {
            throw .noSuchCheck(pattern: String(decoding: part, as: UTF8.self))
        }
        guard !parts.isEmpty else { throw .noSuchCheck(pattern: pattern) }
        return all.filter { check in parts.contains { isMatch($0, Array(check.id.utf8)) } }
    }

    /// Goes back only to the last star, so the time is at most proportional to the product of both
    /// lengths.
    private static func isMatch(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
        var place = 0
        var next = 0
        var star: (place: Int, next: Int)?
        while next < text.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, next)
                place += 1
            } else if place < pattern.count, pattern[place] == text[next] {
                place += 1
                next += 1
            } else if let last = star {
                star = (last.place, last.next + 1)
                place = last.place + 1
                next = last.next + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
