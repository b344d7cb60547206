import LineFormats
import RESTClient

/// Type of a transaction. Codes that are not known here survive.
package struct TransactionType: RawRepresentable, Sendable, Hashable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let deposit = TransactionType(rawValue: "DEPOSIT")
    package static let debit = TransactionType(rawValue: "DEBIT")
    package static let reversal = TransactionType(rawValue: "REVERSAL")

    package static let all: [TransactionType] = [.deposit, .debit, .reversal]

    /// The club's word for it; an unknown code itself.
    package var word: String {
        switch self {
        case .deposit: "Einzahlung"
        case .debit: "Abbuchung"
        case .reversal: "Stornierung"
        default: rawValue
        }
    }

    /// Whether the type is shown in red; the others are green.
    package var isRed: Bool { self == .debit }

    /// Reads a code or the club's word, in any case; nil for anything else.
    package init?(typed text: String) {
        let known = TransactionType.all.first {
            $0.rawValue == text.uppercased() || $0.word.lowercased() == text.lowercased()
        }
        guard let known else { return nil }
        self = known
    }
}

/// A change of a member's balance.
package struct Transaction: Sendable, Hashable {
    package var id: String
    package var type: TransactionType
    /// Amount as the server states it.
    package var amount: Cents
    package var reference: String?
    /// Time as the server writes it; may be empty.
    package var timestamp: String

    /// Nil if the time is not as in RFC 3339.
    package var time: Timestamp? { Timestamp(rfc3339: timestamp) }
}

extension Transaction {
    init(_ fields: Fields) throws(DrinksError) {
        self.init(
            id: try fields.identifier("id"), type: TransactionType(rawValue: try fields.optionalText("type") ?? ""),
            amount: try fields.cents("amountCents"),
            reference: fields.readable { fields throws(DrinksError) in try fields.optionalText("reference") },
            timestamp: try fields.optionalText("timestamp") ?? "")
    }
}
