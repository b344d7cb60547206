import BeaconTracking
import Testing

@Suite struct CalibrationRunTests {
    /// Calibration with ten samples within ten seconds.
    private static let short: CalibrationRun.Configuration = {
        var configuration = CalibrationRun.Configuration()
        configuration.samples = 10
        configuration.within = .seconds(10)
        return configuration
    }()

    @Test("enough samples give the mean without the two weakest and the two strongest of ten")
    func mean() throws {
        var run = CalibrationRun(CalibrationRunTests.short)
        var outcome: CalibrationRun.Outcome?
        for (second, rssi) in [Int8(-20), -60, -61, -62, -63, -64, -65, -66, -100, -99].enumerated() {
            #expect(outcome == nil)
            outcome = try run.take(rssi, at: .seconds(second))
        }
        #expect(
            outcome
                == CalibrationRun.Outcome(
                    calibration: BeaconCalibration(powerAt1mDBm: -63.5), spreadDB: 5, samples: 10))
    }

    @Test("what is not available is no sample")
    func notAvailable() throws {
        var run = CalibrationRun(CalibrationRunTests.short)
        for rssi: Int8? in [nil, 0, 127] { #expect(try run.take(rssi, at: .zero) == nil) }
        #expect(run.count == 0)
    }

    @Test("too few samples in time are an error that says how many there were, also when nothing is heard")
    func tooFew() throws {
        var run = CalibrationRun(CalibrationRunTests.short)
        _ = try run.take(-60, at: .zero)
        _ = try run.take(nil, at: .seconds(10))
        #expect(throws: CalibrationError.tooFewSamples(heard: 1, wanted: 10, within: .seconds(10))) {
            _ = try run.take(nil, at: .seconds(11))
        }
    }

    @Test("samples too far apart are an error that says how far")
    func tooWide() throws {
        var run = CalibrationRun(CalibrationRunTests.short)
        for second in 0..<9 { _ = try run.take(second < 5 ? -50 : -66, at: .seconds(second)) }
        #expect(throws: CalibrationError.spreadTooWide(spreadDB: 16, limitDB: 15, meanDBm: -58)) {
            _ = try run.take(-66, at: .seconds(9))
        }
    }
}
