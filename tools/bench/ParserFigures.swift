import Advertising
import Foundation
import Recording

/// How fast adverts are parsed, beside another parser that is known to be fast, on the very same adverts.
enum ParserFigures {
    struct OtherFields: Error, CustomStringConvertible {
        let differing: Int
        let first: String
        var description: String { "the parsers disagree on \(differing) well-formed adverts, the first being \(first)" }
    }

    struct Unfair: Error, CustomStringConvertible {
        let description = "the other parser is not compiled, or remembers what it parsed"
    }

    static let recordings = ["conference-room", "mall-ibeacons", "lab-malformed", "gateway-hcidump"]
    private static let rounds = 9
    private static let passes = 12

    /// - Parameter folder: Of the recordings.
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

        var own: [Double] = []
        var other: [Double] = []
        // Taking turns, so that whatever else the machine does falls on both; the first turn warms up and does not count.
        for round in 0...rounds {
            let parsed = Double(adverts.count * passes)
            let ownRate = parsed / seconds { for _ in 0..<passes { parse(adverts) } }
            let otherRate = try parsed / peer.round(passes: passes)
            guard round > 0 else { continue }
            own.append(ownRate)
            other.append(otherRate)
        }
        guard let ofOwn = Spread(own), let ofOther = Spread(other),
            let ratio = Spread(zip(own, other).map { $0 / $1 })
        else { return [] }
        let count = Double(adverts.count).text()
        let version = "bluetooth-data-tools \(peer.about.version), compiled, no cache, Python \(peer.about.python)"
        return [
            .comparison("advert parser, every field touched (\(count) recorded adverts)", measured: ofOwn.text("adverts/s")),
            .comparison("the same adverts in \(version), fields not touched", measured: ofOther.text("adverts/s")),
            Figure(
                "advert parser / the other parser", measured: ratio.text("×", decimals: 2),
                target: "≥ \(Targets.parserRatio.text()) ×", isMet: ratio.median >= Targets.parserRatio),
            .comparison(
                "adverts of which the two read the same fields",
                measured: "\(Double(adverts.count - differing).text()) of \(count); the other \(differing) are malformed"),
        ]
    }

    /// What was read, so that reading it is not left out.
    nonisolated(unsafe) private static var touched: UInt64 = 0

    @inline(never)
    private static func parse(_ adverts: [[UInt8]]) {
        var sum: UInt64 = 0
        for data in adverts { sum = sum &* 31 &+ ParsedAdvert(data).touched() }
        touched &+= sum
    }

    /// Holds the fields of both against each other, advert by advert.
    ///
    /// - Returns: Of how many malformed adverts they differ.
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
