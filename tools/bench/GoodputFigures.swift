import TestSupport

/// Share of a slow line that a config transfer uses, and the cost of losses. In virtual time, so
/// the machine does not matter.
enum GoodputFigures {
    private static let configBytes = 8192
    private static let lines = [(baud: 115_200, target: 0.92), (baud: 921_600, target: 0.88)]
    private static let transfers = 200
    private static let loss = 0.01
    /// Times of an ordinary serial NOR flash: 45 ms for a unit of 4 KiB, 0.7 ms for a page of 256
    /// bytes.
    private static let flash = VirtualLink.FlashTimes(erase: .milliseconds(45), program: .nanoseconds(700_000 / 256))

    static func measure() throws -> [Figure] {
        try lines.flatMap { try measure(baud: $0.baud, target: $0.target) }
    }

    private static func measure(baud: Int, target: Double) throws -> [Figure] {
        let clean = try transfer(ConfigTransfer.link(baud: baud), seed: 1)
        let slow = try transfer(ConfigTransfer.link(baud: baud, flash: flash), seed: 1)
        let lossy = try (1...transfers).map { number in
            let seed = UInt64(number)
            return try transfer(ConfigTransfer.link(baud: baud, loss: loss, seed: seed), seed: seed)
        }
        let ratios = lossy.map { $0.data / clean.data }.sorted()
        let mean = ratios.reduce(0, +) / Double(ratios.count)
        let p99 = ratios[Int((Double(ratios.count) * 0.99).rounded(.up)) - 1]
        let wholes = lossy.map { $0.whole / clean.whole }.sorted()
        let line = "8 KiB config at \(Double(baud).text()) baud"
        return [
            Figure(
                "\(line): share of baud/10, first DATA byte to last answer",
                measured: percent(clean.goodput(baud: baud)),
                target: "≥ \(percent(target))", isMet: clean.goodput(baud: baud) >= target),
            .comparison("\(line): time of BEGIN, DATA, COMMIT, flash taking no time", measured: times(clean)),
            .comparison(
                "\(line): the same with flash of 45 ms/4 KiB erased, 0.7 ms/256 bytes programmed",
                measured: "\(times(slow)); \(percent(slow.goodput(baud: baud)))"),
            Figure(
                "\(line), 1 % of frames lost, \(transfers) transfers: DATA time against clean",
                measured: "mean \(mean.text(2)) ×, p99 \(p99.text(2)) ×, worst \((ratios.last ?? 0).text(2)) ×",
                target: "mean ≤ 1.2 ×, p99 ≤ 3 ×", isMet: mean <= 1.2 && p99 <= 3),
            .comparison(
                "\(line), the same with BEGIN and COMMIT",
                measured: "mean \((wholes.reduce(0, +) / Double(wholes.count)).text(2)) ×, "
                    + "p99 \(wholes[Int((Double(wholes.count) * 0.99).rounded(.up)) - 1].text(2)) ×"),
        ]
    }

    private static func transfer(_ link: VirtualLink, seed: UInt64) throws -> ConfigTransfer {
        try ConfigTransfer.perform(over: link, bytes: configBytes, seed: seed)
    }

    private static func times(_ transfer: ConfigTransfer) -> String {
        [transfer.begin, transfer.data, transfer.commit].map { "\(($0 / .milliseconds(1)).text(1)) ms" }
            .joined(separator: ", ")
    }

    private static func percent(_ share: Double) -> String { "\((share * 100).text(1)) %" }
}
