import BeaconTracking
import Foundation
import Testing

@testable import Perch

@Suite struct SiteRunTests {
    /// Steps of a run of two points whose signals are those of an exponent of 2.
    private func steps(_ signal: (Double) -> Int8?, from begin: Int = 0) throws -> [SiteRun.Step] {
        var run = SiteRun(metres: [2, 8], powerAt1mDBm: -59)
        var steps: [SiteRun.Step] = []
        var metres = 2.0
        for second in begin..<(begin + 200) {
            guard let step = try run.take(signal(metres), at: .seconds(second)) else { continue }
            steps.append(step)
            if case .walk(let next) = step { metres = next }
            if case .ended = step { break }
        }
        return steps
    }

    @Test("each point has its time to walk and its samples, and the fit comes at the end")
    func run() throws {
        let steps = try steps { Int8((-59 - 20 * log10($0)).rounded()) }
        #expect(steps.first == .walk(metres: 2))
        #expect(steps.count { if case .walk = $0 { true } else { false } } == 2)
        #expect(steps.contains(.point(SiteFit.Point(metres: 2, rssiDBm: -65))))
        guard case .ended(let fit, let last)? = steps.last else {
            Issue.record("not ended")
            return
        }
        #expect(last == SiteFit.Point(metres: 8, rssiDBm: -77))
        #expect(abs(fit.exponent - 2) < 0.05)
        // Of 20 samples the last one ends the point.
        #expect(steps.count == 2 + 2 * (SiteRun.samples - 1) + 2)
    }

    @Test("what is heard on the way does not count")
    func way() throws {
        var run = SiteRun(metres: [4], powerAt1mDBm: -59)
        #expect(try run.take(-30, at: .zero) == .walk(metres: 4))
        for second in 1..<15 { #expect(try run.take(-30, at: .seconds(second)) == nil) }
        #expect(try run.take(-71, at: .seconds(15)) == .sample(rssiDBm: -71, samples: 1))
    }

    @Test("a point at which the beacon is not heard ends the run")
    func silent() {
        #expect(throws: CalibrationError.self) { try steps { _ in nil } }
    }
}
