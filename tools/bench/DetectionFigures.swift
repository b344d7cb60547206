import Advertising
import CDispatch  // The compiler takes timespec to be of the first module that it sees it in.
import TestSupport
import FlockFinder
import Foundation
import Glibc
import Recording

/// Speed at which adverts are compared with patterns, and matches of the bundled patterns in
/// recordings. Time is processor time: the work has one thread, and other load on the machine does
/// not count.
enum DetectionFigures {
    struct WrongCount: Error {
        let found: Int
    }

    private static let rounds = 9
    private static let adverts = 20_000
    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ ")

    /// - Parameter folder: Folder of the recordings.
    static func measure(folder: String) throws -> [Figure] {
        try rates() + recall(folder: folder) + falsePositives(folder: folder)
    }

    // MARK: Speed

    /// All numbers of patterns are measured in turn, so that each meets the same load on the
    /// machine.
    private static func rates() throws -> [Figure] {
        let counts = [10, 100, 1_000, 10_000]
        var random = SystemRandomNumberGenerator()
        let matchers = try counts.map { try matcher($0, &random) }
        let heard = (0..<adverts).map { _ in advert(&random) }
        var rates = counts.map { _ in [Double]() }
        var found: [PatternMatch] = []
        for round in 0...rounds {
            for (index, matcher) in matchers.enumerated() {
                let begin = processorSeconds()
                for _ in 0..<10 {
                    for (address, data) in heard { matcher.match(address, data.span.bytes, into: &found) }
                }
                let taken = processorSeconds() - begin
                if round > 0 { rates[index].append(Double(adverts * 10) / taken) }
            }
        }
        var figures: [Figure] = []
        for (count, rates) in zip(counts, rates) {
            guard let spread = Spread(rates) else { throw WrongCount(found: count) }
            let name =
                "matching, one thread: adverts with names of 8–29 characters against \(count) patterns of all kinds"
            figures.append(
                count == 1_000
                    ? Figure(
                        name, measured: spread.text("adverts/s"),
                        target: "≥ \(Targets.matchedAdvertsPerSecond.text()) adverts/s",
                        isMet: spread.median >= Targets.matchedAdvertsPerSecond)
                    : .comparison(name, measured: spread.text("adverts/s")))
        }
        guard let few = Spread(rates[0]), let many = Spread(rates[3]) else { throw WrongCount(found: 0) }
        let ratio = few.median / many.median
        figures.append(
            Figure(
                "matching: the time of an advert against 10,000 patterns, in that against 10",
                measured: "\(ratio.text(1)) ×", target: "< 1,000 ×, the ratio of the patterns", isMet: ratio < 1_000))
        return figures
    }

    /// Returns a matcher of which a fifth each are addresses, SSIDs, which are not looked for in
    /// adverts, and UUIDs, which these adverts do not contain, and two fifths are names, which take
    /// longer to look for.
    private static func matcher(_ count: Int, _ random: inout SystemRandomNumberGenerator) throws -> PatternMatcher {
        PatternMatcher(
            try (0..<count).map { index in
                let pattern: Pattern =
                    switch index % 5 {
                    case 0: try Pattern(.mac, hexadecimal(.random(in: 0..<1 << 24, using: &random), 6), deviceType: "T")
                    case 1: try Pattern(.ssid, text(4...14, &random), deviceType: "T")
                    case 2:
                        try Pattern(.bleUUID, hexadecimal(.random(in: 0..<1 << 32, using: &random), 8), deviceType: "T")
                    default: try Pattern(.bleName, text(4...14, &random), deviceType: "T")
                    }
                return (pattern, index)
            })
    }

    private static func advert(_ random: inout SystemRandomNumberGenerator) -> (BluetoothAddress, [UInt8]) {
        let name = Array(text(8...29, &random).utf8)
        return (BluetoothAddress(random.next()), [UInt8(name.count + 1), 9] + name)
    }

    private static func text(_ lengths: ClosedRange<Int>, _ random: inout SystemRandomNumberGenerator) -> String {
        String(
            (0..<Int.random(in: lengths, using: &random)).map { _ in
                letters[Int.random(in: letters.indices, using: &random)]
            })
    }

    private static func hexadecimal(_ value: UInt64, _ digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
    }

    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    // MARK: Matches

    /// Sightings from the field. They were collected by these very names, so that this only shows
    /// that none is overlooked.
    private static func recall(folder: String) throws -> [Figure] {
        let identities = try FieldIdentities(path: "\(folder)/field-identities.csv")
        return sets().map { set in
            let (all, byAddress) = identities.found(by: set.matcher)
            return .comparison(
                "detection, \(set.name): of \(identities.count) sightings of such devices in the field",
                measured: "\(all) found, \(byAddress) of them by the address alone")
        }
    }

    /// Recordings of rooms without such devices, as far as is known: every match there counts as
    /// wrong until proven otherwise.
    private static func falsePositives(folder: String) throws -> [Figure] {
        let names = ["conference-room", "mall-ibeacons", "lab-malformed", "gateway-hcidump"]
        return try sets().map { set in
            var adverts = 0
            var found: [PatternMatch] = []
            var hits: [Int: (adverts: Int, devices: Set<BluetoothAddress>)] = [:]
            for name in names {
                var reader = try RecordingReader(path: "\(folder)/\(name).ndjson.gz")
                while let advert = try reader.next() {
                    adverts += 1
                    set.matcher.match(advert.address, advert.data.span.bytes, into: &found)
                    for match in found {
                        hits[match.index, default: (0, [])].adverts += 1
                        hits[match.index]?.devices.insert(advert.address)
                    }
                }
            }
            let words = hits.sorted { $0.key < $1.key }.map { index, hit in
                "\(set.patterns[index].kind.rawValue) \(set.patterns[index].text): \(hit.adverts) adverts of \(hit.devices.count) devices"
            }
            return .comparison(
                "detection, \(set.name): what \(set.patterns.count) patterns find in \(adverts) recorded adverts of places without "
                    + "such devices", measured: words.isEmpty ? "nothing" : words.joined(separator: "; "))
        }
    }

    /// Returns the set that is loaded by default, the same with the optional sets, and both with
    /// the patterns that ship disabled.
    private static func sets() -> [NamedSet] {
        let bundle = PatternSet.bundled
        let standard = bundle[PatternSet.Bundle.standardName]?.entries ?? []
        let all = bundle.sets.flatMap(\.entries)
        return [
            NamedSet("standard set", standard.map(\.pattern).filter(\.isEnabled)),
            NamedSet("standard and sourced set", all.map(\.pattern).filter(\.isEnabled)),
            NamedSet(
                "every bundled pattern, disabled ones too",
                all.map {
                    var pattern = $0.pattern
                    pattern.isEnabled = true
                    return pattern
                }),
        ]
    }

    private struct NamedSet {
        let name: String
        let patterns: [Pattern]
        let matcher: PatternMatcher

        init(_ name: String, _ patterns: [Pattern]) {
            self.name = name
            self.patterns = patterns
            matcher = PatternMatcher(patterns.enumerated().map { ($0.element, $0.offset) })
        }
    }
}
