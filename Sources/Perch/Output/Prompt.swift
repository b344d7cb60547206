import Failures
import Foundation
import Glibc

/// Asks the person at the terminal, or takes a line of standard input where that is none.
struct Prompt: Sendable {
    /// Most bytes of a line.
    private static let limit = 1024

    let output: VerbOutput

    var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Whether somebody can be asked whether to go on.
    var canAsk: Bool { isTerminal && isatty(STDERR_FILENO) == 1 }

    /// Asks, and waits for a line. ^C cuts the wait short.
    ///
    /// - Parameter isSecret: Whether what is typed is not shown.
    /// - Returns: Without what ends the line; nil where there is nothing more to read.
    /// - Throws: ``Failure``.
    func line(_ question: String, isSecret: Bool = false) async throws -> String? {
        await output.flush()
        let echo = isSecret && isTerminal ? TerminalEcho() : nil
        echo?.hide()
        defer { echo?.restore() }
        if isTerminal {
            let bytes = Array("\(question): ".utf8)
            // Nobody is left to ask when standard error cannot be written.
            _ = write(STDERR_FILENO, bytes, bytes.count)
        }
        let line = try await output.abandonable { try await Prompt.read() }
        if echo != nil { say("") }
        return line
    }

    /// Asks whether to go on.
    ///
    /// - Parameters:
    ///   - consequence: What would happen, a sentence.
    ///   - isSure: Whether the command line says so already.
    /// - Throws: ``Failure`` where nobody can be asked, or somebody has not agreed.
    func confirm(_ question: String, _ consequence: String, isSure: Bool) async throws {
        if isSure { return }
        guard canAsk else {
            throw Failure(code: "needs-yes", message: consequence, hint: "Say so with --yes.", exit: .usage)
        }
        say("perch: \(consequence)")
        let answer = try await line("\(question) [y/N]")?.lowercased() ?? ""
        guard ["y", "yes"].contains(answer) else {
            throw Failure(
                code: "not-confirmed", message: "Nothing was changed: you did not agree.", hint: "Answer y to go on.",
                exit: .interrupted)
        }
    }

    /// Has somebody choose from a numbered list, until the answer fits.
    ///
    /// - Parameters:
    ///   - choices: What there is to choose from, a line each.
    ///   - other: What an empty answer does.
    /// - Returns: Its place; nil for an empty answer.
    /// - Throws: ``Failure``, also at the end of the input.
    func choice(_ question: String, among choices: [String], other: String) async throws -> Int? {
        for (place, choice) in choices.enumerated() { await output.text(printable("  \(place + 1)) \(choice)")) }
        while true {
            guard let answer = try await line("\(question) [1-\(choices.count), \(other), q quits]") else {
                throw Self.notChosen
            }
            let text = answer.trimmingCharacters(in: .whitespaces)
            if text.isEmpty { return nil }
            if ["q", "quit"].contains(text.lowercased()) { throw Self.notChosen }
            if let number = Int(text), choices.indices.contains(number - 1) { return number - 1 }
            say(
                "perch: \"\(printable(String(text.prefix(20))))\" is not on the list. Type a number from 1 to \(choices.count)."
            )
        }
    }

    private static let notChosen = Failure(
        code: "not-chosen", message: "Nothing was chosen.", hint: "Give the number of one of the list.",
        exit: .interrupted)

    private static func read() async throws -> String? {
        try await withCheckedThrowingContinuation { continuation in
            // It may block for ever, which the pool of tasks must not.
            Thread.detachNewThread {
                continuation.resume(with: Result { () throws(Failure) in try blockingLine() })
            }
        }
    }

    /// A byte at a time, since what follows the line is the next question's.
    private static func blockingLine() throws(Failure) -> String? {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while true {
            let count = Glibc.read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return bytes.isEmpty ? nil : text(bytes) }
            guard byte != UInt8(ascii: "\n") else { return text(bytes) }
            guard bytes.count < limit else {
                throw Failure(
                    code: "line-too-long", message: "A line of standard input has more than \(limit) bytes.",
                    hint: "Give one answer a line.", exit: .badInput)
            }
            bytes.append(byte)
        }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }
}

extension VerbOutput {
    /// Sends an order, and where somebody has to agree first, and sits at the terminal, asks and sends it again.
    ///
    /// - Parameters:
    ///   - code: Of the failure that asks for it.
    ///   - isSure: Whether the command line says so already.
    ///   - agree: Says in the order that somebody has agreed.
    /// - Throws: ``Failure``, and what `send` throws.
    func agreed<Order: Sendable, Answer: Sendable>(
        _ order: Order, questions: [String: String?] = ["needs-consent": "Do it?"], isSure: Bool = false,
        agree: (inout Order) -> Void, send: @escaping @Sendable (Order) async throws -> Answer
    ) async throws -> Answer {
        let prompt = Prompt(output: self)
        do {
            return try await send(order)
        } catch {
            let failure = Failure(error)
            guard let question = questions[failure.code], question == nil || isSure || prompt.canAsk else {
                throw error
            }
            if let question { try await prompt.confirm(question, failure.message, isSure: isSure) }
            var agreed = order
            agree(&agreed)
            return try await send(agreed)
        }
    }
}

/// Whether the terminal shows what is typed.
private struct TerminalEcho {
    private let before: termios

    /// Nil where standard input is no terminal.
    init?() {
        var settings = termios()
        guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
        before = settings
    }

    func hide() {
        var settings = before
        settings.c_lflag &= ~tcflag_t(ECHO)
        // What was typed ahead was shown, and is no answer to what is asked.
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    func restore() {
        var settings = before
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }
}
