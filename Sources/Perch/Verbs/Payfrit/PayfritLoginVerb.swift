import ArgumentParser
import DongleLink
import Failures
import GatewayClient
import GatewayModel
import LineFormats
import Glibc

/// `perch payfrit login`: logs in.
struct PayfritLoginVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "login", abstract: "Log in with a one-time password or a password.",
        discussion: """
            With the API php, a one-time password is sent to a phone; with cfm, the login takes an e-mail address or \
            a phone number, and a password. Perch asks for passwords without showing them, and never takes them from \
            the command line; if standard input is no terminal, each answer is one line of it. The gateway keeps the \
            login until you log out, or the login expires.
            """)

    @Option(help: "Phone number, for a one-time password; without it, Perch asks.")
    var phone: String?

    @Option(help: "E-mail address or phone number, for a password; without it, Perch asks.")
    var username: String?

    @Flag(help: "Have no one-time password sent: you already have one.")
    var sent = false

    @OptionGroup var frame: PayfritFrame

    /// Most attempts at the terminal.
    private static let attempts = 5

    func validate() throws {
        guard username == nil || (phone == nil && !sent) else {
            throw ValidationError("--username goes with a password, --phone and --sent with a one-time password.")
        }
    }

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        if payfrit.status.isExposed { say(printable("perch: \(payfrit.status.exposure)")) }
        let now = try await logIn(payfrit.client, payfrit.status, output)
        output.setResult {
            $0.field("user", now.user?.name)
            $0.field("business", now.business?.name)
            $0.field("environment", now.environment)
        }
        await output.text(printable("Logged in as \(now.user?.words ?? "")."))
        if let words = now.clockWords { say(printable("perch: \(words)")) }
        try await tellBusiness(now, payfrit.client, output)
    }

    /// Asks for the credentials and logs in. At a terminal, it asks again after a mistyped answer.
    private func logIn(
        _ client: GatewayClient, _ status: PayfritStatus, _ output: VerbOutput
    ) async throws -> PayfritStatus {
        let prompt = Prompt(output: output)
        var number = phone
        var isSent = sent
        var wrong = 0
        var isFirstPassword = true
        while true {
            do {
                guard status.api != .cfm else {
                    return try await logIn(try await password(status, output), client)
                }
                let known = try await askForPassword(of: number, isSent: isSent, client, status, output)
                (number, isSent) = (known, true)
                let otp = try await oneTimePassword(isFirst: isFirstPassword, output)
                guard let otp else {
                    (number, isSent) = (nil, false)
                    continue
                }
                return try await logIn(PayfritLogin(phone: known, otp: otp), client)
            } catch {
                let failure = Failure(error)
                guard failure.exit == .badInput, prompt.canAsk, wrong + 1 < Self.attempts else { throw error }
                wrong += 1
                say(printable("perch: \(failure.message)"))
                // No one-time password was sent to this number, so it may be mistyped: ask again.
                if !isSent { number = nil }
                isFirstPassword = !isSent
            }
        }
    }

    private func logIn(_ login: PayfritLogin, _ client: GatewayClient) async throws -> PayfritStatus {
        do {
            return try await client.logInToPayfrit(login)
        } catch {
            var failure = Failure(error)
            guard failure.code == "payfrit-refused" else { throw error }
            // A hint about a wrong path of the server is more exact: keep it.
            if !failure.hint.contains("/api") {
                failure.hint =
                    login.otp == nil
                    ? "Check the name and the password, then run `perch payfrit login` again."
                    : "Run `perch payfrit login` for a new one-time password."
            }
            throw failure
        }
    }

    private func password(_ status: PayfritStatus, _ output: VerbOutput) async throws -> PayfritLogin {
        guard phone == nil, !sent else {
            throw Failure(
                code: "not-in-this-api", message: "The API cfm has no one-time passwords.",
                hint: "Leave --phone and --sent out, or set `payfrit.api` to php.", exit: .usage, outcome: .notDone)
        }
        if status.isDev { say("DEV MODE — password: 123456") }
        let prompt = Prompt(output: output)
        let name = try await username.asked { try await prompt.line("E-mail address or phone") }
        let password = try await prompt.line("Password", isSecret: true)
        guard let name, !name.isEmpty, let password, !password.isEmpty else {
            throw Failure(
                code: "incomplete-login", message: "Please enter username and password.",
                hint: "Give both, at the terminal or as two lines of standard input.", exit: .usage, outcome: .notDone)
        }
        return PayfritLogin(username: name, password: password)
    }

    /// Has a one-time password sent, unless one was sent already.
    ///
    /// - Parameter number: Phone number; nil to ask for it.
    /// - Returns: The phone number.
    private func askForPassword(
        of number: String?, isSent: Bool, _ client: GatewayClient, _ status: PayfritStatus, _ output: VerbOutput
    ) async throws -> String {
        guard username == nil else {
            throw Failure(
                code: "not-in-this-api", message: "The API php has no passwords, only one-time passwords.",
                hint: "Leave --username out, or set `payfrit.api` to cfm.", exit: .usage, outcome: .notDone)
        }
        let prompt = Prompt(output: output)
        guard let number = try await number.asked({ try await prompt.line("Phone") }), !number.isEmpty else {
            throw incomplete("Please enter the phone number.")
        }
        if isSent {
            if sent, status.isDev { sayMagic() }
            return number
        }
        try await client.sendPayfritOTP(PayfritOTPRequest(phone: number))
        if !status.isDev {
            await output.text(printable("Requested a one-time password, to be sent to \(number)."))
        }
        // The backend's own notice takes precedence over the usual sentence for dev backends.
        if let notice = try await client.payfritStatus().notice {
            say(status.isDev ? Terminal.painted(printable(notice), .red, on: STDERR_FILENO) : printable(notice))
        } else if status.isDev {
            sayMagic()
        }
        return number
    }

    private func sayMagic() {
        let words = "DEV MODE — password: 123456 (the magic one-time password; none is sent)"
        say(Terminal.painted(words, .red, on: STDERR_FILENO))
    }

    /// Asks for the one-time password.
    ///
    /// - Parameter isFirst: Whether no answer was wrong yet. After a wrong one, an empty answer
    ///   asks for another phone number.
    /// - Returns: The password; nil if the person wants another phone number.
    private func oneTimePassword(isFirst: Bool, _ output: VerbOutput) async throws -> String? {
        let question = isFirst ? "One-time password" : "One-time password (Return for another phone number)"
        guard let otp = try await Prompt(output: output).line(question, isSecret: true), !otp.isEmpty || !isFirst else {
            throw incomplete("Please enter the one-time password.")
        }
        return otp.isEmpty ? nil : otp
    }

    private func incomplete(_ message: String) -> Failure {
        Failure(
            code: "incomplete-login", message: message,
            hint: "Answer at the terminal, or give a line of standard input for each question.", exit: .usage,
            outcome: .notDone)
    }

    private func tellBusiness(_ status: PayfritStatus, _ client: GatewayClient, _ output: VerbOutput) async throws {
        if let business = status.business {
            return await output.text(printable("Business: \(business.words)"))
        }
        let list = try await client.payfritBusinesses()
        let businesses = list.businesses
        if businesses.isEmpty {
            await output.text(PayfritBusinessesVerb.none)
        } else {
            await output.text(PayfritBusiness.table(businesses, of: businesses, chosen: nil))
            await output.text("Choose one: `perch payfrit use NAME`.")
        }
        try await output.leftOut(list.leftOut)
    }
}

extension String? {
    /// Returns this string, or the answer to the question if it is nil.
    fileprivate func asked(_ question: () async throws -> String?) async throws -> String? {
        if let self { return self }
        return try await question()
    }
}
