/// Estimated distances compared with true ones.
package struct ProximityScore: Sendable {
    /// Number of samples below which a proximity does not count.
    package static let fewestSamples = 50
    /// Most errors that are kept for the median; further samples count for the proximities only.
    private static let mostErrors = 1_000_000

    private var samples: [Proximity: (count: Int, right: Int)] = [:]
    private var errors: [Double] = []

    package init() {}

    /// - Parameters:
    ///   - truth: Metres.
    ///   - estimate: Metres.
    package mutating func add(truth: Double, estimate: Double) {
        let proximity = Proximity(accuracyM: truth)
        var sample = samples[proximity] ?? (0, 0)
        sample.count += 1
        sample.right += Proximity(accuracyM: estimate) == proximity ? 1 : 0
        samples[proximity] = sample
        if errors.count < ProximityScore.mostErrors { errors.append(abs(estimate - truth)) }
    }

    package var count: Int { samples.values.reduce(0) { $0 + $1.count } }

    /// Share of the samples of each true proximity that were put in it, 0...1, nearest first. Those
    /// with fewer than ``fewestSamples`` are left out.
    package var hits: [(proximity: Proximity, share: Double)] {
        Proximity.allCases.compactMap { proximity in
            guard let sample = samples[proximity], sample.count >= ProximityScore.fewestSamples else { return nil }
            return (proximity, Double(sample.right) / Double(sample.count))
        }
    }

    /// Mean of the ``hits``, 0...1; nil without any.
    package var hit: Double? {
        let hits = hits
        return hits.isEmpty ? nil : hits.map(\.share).reduce(0, +) / Double(hits.count)
    }

    /// Median of the absolute errors, in metres; nil without samples.
    package var medianErrorM: Double? {
        errors.isEmpty ? nil : errors.sorted()[errors.count / 2]
    }
}
