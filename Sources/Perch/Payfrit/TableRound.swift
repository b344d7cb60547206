import Failures
import Foundation
import GatewayModel
import LineFormats

/// Provisions table after table, for a crew that goes from one to the next. Each table is named
/// before its beacon is looked for, and an error at one table does not end the round.
struct TableRound {
    /// Longest wait for a registration before the next table. Registrations that have not arrived
    /// by then are waited for at the end.
    private static let shortWait = Duration.seconds(5)

    private var taking: TableTaking
    private let prompt: Prompt
    /// Names of skipped tables, in lower case.
    private var skipped: Set<String> = []
    /// Tables before the present one, the most recent last.
    private var earlier: [TableTaking.Upcoming] = []
    private var taken: [PayfritTable] = []
    /// Tables whose beacons are done and whose registrations wait.
    private var waiting: [PayfritTable] = []

    init(_ taking: TableTaking) {
        self.taking = taking
        prompt = Prompt(output: taking.output)
    }

    private var output: VerbOutput { taking.output }
    /// Whether the user can be asked.
    private var isAsking: Bool { prompt.isTerminal && !output.isJSON }

    private enum Answer: Sendable, Hashable {
        case go, skip, back, quit
        case named(String)

        /// - Parameter text: The typed line; nil = the end of the input.
        init(_ text: String?) {
            let word = text?.trimmingCharacters(in: .whitespaces) ?? "q"
            self =
                switch word.lowercased() {
                case "": .go
                case "s", "skip": .skip
                case "b", "back": .back
                case "q", "quit": .quit
                default: .named(word)
                }
        }
    }

    /// Next step after a table.
    private enum Turn: Sendable, Hashable {
        /// Continue with this table; nil = the one that comes next.
        case next(TableTaking.Upcoming?)
        case over
    }

    /// Returns the fields of the result line.
    static func result(_ taken: [PayfritTable]) -> VerbOutput.Fields {
        { writer in
            writer.field("tables", taken.count)
            if let last = taken.last { writer.field("table", last.name) }
        }
    }

    /// Provisions tables until the user quits or no beacon is left.
    ///
    /// - Throws: ``Failure`` where an error occurs and the user cannot be asked, and where
    ///   registrations still wait at the end.
    mutating func run() async throws {
        var next: TableTaking.Upcoming?
        note()
        while true {
            do {
                switch try await turn(next) {
                case .over: return try await conclude()
                case .next(let upcoming): next = upcoming
                }
            } catch {
                note()
                let failure = Failure(error)
                if failure.code == TableTaking.noBeaconCode, !isAsking, !taken.isEmpty || !waiting.isEmpty {
                    await output.text("No more factory beacons are heard.")
                    return try await conclude()
                }
                throw error
            }
            note()
        }
    }

    private func note() { output.setResult(Self.result(taken)) }

    /// - Parameter next: The table to provision; nil = the one that comes next.
    private mutating func turn(_ next: TableTaking.Upcoming?) async throws -> Turn {
        let upcoming: TableTaking.Upcoming
        do {
            if let next { upcoming = next } else { upcoming = try await taking.upcoming(skipping: skipped) }
        } catch {
            guard isAsking else { throw error }
            guard try await asksAgain(after: error) else { return .over }
            return .next(nil)
        }
        guard isAsking else {
            try await take(upcoming)
            return .next(nil)
        }
        switch try await answer(for: upcoming) {
        case .quit: return .over
        case .skip:
            skipped.insert(upcoming.name.lowercased())
            earlier.append(upcoming)
            return .next(nil)
        case .back:
            guard let last = earlier.popLast() else {
                say("perch: There is no table before \(printable(upcoming.name)).")
                return .next(upcoming)
            }
            return .next(last)
        case .named(let text):
            do {
                let named = try await taking.upcoming(at: text)
                earlier.append(upcoming)
                return .next(named)
            } catch {
                try tell(error)
                return .next(upcoming)
            }
        case .go:
            do {
                try await take(upcoming)
                earlier.append(upcoming)
                return .next(nil)
            } catch {
                try tell(error)
                return .next(upcoming)
            }
        }
    }

    private func answer(for upcoming: TableTaking.Upcoming) async throws -> Answer {
        do {
            let keys = "s skip, b back, q quit, or another table's name"
            return Answer(
                try await prompt.line(
                    printable("Next: \(upcoming.name). Put its beacon beside the dongle, then press Return (\(keys))")))
        } catch let failure as Failure where failure.exit == .interrupted {
            // Every table that was begun is done, so ^C means the same as q here.
            say("")
            return .quit
        }
    }

    private mutating func take(_ upcoming: TableTaking.Upcoming) async throws {
        var taking = taking
        let table = try await taking.plan(upcoming)
        if isAsking { taking.registrationLimit = taking.registrationLimit.map { min($0, Self.shortWait) } }
        if isAsking, table.state == .registered {
            try await prompt.confirm(
                "Replace it?", printable("\(table.name) already has beacon \(table.beaconWords)."),
                isSure: taking.isSure)
            taking.order.replace = true
        }
        while true {
            do {
                let done = try await taking.take(table)
                taken.append(done)
                return try await output.line("table", of: done)
            } catch {
                let failure = Failure(error)
                if RegistrationWait.waitingCodes.contains(failure.code), isAsking {
                    waiting.append(table)
                    try tell(failure)
                    return
                }
                // The gateway remembers an unsuitable beacon and skips it from now on.
                guard RunReason(code: failure.code, message: "", hint: "").isFinal, output.stop.reason == nil else {
                    throw failure
                }
                say("perch: " + printable(failure.message) + " Trying the next nearest beacon.")
            }
        }
    }

    /// Reports an error to the user, who decides what to do next.
    ///
    /// - Throws: The failure, where the verb was stopped.
    private func tell(_ error: any Error) throws {
        let failure = Failure(error)
        guard output.stop.reason == nil else { throw failure }
        failure.prose.forEach(say)
    }

    /// - Returns: Whether the user wants to try again.
    private func asksAgain(after error: any Error) async throws -> Bool {
        try tell(error)
        return Answer(try await prompt.line("Press Return to try again (q quit)")) == .go
    }

    /// Waits once more for the registrations that have not arrived.
    private mutating func conclude() async throws {
        var late: [Failure] = []
        let end = ContinuousClock.now + (taking.registrationLimit ?? .zero)
        for (index, table) in waiting.enumerated() {
            var wait = RegistrationWait(client: taking.client, output: output, limit: end - .now)
            wait.hastens = index == 0
            wait.tellsQueued = false
            do {
                let done = try await wait.registered(table.id)
                taken.append(done)
                try await output.line("table", of: done)
            } catch {
                late.append(Failure(error))
            }
        }
        note()
        await output.text("\(counted(taken.count, "table")) done.")
        guard var failure = late.first else { return }
        if late.count > 1 { failure.message = "\(late.count) registrations wait. \(failure.message)" }
        throw failure
    }
}
