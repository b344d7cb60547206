import Failures
import Foundation
import GatewayModel
import LineFormats

/// Table after table, as a crew goes: each is named before its beacon is looked for, and what goes wrong with one ends none of the
/// others.
struct TableRound {
    /// Longest wait for a registration before the next table; what has not arrived is waited for at the end.
    private static let shortWait = Duration.seconds(5)

    private var taking: TableTaking
    private let prompt: Prompt
    /// Names of tables that are passed over, in small letters.
    private var skipped: Set<String> = []
    /// Tables that were named before this one, the last one last.
    private var earlier: [TableTaking.Upcoming] = []
    private var taken: [PayfritTable] = []
    /// Tables that are done here, and whose registration waits.
    private var waiting: [PayfritTable] = []

    init(_ taking: TableTaking) {
        self.taking = taking
        prompt = Prompt(output: taking.output)
    }

    private var output: VerbOutput { taking.output }
    /// Whether there is somebody to be asked.
    private var isAsking: Bool { prompt.isTerminal && !output.isJSON }

    private enum Answer: Sendable, Hashable {
        case go, skip, back, quit
        case named(String)

        /// - Parameter text: What was typed; nil = the end of the input.
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

    /// What follows a table.
    private enum Turn: Sendable, Hashable {
        /// Nil = the one that comes next.
        case next(TableTaking.Upcoming?)
        case over
    }

    /// The fields of a result line.
    static func result(_ taken: [PayfritTable]) -> VerbOutput.Fields {
        { writer in
            writer.field("tables", taken.count)
            if let last = taken.last { writer.field("table", last.name) }
        }
    }

    /// Takes tables until somebody has enough, or no beacon is left.
    ///
    /// - Throws: ``Failure`` where nobody can be asked what to do about it, and where registrations wait at last.
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
                    await output.text("No more factory beacon is heard.")
                    return try await conclude()
                }
                throw error
            }
            note()
        }
    }

    private func note() { output.setResult(Self.result(taken)) }

    /// - Parameter next: The table that is meant; nil = the one that comes next.
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
                say("perch: No table was before \(printable(upcoming.name)).")
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
            // Every table that was begun is done: ^C here is another q.
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
                // The gateway remembers the beacon, and passes it over from now on.
                guard RunReason(code: failure.code, message: "", hint: "").isFinal, output.stop.reason == nil else {
                    throw failure
                }
                say("perch: " + printable(failure.message) + " Taking the next nearest beacon.")
            }
        }
    }

    /// Tells what went wrong to somebody who can do something about it.
    ///
    /// - Throws: The failure, where it ends everything.
    private func tell(_ error: any Error) throws {
        let failure = Failure(error)
        guard output.stop.reason == nil else { throw failure }
        failure.prose.forEach(say)
    }

    /// - Returns: Whether somebody wants to try again what failed.
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
