import CP28
import Failures

/// Something that is wrong in a plan, or in what one is made of.
struct PlanFault: Sendable, Hashable {
    /// Where: a line of a file or an item of a plan, from 1; 0 = the whole.
    var place: Int
    /// What, as a clause.
    var message: String
}

/// A plan, or another file with many lines, is not in order; nothing was begun.
struct PlanFailure: FailureConvertible, Hashable {
    /// Most that are told; the rest is counted.
    static let shownLimit = 20

    var file: String
    /// What ``PlanFault/place`` counts: `line` or `item`.
    var unit: String
    /// In the order of their places; at least one.
    var faults: [PlanFault]
    var code = "plan-invalid"
    /// What was not done, as a clause.
    var rest = "nothing was begun"

    /// One a fault, and the number of those left out.
    var lines: [String] {
        let shown = faults.prefix(Self.shownLimit).map {
            printable("perch: \(file)\($0.place > 0 ? ", \(unit) \($0.place)" : ""): \($0.message).")
        }
        let rest = faults.count - shown.count
        return rest > 0 ? shown + ["perch: … and \(rest) more."] : shown
    }

    var failure: Failure {
        Failure(
            code: code, message: "\(printable(file)) has \(counted(faults.count, "fault")).",
            hint: "Correct what is named, and try again; \(rest).", exit: .badInput)
    }
}

extension BeaconConfiguration.Fault {
    /// What is wrong and what can be, as a clause.
    var clause: String {
        let failure = Failure(self)
        return [failure.message, failure.hint].map { $0.prefix(1).lowercased() + $0.dropFirst().dropLast() }
            .joined(separator: "; ")
    }
}
