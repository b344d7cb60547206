/// Median and range of a measurement that was repeated.
struct Spread {
    let median: Double
    let lowest: Double
    let highest: Double
    let rounds: Int

    /// - Parameter values: At least one; of an even number the upper middle is the median.
    init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let lowest = sorted.first, let highest = sorted.last else { return nil }
        self.lowest = lowest
        self.highest = highest
        median = sorted[sorted.count / 2]
        rounds = sorted.count
    }

    func text(_ unit: String, decimals: Int = 0) -> String {
        let (middle, low, high) = (median.text(decimals), lowest.text(decimals), highest.text(decimals))
        return "\(middle) \(unit) (\(low)…\(high), \(rounds) rounds)"
    }
}

/// Returns the time that `body` takes, in seconds.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    try ContinuousClock().measure(body) / .seconds(1)
}
