import BeaconTracking
import CP28
import Conformance
import DongleLink
import FlockFinder
import LineFormats
import Gateway
import Recording
import SerialPort
import Settings
import SimulatedDongle
import Store

/// An error of a layer above this one, which provides its own messages.
package protocol FailureConvertible: Error {
    var failure: Failure { get }
}

/// An error as it is shown to a person or a script. Only this type turns errors into sentences and
/// exit codes.
package struct Failure: Error, Sendable, Hashable {
    /// Stable code for scripts: lowercase words and hyphens.
    package var code: String
    /// One sentence on what happened.
    package var message: String
    /// Next step for the user.
    package var hint: String
    /// Whether the same command can succeed later without any change.
    package var isRetryable = false
    package var exit: ExitStatus
    /// Outcome of the operation that was under way, if there was one.
    package var outcome: Outcome?

    /// Makes the failure for any error that a verb can meet.
    package init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as SerialPortError: self.init(error)
        case let error as LinkError: self.init(error)
        case let error as ConformanceError: self.init(error)
        case let error as PortChoice.Failure: self.init(error)
        case let fault as RadioName.Fault: self.init(fault)
        case let error as RadioError: self.init(error)
        case let error as GatewayError: self.init(error)
        case let error as StoreError: self.init(error)
        case let error as ProvisioningError: self.init(error, namesRow: true)
        case let fault as BeaconConfiguration.Fault: self.init(fault)
        case let failure as RunFailure: self.init(failure)
        case let error as PatternError: self.init(error)
        case let fault as PatternFault: self.init(fault)
        case let fault as PatternFileFault: self.init(fault)
        case let fault as PatternRowFault: self.init(fault)
        case let fault as ConfigFault: self.init(fault)
        case let error as ConfigError: self.init(error)
        case let error as CalibrationError: self.init(error)
        case let error as SettingsError: self.init(error)
        case let error as ScenarioError: self.init(error)
        case let error as RecordingError: self.init(error)
        case let error as PtyDongle.Failure: self.init(error)
        case let error as any FailureConvertible: self = error.failure
        case is CancellationError: self = .interrupted
        default:
            self.init(
                code: "internal", message: "An unexpected error occurred: \(error).",
                hint: "Please report this error and the command that you ran.", exit: .software)
        }
    }

    package init(
        code: String, message: String, hint: String, isRetryable: Bool = false, exit: ExitStatus,
        outcome: Outcome? = nil
    ) {
        self.code = code
        self.message = message
        self.hint = hint
        self.isRetryable = isRetryable
        self.exit = exit
        self.outcome = outcome
    }

    package static let interrupted = Failure(
        code: "interrupted", message: "Interrupted before the command was done.", hint: "Run the command again.",
        isRetryable: true,
        exit: .interrupted)

    /// Lines for standard error.
    package var prose: [String] {
        let become: String? =
            switch outcome {
            case .done: "The change was made nevertheless."
            case .notDone: "Nothing was changed."
            case .unknown: "Outcome unknown: the change may have been made. Check before trying again."
            case nil: nil
            }
        // Message and hint may quote what a user typed, or a file's name.
        return ["perch: \(printable(message))"] + (become.map { ["  \($0)"] } ?? []) + ["  Next: \(printable(hint))"]
    }
}

extension JSONWriter {
    /// Writes the `error` object of a result line.
    package mutating func field(error failure: Failure) {
        object("error") {
            $0.field("code", failure.code)
            $0.field("message", failure.message)
            $0.field("hint", failure.hint)
            $0.field("retryable", failure.isRetryable)
            $0.field("outcome", failure.outcome?.rawValue)
        }
    }
}
