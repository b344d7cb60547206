import ArgumentParser
import Drinks
import Failures

/// `perch till pin`: the member's PIN.
struct TillPINCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Change or reset your PIN.", subcommands: [TillPINChange.self, TillPINReset.self])
}

/// `perch till pin change`: changes the PIN.
struct TillPINChange: Verb {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change your PIN.",
        discussion: "Asks for the current and the new PIN without showing them.")

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        _ = try lease.till.current()
        let prompt = TillPrompt(output)
        let old = try await prompt.pin("Current PIN")
        let new = try await prompt.newPIN()
        try await lease.change { client, token throws(DrinksError) in
            try await client.changePIN(from: old, to: new, token)
        }
        await output.text("The PIN was changed.")
    }
}

/// `perch till pin reset`: sets a new PIN with a code.
struct TillPINReset: Verb {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: "Set a new PIN with a code that the club sends you.")

    @OptionGroup var member: TillMemberOptions

    @Flag(help: "Have no code sent: you already have one.")
    var sent = false

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let prompt = TillPrompt(output)
        let who = try await prompt.credentials(email: member.email, mobile: member.mobile)
        let client = lease.till.client
        if !sent {
            let message = try await output.interruptible { try await client.requestPINReset(who) }
            await output.text(printable(message ?? "Requested a code."))
        }
        let code = try await prompt.given(nil, "Code")
        let pin = try await prompt.newPIN()
        try await output.interruptible { try await client.confirmPINReset(who, code: code, pin: pin) }
        await output.text("The PIN was set. Run `perch till login`.")
    }
}
