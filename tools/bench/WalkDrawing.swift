import BeaconTracking
import Foundation
import TestSupport

/// A walk through the lab as SVG: the true and the estimated distance from one dongle, and the true and the named nearest dongle, over time.
struct WalkDrawing {
    private struct Moment {
        let truth: DongleNumber?
        let named: DongleNumber?
        /// From ``gateway``, in metres.
        let trueM: Double
        let estimatedM: Double
    }

    private static let (width, left, right) = (960.0, 70.0, 20.0)
    private static let (top, height, bandTop, bandHeight) = (84.0, 220.0, 350.0, 26.0)
    private static let farthestM = 20.0
    private static let style = """
        svg { font: 13px system-ui, sans-serif; --paper: #ffffff; --ink: #1f2328; --quiet: #656d76; --grid: #d8dee4;
          --truth: #1a7f37; --estimate: #8250df; }
        @media (prefers-color-scheme: dark) { svg { --paper: #0d1117; --ink: #e6edf3; --quiet: #9198a1;
          --grid: #30363d; --truth: #3fb950; --estimate: #bc8cff; } }
        .paper { fill: var(--paper); } text { fill: var(--ink); } .quiet { fill: var(--quiet); }
        .title { font-size: 16px; font-weight: 600; } .grid { stroke: var(--grid); }
        .truth { stroke: var(--truth); } .estimate { stroke: var(--estimate); }
        .line { fill: none; stroke-width: 2; stroke-linejoin: round; }
        .band { fill: var(--grid); stroke: var(--paper); }
        """

    private let moments: [Moment]
    /// The one whose distance changes most.
    private let gateway: DongleNumber
    private let name: String

    init(_ walk: (name: String, sightings: [OneLab.Sighting]), _ lab: OneLab) {
        name = walk.name.replacing("_", with: " ")
        let track = RangingTrack(walk, lab)
        var tracker = BeaconTracker()
        var next = 0
        func change(_ gateway: DongleNumber) -> Double {
            let metres = track.seconds.compactMap { $0.metres[gateway] }
            return (metres.max() ?? 0) - (metres.min() ?? 0)
        }
        let shown = lab.gateways.keys.sorted().max { change($0) < change($1) } ?? 0
        gateway = shown
        moments = track.seconds.enumerated().compactMap { place, second in
            let now = Duration.seconds(place + 1)
            while next < track.signals.count, track.signals[next].at <= now {
                let signal = track.signals[next]
                tracker.hear(PerchRanging.sighting(signal.rssiDBm, by: signal.gateway), at: signal.at)
                next += 1
            }
            guard let beacon = tracker.tick(at: now).first else { return nil }
            let level = beacon.receptions.first { $0.dongle == shown }?.smoothedRSSI ?? 0
            return Moment(
                truth: second.nearest, named: beacon.nearest, trueM: second.metres[shown] ?? 0,
                estimatedM: DistanceModel.indoors.metres(
                    rssiDBm: level, powerDBm: Double(OneLab.powerAt1mDBm)))
        }
    }

    /// Draws the recording's first walk.
    static func write(folder: String, to path: String) throws {
        let lab = try OneLab(folder: folder)
        guard let walk = lab.walks.first else { return }
        try WalkDrawing(walk, lab).svg.write(toFile: path, atomically: true, encoding: .utf8)
    }

    var svg: String {
        var drawn = [
            "<rect class=\"paper\" width=\"960\" height=\"480\"/>",
            "<text class=\"title\" x=\"70\" y=\"22\">A walk through a lab with 12 dongles (\(name))</text>",
            legend("truth", "truth", 70), legend("estimate", "Perch", 160),
            "<text class=\"quiet\" x=\"70\" y=\"76\">Distance from dongle s\(gateway), m</text>",
        ]
        for metres in stride(from: 0.0, through: WalkDrawing.farthestM, by: 5) {
            drawn.append(
                "<line class=\"grid\" x1=\"70\" x2=\"940\" y1=\"\(y(metres))\" y2=\"\(y(metres))\"/>"
                    + "<text class=\"quiet\" x=\"62\" y=\"\(y(metres))\" text-anchor=\"end\">\(Int(metres))</text>")
        }
        drawn += [path(\.trueM, "truth"), path(\.estimatedM, "estimate")]
        drawn += band(\.truth, "Nearest dongle", 0) + band(\.named, "Dongle that Perch calls nearest", 1)
        for second in stride(from: 0, through: moments.count, by: 10) {
            drawn.append(
                "<text class=\"quiet\" x=\"\(x(second))\" y=\"460\" text-anchor=\"middle\">\(second)</text>")
        }
        drawn.append("<text class=\"quiet\" x=\"940\" y=\"476\" text-anchor=\"end\">time, s</text>")
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 480" width="960" height="480" role="img" \
            aria-label="A walk: true and estimated distance, true and named nearest dongle, over time">
            <style>
            \(WalkDrawing.style)
            </style>
            \(drawn.joined(separator: "\n"))
            </svg>

            """
    }

    private func x(_ second: Int) -> String {
        let span = WalkDrawing.width - WalkDrawing.left - WalkDrawing.right
        return (WalkDrawing.left + span * Double(second) / Double(max(1, moments.count))).text(1).replacing(
            ",", with: "")
    }

    private func y(_ metres: Double) -> String {
        let share = min(max(metres, 0), WalkDrawing.farthestM) / WalkDrawing.farthestM
        return (WalkDrawing.top + WalkDrawing.height * (1 - share)).text(1)
    }

    private func path(_ value: KeyPath<Moment, Double>, _ style: String) -> String {
        let points = moments.enumerated().map { "\($0 == 0 ? "M" : "L")\(x($0)) \(y($1[keyPath: value]))" }
        return "<path class=\"line \(style)\" d=\"\(points.joined(separator: " "))\"/>"
    }

    private func band(_ value: KeyPath<Moment, DongleNumber?>, _ title: String, _ row: Int) -> [String] {
        let top = WalkDrawing.bandTop + Double(row) * 52
        var drawn = ["<text class=\"quiet\" x=\"70\" y=\"\((top - 6).text(0))\">\(title)</text>"]
        var begin = 0
        for place in 1...max(1, moments.count) {
            guard begin < moments.count else { break }
            let dongle = moments[begin][keyPath: value]
            if place < moments.count, moments[place][keyPath: value] == dongle { continue }
            let width = (Double(x(place)) ?? 0) - (Double(x(begin)) ?? 0)
            drawn.append(
                "<rect class=\"band\" x=\"\(x(begin))\" y=\"\(top.text(0))\" width=\"\(width.text(1))\" "
                    + "height=\"\(WalkDrawing.bandHeight.text(0))\"/>")
            if let dongle, width > 20 {
                drawn.append("<text x=\"\(x(begin))\" dx=\"3\" y=\"\((top + 18).text(0))\">s\(dongle)</text>")
            }
            begin = place
        }
        return drawn
    }

    private func legend(_ style: String, _ text: String, _ x: Int) -> String {
        "<line class=\"line \(style)\" x1=\"\(x)\" x2=\"\(x + 18)\" y1=\"40\" y2=\"40\"/>"
            + "<text x=\"\(x + 24)\" y=\"44\">\(text)</text>"
    }
}
