/// Measures a beacon's RSSI at one metre, by adverts or by ticks. Pure: time is an argument.
package struct CalibrationRun: Sendable {
    /// What a run wants.
    package struct Configuration: Sendable, Hashable {
        /// 5...1000.
        package var samples = 30
        /// Longest time, from the first call on.
        package var within = Duration.seconds(60)
        /// Widest range of what is left once the ends are trimmed, in dB. Of runs of 30 adverts, all three channels among them, of
        /// devices at rest in a conference room, nine in ten keep within it.
        package var widestSpreadDB = 15

        package init() {}
    }

    /// What came of a run.
    package struct Outcome: Sendable, Hashable {
        /// RSSI at one metre: the mean without the n/10 + 1 weakest and strongest of n samples.
        package var calibration: BeaconCalibration
        /// Between the weakest and the strongest that were not left out, in dB.
        package var spreadDB: Int
        /// Those left out among them.
        package var samples: Int

        package init(calibration: BeaconCalibration, spreadDB: Int, samples: Int) {
            self.calibration = calibration
            self.spreadDB = spreadDB
            self.samples = samples
        }
    }

    package let configuration: Configuration
    private var begun: Duration?
    private var samples: [Int8] = []

    /// Numbers outside their ranges are brought to the nearest bound.
    package init(_ configuration: Configuration = Configuration()) {
        var configuration = configuration
        configuration.samples = max(5, min(configuration.samples, 1000))
        self.configuration = configuration
    }

    /// Samples so far.
    package var count: Int { samples.count }

    /// Takes one advert, or one tick.
    ///
    /// - Parameter rssiDBm: Nil, 0 or 127 = not available; only the time passes.
    /// - Returns: Nil until there are enough samples.
    /// - Throws: ``CalibrationError``. The run has ended; what is wanted is another.
    package mutating func take(_ rssiDBm: Int8?, at now: Duration) throws(CalibrationError) -> Outcome? {
        let begun = self.begun ?? now
        self.begun = begun
        guard now - begun <= configuration.within else {
            throw .tooFewSamples(heard: samples.count, wanted: configuration.samples, within: configuration.within)
        }
        guard let rssiDBm, rssiDBm != 0, rssiDBm != SignalWindow.notAvailable else { return nil }
        samples.append(rssiDBm)
        guard samples.count >= configuration.samples else { return nil }
        return try outcome()
    }

    private func outcome() throws(CalibrationError) -> Outcome {
        let sorted = samples.sorted()
        let trimmed = sorted.count / 10 + 1
        let kept = sorted[trimmed..<(sorted.count - trimmed)].map(Int.init)
        let mean = Double(kept.reduce(0, +)) / Double(kept.count)
        let spread = (kept.last ?? 0) - (kept.first ?? 0)
        guard spread <= configuration.widestSpreadDB else {
            throw .spreadTooWide(spreadDB: spread, limitDB: configuration.widestSpreadDB, meanDBm: mean)
        }
        return Outcome(
            calibration: BeaconCalibration(powerAt1mDBm: mean), spreadDB: spread, samples: sorted.count)
    }
}

/// Why a calibration gave nothing. Nothing is changed.
package enum CalibrationError: Error, Sendable, Hashable {
    /// The beacon was not heard often enough in time.
    case tooFewSamples(heard: Int, wanted: Int, within: Duration)
    /// It was not heard evenly enough to judge a distance by.
    case spreadTooWide(spreadDB: Int, limitDB: Int, meanDBm: Double)
}
