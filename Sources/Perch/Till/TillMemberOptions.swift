import ArgumentParser

/// Options that name a member of the club.
struct TillMemberOptions: ParsableArguments {
    @Option(help: "E-mail address; without it, Perch asks.")
    var email: String?

    @Option(help: "Mobile number; without it, Perch asks.")
    var mobile: String?

    func validate() throws {
        if let email, !email.contains("@") { throw ValidationError("--email takes an e-mail address.") }
        guard let mobile else { return }
        let digits = mobile.filter { $0.isASCII && $0.isNumber }
        guard (4...20).contains(digits.count), mobile.allSatisfy({ digits.contains($0) || " +-/()".contains($0) })
        else { throw ValidationError("--mobile takes 4...20 digits, and among them spaces and + - / ( ).") }
    }
}
