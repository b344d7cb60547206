extension Duration {
    /// The duration as people say it: `12 ms`, `1.25 s`, `12.5 s`.
    package var words: String {
        let milliseconds = Int64((self / .milliseconds(1)).rounded())
        guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
        let decimals = milliseconds < 10_000 ? 2 : 1
        let unit: Int64 = decimals == 2 ? 10 : 100
        let rounded = (milliseconds + unit / 2) / unit
        let whole = rounded / (1000 / unit)
        let rest = rounded % (1000 / unit)
        guard rest > 0 else { return "\(whole) s" }
        let digits = String(rest)
        let padded = String(repeating: "0", count: decimals - digits.count) + digits
        return "\(whole).\(padded.hasSuffix("0") ? String(padded.dropLast()) : padded) s"
    }
}
