import DongleLink
import Failures
import GatewayClient
import GatewayModel

extension ClientError: FailureConvertible {
    package var failure: Failure {
        switch self {
        case .problem(let problem): Failure(problem)
        case .unreachable(let address, let reason):
            Failure(
                code: "gateway-unreachable", message: "No gateway answers at \(address.text): \(printable(reason)).",
                hint: "Check the address, and that `perch serve` runs there.", isRetryable: true, exit: .unavailable)
        case .interrupted(let address, let reason):
            Failure(
                code: "gateway-lost",
                message: "The connection to the gateway at \(address.text) was lost: \(printable(reason)).",
                hint: "Check with `perch status` that the gateway still runs, then try again.", isRetryable: true,
                exit: .temporary)
        case .untrusted(let address, let reason):
            Failure(
                code: "gateway-untrusted",
                message: "The gateway at \(address.text) is not trusted: \(printable(reason)).",
                hint: "With --ca-file, name the authority that signed its certificate.", exit: .permission)
        case .untrustedSocket(let address, let fault):
            Failure(
                code: "socket-untrusted",
                message: "The gateway at \(printable(address.text)) is not used: \(printable("\(fault)")).",
                hint: "Use a gateway of your own, of root or of the service: --gateway or XDG_RUNTIME_DIR choose it.",
                exit: .permission, outcome: .notDone)
        case .notAGateway(let address, let status):
            Failure(
                code: "not-a-gateway",
                message: "The server at \(address.text) is not a Perch gateway (HTTP status \(status)).",
                hint: "Check the address.", exit: .protocolMismatch)
        case .otherVersion(let address, let api, let program):
            Failure(
                code: "api-version",
                message:
                    "The gateway at \(address.text) is perch \(printable(program)) with version \(api) of the API; "
                    + "this is perch \(APIVersion.program) with version \(APIVersion.current).",
                hint: api > APIVersion.current ? "Update perch here." : "Update perch there.", exit: .protocolMismatch)
        case .malformedAnswer(let address, let what):
            Failure(
                code: "malformed-answer",
                message: "The gateway at \(address.text) does not conform to its API: \(printable(what)).",
                hint: "Check the address, and that both sides are the same version of perch.", exit: .protocolMismatch)
        case .timedOut(let address):
            Failure(
                code: "gateway-silent", message: "The gateway at \(address.text) gave no answer in time.",
                hint: "Try again; if it stays silent, look at its log.", isRetryable: true, exit: .temporary)
        }
    }
}

extension Failure {
    /// Creates the failure that a gateway reported.
    init(_ problem: Problem) {
        self.init(
            code: printable(problem.code), message: printable(problem.detail), hint: printable(problem.hint),
            isRetryable: problem.retryable, exit: ExitStatus(rawValue: Int32(clamping: problem.exitCode)) ?? .software,
            outcome: problem.outcome.flatMap { Outcome(rawValue: $0.rawValue) })
        // A failure must not exit with 0.
        if exit == .ok { exit = .software }
    }
}
