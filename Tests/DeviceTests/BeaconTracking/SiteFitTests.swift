import BeaconTracking
import Foundation
import Testing

@Suite struct SiteFitTests {
    private func points(_ exponent: Double, off: [Double] = [0, 0, 0, 0]) -> [SiteFit.Point] {
        zip([1.0, 2, 4, 8], off).map {
            SiteFit.Point(metres: $0, rssiDBm: -59 - 10 * exponent * log10($0) + $1)
        }
    }

    @Test("points on a path loss give its exponent", arguments: [1.0, 1.49, 2, 3.5, 6])
    func exact(exponent: Double) throws {
        let fit = try #require(SiteFit(points(exponent), powerAt1mDBm: -59))
        #expect(abs(fit.exponent - exponent) < 1e-9)
        #expect(fit.deviationDB < 1e-9)
    }

    @Test("points off the path loss change the exponent little, and are told of")
    func noisy() throws {
        let fit = try #require(SiteFit(points(2, off: [0, 4, -4, 2]), powerAt1mDBm: -59))
        #expect(abs(fit.exponent - 2) < 0.3)
        #expect(fit.deviationDB > 2)
    }

    @Test("an exponent beyond 1...6 is clamped, and points at 1 m alone give none")
    func limits() {
        #expect(SiteFit(points(0), powerAt1mDBm: -59)?.exponent == 1)
        #expect(SiteFit(points(9), powerAt1mDBm: -59)?.exponent == 6)
        #expect(SiteFit([SiteFit.Point(metres: 1, rssiDBm: -59)], powerAt1mDBm: -59) == nil)
        #expect(SiteFit([], powerAt1mDBm: -59) == nil)
    }
}
