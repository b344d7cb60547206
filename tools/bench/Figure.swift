/// One row of the report.
struct Figure {
    enum Verdict: String {
        case met
        case missed = "MISSED"
        /// The figure has no target: it is shown beside another one.
        case forComparison = "–"
        case notMeasured = "NOT MEASURED"
    }

    let name: String
    let measured: String
    let target: String
    let verdict: Verdict
    /// Command that was measured, if any.
    var command: String?

    /// Makes a figure that has to reach `target`.
    init(_ name: String, measured: String, target: String, isMet: Bool, command: String? = nil) {
        self.init(name: name, measured: measured, target: target, verdict: isMet ? .met : .missed, command: command)
    }

    init(name: String, measured: String, target: String, verdict: Verdict, command: String? = nil) {
        self.name = name
        self.measured = measured
        self.target = target
        self.verdict = verdict
        self.command = command
    }

    /// Makes a figure to compare others with.
    static func comparison(_ name: String, measured: String) -> Figure {
        Figure(name: name, measured: measured, target: "–", verdict: .forComparison)
    }

    static func failed(_ name: String, _ error: any Error) -> Figure {
        Figure(name: name, measured: "\(error)", target: "–", verdict: .notMeasured)
    }
}
