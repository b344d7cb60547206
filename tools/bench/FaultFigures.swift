import Foundation
import TestSupport

/// Violations of the link's guarantees over a line with every possible fault.
enum FaultFigures {
    private static let operations = 100_000
    private static let seed: UInt64 = 20_260_105
    private static let perKind = 1000

    static func measure() throws -> [Figure] {
        var tally: Tally?
        let time = try seconds {
            tally = try FaultRun.run(
                .init(operations: operations, seed: seed) { Report.progress("\($0) operations ended") })
        }
        guard let tally else { return [] }
        for incident in tally.incidents { Report.progress(incident) }
        return try figures(of: tally, time: time) + [outOfOrder()]
    }

    /// No serial line reorders bytes, but it is worth knowing that nothing depends on that.
    private static func outOfOrder() throws -> Figure {
        let tally = try FaultRun.run(
            .init(operations: operations / 5, seed: seed, line: .init(rates: FaultRun.outOfOrder)))
        for incident in tally.incidents { Report.progress(incident) }
        let overtaken = tally.faults[.overtake, default: 0]
        let late = tally.faults[.lateCopy, default: 0]
        return none(
            "the same over a line that reorders: \(number(tally.operations)) operations, "
                + "\(number(overtaken)) frames overtaken, \(number(late)) late copies", tally.violations)
    }

    private static func figures(of tally: Tally, time: Double) -> [Figure] {
        let rarest = Fault.inOrder.map { tally.faults[$0, default: 0] }.min() ?? 0
        let kinds = Fault.inOrder.map { "\($0.rawValue) \(number(tally.faults[$0, default: 0]))" }
        return [
            Figure(
                "operations over a hostile line",
                measured: "\(number(tally.operations)), \(number(tally.frames)) frames, "
                    + "\((tally.virtualTime / .seconds(3600)).text(1)) h of virtual time in \(time.text()) s",
                target: "≥ \(number(operations))", isMet: tally.operations >= operations),
            Figure(
                "faults", measured: "\(number(tally.struck)): \(kinds.joined(separator: ", "))",
                target: "≥ \(number(operations / 2)), each kind ≥ \(number(perKind))",
                isMet: tally.struck >= operations / 2 && rarest >= perKind),
            none("effects doubled, of \(number(tally.effects)) counted at the dongle", tally.doubled),
            none("reported as done but absent", tally.reportedButAbsent),
            none("reported as not done but present", tally.deniedButPresent),
            none("wrong contents of reads and configs", tally.wrongContents),
            none(
                "notifications lost in silence, twice or out of order, of \(number(tally.notifications)) "
                    + "(\(number(tally.notificationsToldLost)) told as lost)", tally.notificationsWrong),
            none(
                "adverts miscounted, of \(number(tally.adverts)) (\(number(tally.advertsToldLost)) told as lost)",
                tally.advertsWrong),
            none("operations that never ended, or time that stood still", tally.neverEnded + tally.idleRounds),
            .comparison(
                "how operations ended",
                measured: "done \(share(tally.done, tally)), not done \(share(tally.notDone, tally)), "
                    + "unknown \(share(tally.unknown, tally)); \(number(tally.sessions)) sessions"),
        ]
    }

    private static func none(_ name: String, _ count: Int) -> Figure {
        Figure(name, measured: number(count), target: "0", isMet: count == 0)
    }

    private static func number(_ count: Int) -> String { Double(count).text() }

    private static func share(_ count: Int, _ tally: Tally) -> String {
        (Double(count) / Double(tally.operations) * 100).text(2) + " %"
    }
}
