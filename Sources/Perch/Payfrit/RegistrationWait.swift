import Failures
import GatewayClient
import GatewayModel

/// Waits until a table is registered.
struct RegistrationWait: Sendable {
    /// Delay between two requests for the table's state.
    static let pause = Duration.milliseconds(200)

    let client: GatewayClient
    let output: VerbOutput
    /// Longest wait for the registration.
    let limit: Duration
    /// Whether a registration that waits for its next attempt is tried at once.
    var hastens = true
    /// Whether to report that the registration is queued, where it does not arrive in time.
    var tellsQueued = true

    /// Codes of the failures that ``registered(_:)`` throws where the registration waits in the
    /// outbox.
    static let waitingCodes: Set<String> = ["registration-waits", "logged-out", "other-user"]

    /// - Returns: The registered table.
    /// - Throws: ``Failure`` where the registration is refused, held up or late, or ^C ends the
    ///   wait. A waiting registration is delivered later.
    func registered(_ id: Int64) async throws -> PayfritTable {
        do {
            return try await waited(id)
        } catch let failure as Failure where failure == .interrupted {
            throw Self.interrupted
        }
    }

    private func waited(_ id: Int64) async throws -> PayfritTable {
        let end = ContinuousClock.now + limit
        var isFirst = true
        var delay = Delay(limit: limit)
        while true {
            let table = try await client.table(id)
            switch table.state {
            case .registered: return table
            case .refused: throw Self.refusal(of: table)
            case .planned, .provisioning, .provisioned, .dropped:
                throw Failure(
                    code: "not-queued",
                    message:
                        "\(printable(table.name)) is \(table.state.rawValue), and its registration is not queued"
                        + (table.reason.map { ": \(printable($0))" } ?? "."),
                    hint: "See its state with `perch payfrit tables`, then run the same command again.",
                    isRetryable: true, exit: .temporary)
            case .queued:
                if isFirst, hastens {
                    delay.forget(try await client.payfritStatus())
                    try await client.deliverRegistrations()
                }
                isFirst = false
                let status = delay.current(
                    try await client.payfritStatus())
                if status.registrations.held != nil || ContinuousClock.now >= end {
                    if tellsQueued { await tellQueued(table) }
                    throw Self.failure("The registration of \(printable(table.name)) waits", status)
                }
                delay.tell(status)
            }
            try await output.pause(for: Self.pause)
        }
    }

    /// Reports that the beacon is done, and that the registration of the table is queued.
    func tellQueued(_ table: PayfritTable) async {
        var isVerified = false
        if let run = table.run {
            // The run of an old table may have been deleted, since runs are kept for a limited
            // time.
            isVerified = (try? await client.uninterrupted.run(run))?.state == .verified
        }
        await output.text(
            printable("→ \(table.name): \(isVerified ? "verified" : "provisioned"), registration queued"))
    }

    static func refusal(of table: PayfritTable) -> Failure {
        Failure(
            code: "registration-refused",
            message:
                "\(printable(table.name)) is not registered: \(printable(table.reason ?? "the backend refused it"))",
            hint: "Edit, retry or drop the registration: `perch payfrit outbox`.", exit: .badInput)
    }

    /// Failure after ^C, which ends only the wait.
    static let interrupted = Failure(
        code: "interrupted", message: "Interrupted before every registration arrived; the others stay in the outbox.",
        hint: "`perch serve` delivers them; `perch payfrit outbox` lists them.",
        isRetryable: true, exit: .interrupted)

    /// Returns the failure that says what waits, and why.
    static func failure(_ what: String, _ status: PayfritStatus) -> Failure {
        let hint = "`perch serve` delivers it; `perch payfrit outbox` lists it."
        return switch status.registrations.held {
        case .loggedOut:
            Failure(
                code: "logged-out", message: "\(what) for a login: you are not logged in to Payfrit.",
                hint: "Run `perch payfrit login`; after that, it is delivered.", exit: .permission)
        case .otherUser:
            Failure(
                code: "other-user",
                message:
                    "\(what) for another user: \(printable(status.user?.name ?? "")) does not belong to its business.",
                hint: "Log in with `perch payfrit login` as a user who does; after that, it is delivered.",
                exit: .permission)
        case let held?:
            Failure(
                code: "registration-waits", message: "\(what): \(held).",
                hint: "Check the settings with `perch settings show`. " + hint, exit: .configuration)
        case nil:
            Failure(
                code: "registration-waits",
                message: "\(what)\(status.lastError.map { ": \(printable($0.message))" } ?? ".")",
                hint: hint, isRetryable: true, exit: .temporary)
        }
    }
}

extension RegistrationWait {
    /// Reports once why nothing is delivered yet, and the longest wait.
    struct Delay {
        private let limit: Duration
        private var isTold = false
        /// Last error from before the first attempt.
        private var old: ErrorReport?

        init(limit: Duration) { self.limit = limit }

        /// Marks the last error of a status as an old one.
        mutating func forget(_ status: PayfritStatus) { old = status.lastError }

        /// Returns a status without the old error, which is no reason to wait.
        func current(_ status: PayfritStatus) -> PayfritStatus {
            var status = status
            if status.lastError == old { status.lastError = nil }
            return status
        }

        mutating func tell(_ status: PayfritStatus) {
            guard !isTold, let reason = status.lastError?.message else { return }
            isTold = true
            say("perch: \(printable(reason)) Waiting for the backend, at most \(tenths(limit)) s.")
        }
    }
}
