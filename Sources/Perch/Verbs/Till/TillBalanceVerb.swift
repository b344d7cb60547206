import ArgumentParser
import Drinks
import Failures
import LineFormats

/// `perch till balance`: shows the member's profile and balance.
struct TillBalanceVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "balance", abstract: "Show your name, balance and warning threshold.")

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let member = try await lease.request { client, token throws(DrinksError) in try await client.me(token) }
        output.setResult { $0.fields(member) }
        await output.text(printable("\(member.name) (\(member.email))"))
        await output.balance(member)
        await output.text(printable("Warning below: \(member.lowBalanceThreshold)"))
    }
}

/// `perch till threshold`: sets the balance below which the member is warned.
struct TillThresholdVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "threshold", abstract: "Set the balance below which you are warned.")

    @Argument(help: "Amount in euros, such as 5,00.")
    var amount: String

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        guard let cents = Cents(text: amount), cents >= Cents(0) else {
            throw Failure.unknown(amount, "The threshold", among: ["an amount such as 5,00"])
        }
        try await lease.change { client, token throws(DrinksError) in try await client.setThreshold(cents, token) }
        output.setResult { $0.field("threshold_cents", cents.rawValue) }
        await output.text(printable("You are warned below \(cents)."))
    }
}
