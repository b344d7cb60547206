import Failures
import Foundation
import Glibc

/// Asks the user at the terminal, or reads a line of standard input where it is no terminal.
struct Prompt: Sendable {
    /// Most bytes in a line.
    private static let limit = 1024

    let output: VerbOutput

    var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

    /// Whether the user can be asked: both standard input and standard error are a terminal.
    var canAsk: Bool { isTerminal && isatty(STDERR_FILENO) == 1 }

    /// Asks a question, and waits for a line. ^C cuts the wait short.
    ///
    /// - Parameter isSecret: Whether the typed text is hidden.
    /// - Returns: The line without its end; nil at the end of the input.
    /// - Throws: ``Failure``.
    func line(_ question: String, isSecret: Bool = false) async throws -> String? {
        await output.flush()
        let echo = isSecret && isTerminal ? TerminalEcho() : nil
        echo?.hide()
        defer { echo?.restore() }
        if isTerminal {
            let bytes = Array("\(question): ".utf8)
            // An error of standard error is ignored: the question cannot be shown in any other way.
            _ = write(STDERR_FILENO, bytes, bytes.count)
        }
        let line = try await output.abandonable { try await Prompt.read() }
        if echo != nil { say("") }
        return line
    }

    /// Asks the user for consent.
    ///
    /// - Parameters:
    ///   - consequence: A sentence on the consequence of going on.
    ///   - isSure: Whether the command line gives consent already.
    /// - Throws: ``Failure`` where the user cannot be asked or does not agree.
    func confirm(_ question: String, _ consequence: String, isSure: Bool) async throws {
        if isSure { return }
        guard canAsk else {
            throw Failure(code: "needs-yes", message: consequence, hint: "To go ahead, add --yes.", exit: .usage)
        }
        say("perch: \(consequence)")
        guard try await agrees(question) else {
            throw Failure(
                code: "not-confirmed", message: "Nothing was changed: you did not agree.", hint: "Answer y to go on.",
                exit: .interrupted)
        }
    }

    /// Asks a question that can be answered with yes or no. Anything but yes means no, and so does
    /// a user who cannot be asked.
    ///
    /// - Throws: ``Failure``.
    func agrees(_ question: String) async throws -> Bool {
        guard canAsk, let answer = try await line("\(question) [y/N]") else { return false }
        return ["y", "yes"].contains(answer.lowercased())
    }

    /// Has the user choose from a numbered list, and repeats the question until the answer is
    /// valid.
    ///
    /// - Parameters:
    ///   - choices: The choices, one line each.
    ///   - other: Meaning of an empty answer.
    /// - Returns: The index of the choice; nil for an empty answer.
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
        code: "not-chosen", message: "Nothing was chosen.", hint: "Type a number from the list.",
        exit: .interrupted)

    private static func read() async throws -> String? {
        try await withCheckedThrowingContinuation { continuation in
            // Reading may block forever, which must not happen on a thread of the pool of tasks.
            Thread.detachNewThread {
                continuation.resume(with: Result { () throws(Failure) in try blockingLine() })
            }
        }
    }

    /// Reads a line byte by byte, since the bytes after it answer the next question.
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
    /// Sends an order. Where the order needs consent and there is a terminal, asks the user and
    /// sends it again.
    ///
    /// - Parameters:
    ///   - questions: Questions, by the code of the failure that asks for consent; nil = consent is
    /// given without a question.
    ///   - isSure: Whether the command line gives consent already.
    ///   - agree: Notes the consent in the order.
    /// - Throws: ``Failure``, and errors of `send`.
    func agreed<Order, Answer>(
        _ order: Order, questions: [String: String?] = ["needs-consent": "Go ahead?"], isSure: Bool = false,
        agree: (inout Order) -> Void, send: (Order) async throws -> Answer
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

/// Hides typed text on the terminal, and shows it again.
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
        // Text typed before the question was visible and is no answer to it, so it is discarded.
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    }

    func restore() {
        var settings = before
        tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }
}
