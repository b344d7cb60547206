import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch payfrit outbox`: registrations that wait for delivery or were refused.
struct PayfritOutboxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "Show, edit, retry or drop registrations that have not arrived.",
        subcommands: [
            PayfritOutboxListVerb.self, PayfritOutboxEditVerb.self, PayfritOutboxRetryVerb.self,
            PayfritOutboxDropVerb.self, PayfritOutboxDeliverVerb.self,
        ], defaultSubcommand: PayfritOutboxListVerb.self)
}

/// `perch payfrit outbox list`, or `perch payfrit outbox` for short.
struct PayfritOutboxListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the registrations, oldest first, with the backend's answers.")

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        var count = 0
        var last: Int64 = 0
        var page: [PayfritRegistration] = []
        repeat {
            page = try await payfrit.client.registrations(after: last, limit: 1000).registrations
            for registration in page {
                try await output.line("registration", of: registration)
                for line in registration.prose { await output.text(line) }
                if registration.base != payfrit.status.base {
                    await output.text("    for \(printable(registration.base))")
                }
            }
            count += page.count
            last = page.last?.id ?? last
            output.setResult { [count] in $0.field("count", count) }
        } while !page.isEmpty
        await output.text(
            count == 0 ? "Nothing is waiting." : printable("Registrations: \(payfrit.status.registrations.words)"))
    }
}

/// `perch payfrit outbox edit`: changes a registration.
struct PayfritOutboxEditVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "edit", abstract: "Change a registration. To send a refused one again, use `retry`.")

    @Argument(help: "Number of the registration.")
    var registration: Int64

    @Option(help: "Name of the table and its beacon.")
    var name: String?

    @Option(help: "Number of the service point.")
    var servicePoint: Int?

    @OptionGroup var frame: PayfritFrame

    func validate() throws {
        guard name != nil || servicePoint != nil else {
            throw ValidationError("Give at least one change: --name or --service-point.")
        }
    }

    func needs(_ output: VerbOutput) -> PayfritFrame.Needs { PayfritFrame.Needs(delivers: false) }

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let change = PayfritRegistrationChange(name: name, servicePoint: servicePoint)
        let changed = try await payfrit.client.editRegistration(registration, change)
        try await output.line("registration", of: changed)
        for line in changed.prose { await output.text(line) }
    }
}

/// `perch payfrit outbox retry`: tries registrations again.
struct PayfritOutboxRetryVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: "Try registrations again at once, including refused ones.",
        discussion: "If no gateway is running, then run `perch payfrit outbox deliver` to have them delivered.")

    @Argument(help: "Numbers of the registrations.")
    var registrations: [Int64]

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        for registration in registrations {
            try await payfrit.client.retryOutboxEntry(registration)
            await output.text("Registration #\(registration) will be tried again.")
        }
    }
}

/// `perch payfrit outbox drop`: drops a registration and its table.
struct PayfritOutboxDropVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "drop", abstract: "Drop a registration and its table.",
        discussion: "The beacon keeps what was written to it, and the backend keeps what it already has.")

    @Argument(help: "Number of the registration.")
    var registration: Int64

    @Flag(help: "Yes, without being asked.")
    var yes = false

    @OptionGroup var frame: PayfritFrame

    func needs(_ output: VerbOutput) -> PayfritFrame.Needs { PayfritFrame.Needs(delivers: false) }

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let sentence = "Registration #\(registration) would be dropped, and its table with it."
        try await Prompt(output: output).confirm("Drop it?", sentence, isSure: yes)
        try await payfrit.client.dropOutboxEntry(registration)
        await output.text("Dropped registration #\(registration).")
    }
}

/// `perch payfrit outbox deliver`: waits until every registration has arrived or is refused.
struct PayfritOutboxDeliverVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "deliver", abstract: "Wait until every registration has arrived or is refused.",
        discussion: """
            A running gateway delivers registrations on its own; without one, this process delivers them while it \
            waits.
            """
    )

    @Option(help: "Longest wait.")
    var limit = DurationArgument(.seconds(60))

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        // A gateway inside this process may have delivered registrations before its first answer;
        // they count as delivered by this verb.
        let isOwn = try frame.options.gateway.choose() == .own
        do {
            try await deliver(since: isOwn ? 0 : payfrit.status.registrations.delivered, payfrit.client, output)
        } catch let failure as Failure where failure == .interrupted {
            throw RegistrationWait.interrupted
        }
    }

    private func deliver(since before: Int, _ client: GatewayClient, _ output: VerbOutput) async throws {
        let end = ContinuousClock.now + limit.duration
        var delay = RegistrationWait.Delay(limit: limit.duration)
        delay.forget(try await client.payfritStatus())
        try await client.deliverRegistrations()
        while true {
            let now = delay.current(try await status(since: before, client, output))
            let queue = now.registrations
            guard queue.waiting > 0 else { return await tell(queue, since: before, output) }
            if queue.held != nil || ContinuousClock.now >= end {
                throw RegistrationWait.failure(
                    "\(counted(queue.waiting, "registration waits", "registrations wait"))", now)
            }
            delay.tell(now)
            try await output.pause(for: RegistrationWait.pause)
        }
    }

    private func status(since before: Int, _ client: GatewayClient, _ output: VerbOutput) async throws -> PayfritStatus
    {
        let now = try await client.payfritStatus()
        let queue = now.registrations
        output.setResult {
            $0.field("delivered", max(0, queue.delivered - before))
            $0.field("waiting", queue.waiting)
            $0.field("refused", queue.refused)
        }
        return now
    }

    private func tell(_ queue: PayfritQueue, since before: Int, _ output: VerbOutput) async {
        let delivered = queue.delivered - before
        await output.text(
            delivered > 0
                ? "Delivered \(counted(delivered, "registration"))." : "Nothing is waiting.")
        if queue.refused + queue.elsewhere > 0 { await output.text(printable("Registrations: \(queue.words)")) }
    }
}
