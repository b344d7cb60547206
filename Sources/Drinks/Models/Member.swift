import RESTClient

/// A member of the club: the seed's `User`.
package struct Member: Sendable, Hashable, Codable {
    package var id: String
    package var firstName: String
    package var lastName: String
    package var email: String
    package var mobile: String
    /// "user", "admin", or another word.
    package var role: String
    package var balance: Cents
    package var lowBalanceThreshold: Cents
    package var isLocked: Bool

    package var name: String { [firstName, lastName].filter { !$0.isEmpty }.joined(separator: " ") }

    package var hasLowBalance: Bool { balance < lowBalanceThreshold }
}

extension Member {
    init(_ fields: Fields) throws(DrinksError) {
        self.init(
            id: try fields.identifier("id"), firstName: try fields.optionalText("firstName") ?? "",
            lastName: try fields.optionalText("lastName") ?? "", email: try fields.optionalText("email") ?? "",
            mobile: try fields.optionalText("mobile") ?? "", role: try fields.optionalText("role") ?? "user",
            balance: try fields.cents("balanceCents"),
            lowBalanceThreshold: try fields.optionalCents("lowBalanceThresholdCents") ?? Cents(0),
            isLocked: fields.readable { fields throws(DrinksError) in try fields.optionalFlag("locked") } ?? false)
    }
}
