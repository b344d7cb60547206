import Advertising
import Foundation
import Recording

/// Speed of parsing adverts, compared with another parser that is known to be fast, on the very
/// same adverts.
enum ParserFigures {
    struct OtherFields: Error, CustomStringConvertible {
        let differing: Int
        let first: String
        var description: String { "the parsers disagree on \(differing) well-formed adverts, the first being \(first)" }
    }

    struct OtherSum: Error, CustomStringConvertible {
        let description = "the parsers come to different checksums"
    }

    struct Unfair: Error, CustomStringConvertible {
        let description = "the other parser is not compiled, or remembers what it parsed"
    }

    static let recordings = ["conference-room", "mall-ibeacons", "lab-malformed", "gateway-hcidump"]
    private static let rounds = 9
    private static let passes = 12

    /// - Parameter folder: Folder of the recordings.
    static func measure(folder: String) throws -> [Figure] {
        var adverts: [[UInt8]] = []
        for name in recordings {
            let path = "\(folder)/\(name).ndjson.gz"
            guard FileManager.default.fileExists(atPath: path) else { throw ReplayFigure.Absent(path: path) }
            adverts += try AirRecording(path: path).adverts.map(\.data)
        }
        let peer = try ParserPeer(adverts: adverts)
        guard peer.about.compiled, !peer.about.cached, peer.about.adverts == adverts.count else { throw Unfair() }
        let differing = try compare(adverts, with: peer)

        var summed = Comparison(adverts: adverts.count * passes)
        var parsed = Comparison(adverts: adverts.count * passes)
        // The parsers take turns, so that other load on the machine affects both; the first turn
        // warms up and does not count.
        for round in 0...rounds {
            var sum: UInt = 0
            let ownSummed = seconds { for _ in 0..<passes { sum = checksum(adverts, sum) } }
            let otherSummed = try peer.sum(passes: passes)
            guard otherSummed.sum == sum else { throw OtherSum() }
            let ownParsed = seconds { for _ in 0..<passes { parse(adverts) } }
            let otherParsed = try peer.parse(passes: passes)
            guard round > 0 else { continue }
            summed.take(own: ownSummed, other: otherSummed.seconds)
            parsed.take(own: ownParsed, other: otherParsed)
        }
        let count = Double(adverts.count).text()
        let other = "bluetooth-data-tools \(peer.about.version), compiled, no cache, Python \(peer.about.python)"
        return summed.figures(
            "advert parser, fields summed up (\(count) recorded adverts)", other: other, target: Targets.parserRatio)
            + parsed.figures("advert parser, results dropped", other: other, target: nil) + [
                .comparison(
                    "adverts of which the two read the same fields",
                    measured: "\(Double(adverts.count - differing).text()) of \(count)"
                        + (differing > 0 ? "; the others are malformed" : ""))
            ]
    }

    /// Rates of both parsers, round by round.
    private struct Comparison {
        let adverts: Int
        var own: [Double] = []
        var other: [Double] = []

        init(adverts: Int) {
            self.adverts = adverts
        }

        mutating func take(own: Double, other: Double) {
            self.own.append(Double(adverts) / own)
            self.other.append(Double(adverts) / other)
        }

        func figures(_ name: String, other otherName: String, target: Double?) -> [Figure] {
            guard let ofOwn = Spread(own), let ofOther = Spread(other),
                let ratio = Spread(zip(own, other).map { $0 / $1 })
            else { return [] }
            let measured = ratio.text("×", decimals: 2)
            return [
                .comparison(name, measured: ofOwn.text("adverts/s")),
                .comparison("the same in \(otherName)", measured: ofOther.text("adverts/s")),
                target.map {
                    Figure(
                        "\(name): ratio", measured: measured, target: "≥ \($0.text()) ×", isMet: ratio.median >= $0)
                } ?? .comparison("\(name): ratio", measured: measured),
            ]
        }
    }

    @inline(never)
    private static func checksum(_ adverts: [[UInt8]], _ sum: UInt) -> UInt {
        var sum = sum
        for data in adverts { sum = ParsedAdvert(data).checksum(sum) }
        return sum
    }

    /// Address of the last advert, kept so that the optimizer does not remove the parsing.
    nonisolated(unsafe) private static var seen: UnsafeRawPointer?

    @inline(never)
    private static func parse(_ adverts: [[UInt8]]) {
        for data in adverts { look(at: ParsedAdvert(data)) }
    }

    @inline(never)
    private static func look(at advert: borrowing ParsedAdvert) {
        withUnsafePointer(to: advert) { seen = UnsafeRawPointer($0) }
    }

    /// Compares the fields of both parsers, advert by advert.
    ///
    /// - Returns: Number of malformed adverts in which they differ.
    private static func compare(_ adverts: [[UInt8]], with peer: ParserPeer) throws -> Int {
        let digests = try peer.digests()
        guard digests.count == adverts.count else { throw Unfair() }
        let differing = zip(adverts, digests).filter { ParsedAdvert($0).digest != $1 }.map(\.0)
        let wellFormed = differing.filter { ParsedAdvert($0).malformation == nil }
        guard wellFormed.isEmpty else {
            let first = wellFormed[0].map { String($0, radix: 16) }.joined(separator: " ")
            throw OtherFields(differing: wellFormed.count, first: first)
        }
        return differing.count
    }
}
