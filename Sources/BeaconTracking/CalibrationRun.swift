/// Measures a beacon's RSSI at one metre, by adverts or by ticks. Pure: time is an argument.
package struct CalibrationRun: Sendable {
    /// Settings of a run.
    package struct Configuration: Sendable, Hashable {
        /// Number of samples to take, 5...1000.
        package var samples = 30
        /// Maximum duration, from the first call.
        package var within = Duration.seconds(60)
        /// Maximum spread of the samples without the trimmed ends, in dB. Nine in ten runs of 30
        /// adverts on all three channels, with devices at rest in a conference room, keep within
        /// it.
        package var widestSpreadDB = 15

        package init() {}
    }

    /// Result of a run.
    package struct Outcome: Sendable, Hashable {
        /// RSSI at one metre: the mean without the n/10 + 1 weakest and strongest of n samples.
        package var calibration: BeaconCalibration
        /// Difference between the weakest and the strongest sample without the trimmed ones, in dB.
        package var spreadDB: Int
        /// Number of samples, including the trimmed ones.
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

    /// Clamps numbers to their ranges.
    package init(_ configuration: Configuration = Configuration()) {
        var configuration = configuration
        configuration.samples = max(5, min(configuration.samples, 1000))
        self.configuration = configuration
    }

    /// Number of samples so far.
    package var count: Int { samples.count }

    /// Adds one advert or one tick.
    ///
    /// - Parameter rssiDBm: Nil, 0 or 127 = not available; then only the time is checked.
    /// - Returns: Nil until there are enough samples.
    /// - Throws: ``CalibrationError``. The run has ended; start a new one to try again.
    package mutating func take(_ rssiDBm: Int8?, at now: Duration) throws(CalibrationError) -> Outcome? {
        let begun = self.begun ?? now
        self.begun = begun
        guard now - begun <= configuration.within else {
            throw .tooFewSamples(heard: samples.count, wanted: configuration.samples, within: configuration.within)
        }
        guard let rssiDBm, rssiDBm != 0, rssiDBm != SignalFilter.notAvailable else { return nil }
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

/// Reason why a calibration failed. Nothing was changed.
package enum CalibrationError: Error, Sendable, Hashable {
    /// The beacon was not heard often enough within the time.
    case tooFewSamples(heard: Int, wanted: Int, within: Duration)
    /// The signal varied too much for estimating distances.
    case spreadTooWide(spreadDB: Int, limitDB: Int, meanDBm: Double)
}
