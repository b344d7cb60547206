import ArgumentParser
import Drinks
import Failures
import LineFormats

/// `perch till login`: logs in.
struct TillLoginVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Log in with e-mail address, mobile number and PIN.",
        discussion: """
            Perch asks for the PIN without showing it, and never takes it from the command line; if standard input \
            is no terminal, each answer is one line of it. A login lasts 24 h.
            """)

    @OptionGroup var member: TillMemberOptions

    @Flag(help: "Set the PIN: you have none yet.")
    var first = false

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let prompt = TillPrompt(output)
        let who = try await prompt.credentials(email: member.email, mobile: member.mobile)
        let pin = first ? try await prompt.newPIN() : try await prompt.pin()
        let login = try await output.interruptible { [first] in
            try await lease.till.logIn(who, pin: pin, isFirst: first)
        }
        output.setResult { $0.fields(login.member) }
        if let message = login.message { await output.text(printable(message)) }
        await output.text(printable("Logged in as \(login.member.name)."))
        await output.balance(login.member)
        if try lease.till.current().open != nil {
            say("perch: The outcome of a booking is not known yet. Run `perch till book` to look it up.")
        }
    }
}

/// `perch till logout`: logs out.
struct TillLogoutVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Log out. The cart waits for your next login.")

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        try lease.till.logOut()
        await output.text("Logged out.")
    }
}
