import CP28
import Failures

/// A fault in a plan, or in the file from which a plan is made.
struct PlanFault: Sendable, Hashable {
    /// Line of a file or item of a plan, from 1; 0 = the whole file.
    var place: Int
    /// Description of the fault, as a clause.
    var message: String
}

/// Failure for a plan, or another file with many lines, that has faults; nothing was begun.
struct PlanFailure: FailureConvertible, Hashable {
    /// Most faults that are listed; the rest is only counted.
    static let shownLimit = 20

    var file: String
    /// Unit of ``PlanFault/place``: `line` or `item`.
    var unit: String
    /// Faults in the order of their places; at least one.
    var faults: [PlanFault]
    var code = "plan-invalid"
    /// Clause that says what was not done.
    var rest = "nothing was begun"

    /// One line for each fault, and one with the number of those left out.
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
            hint: "Correct the faults shown above, and try again; \(rest).", exit: .badInput)
    }
}

extension BeaconConfiguration.Fault {
    /// The fault and the valid values, as a clause.
    var clause: String {
        let failure = Failure(self)
        return [failure.message, failure.hint].map { $0.prefix(1).lowercased() + $0.dropFirst().dropLast() }
            .joined(separator: "; ")
    }
}
