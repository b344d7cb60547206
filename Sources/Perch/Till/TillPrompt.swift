import DongleLink
import Drinks
import Failures

/// Asks for what a login to the till needs.
struct TillPrompt: Sendable {
    let prompt: Prompt

    init(_ output: VerbOutput) { prompt = Prompt(output: output) }

    /// Asks for what the command line leaves out.
    func credentials(email: String?, mobile: String?) async throws -> Credentials {
        let email = try await given(email, "E-mail address")
        let mobile = try await given(mobile, "Mobile number")
        return Credentials(email: email, mobile: mobile)
    }

    /// Asks for a PIN, hidden.
    func pin(_ question: String = "PIN") async throws -> String {
        guard let pin = try await prompt.line(question, isSecret: true), Till.isPIN(pin) else {
            throw TillError.badPIN
        }
        return pin
    }

    /// Asks for a new PIN; at a terminal twice, since it is hidden.
    func newPIN() async throws -> String {
        let pin = try await pin("New PIN (4 digits)")
        if prompt.canAsk, try await self.pin("New PIN again") != pin {
            throw Failure(
                code: "pins-differ", message: "The two PINs differ.", hint: "Run the command again.", exit: .usage,
                outcome: .notDone)
        }
        return pin
    }

    func given(_ text: String?, _ question: String) async throws -> String {
        if let text { return text }
        guard let line = try await prompt.line(question), !line.isEmpty else {
            throw Failure(
                code: "incomplete-login", message: "\(question) is missing.",
                hint: "Answer at the terminal, or give a line of standard input for each question.", exit: .usage,
                outcome: .notDone)
        }
        return line
    }
}
