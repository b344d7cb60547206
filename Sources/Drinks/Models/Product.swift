import RESTClient

/// Category of products. Codes that are not known here survive.
package struct ProductCategory: RawRepresentable, Sendable, Hashable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let drinks = ProductCategory(rawValue: "DRINKS")
    package static let snacks = ProductCategory(rawValue: "SNACKS")
    package static let accessories = ProductCategory(rawValue: "ACCESSORIES")
    package static let membership = ProductCategory(rawValue: "MEMBERSHIP")

    package static let all: [ProductCategory] = [.drinks, .snacks, .accessories, .membership]

    /// The club's word for it; an unknown code itself.
    package var word: String {
        switch self {
        case .drinks: "Getränke"
        case .snacks: "Snacks"
        case .accessories: "Zubehör"
        case .membership: "Mitgliedschaft"
        default: rawValue
        }
    }

    /// Reads a code or the club's word, in any case; nil for anything else.
    package init?(typed text: String) {
        let known = ProductCategory.all.first {
            $0.rawValue == text.uppercased() || $0.word.lowercased() == text.lowercased()
        }
        guard let known else { return nil }
        self = known
    }
}

/// A product that the club sells.
package struct Product: Sendable, Hashable {
    package var id: String
    package var name: String
    /// Path of its picture on the server, such as `/images/icons/beer.svg`; may be empty.
    package var icon: String
    package var price: Cents
    package var category: ProductCategory
    package var isActive: Bool
}

extension Product {
    init(_ fields: Fields) throws(DrinksError) {
        self.init(
            id: try fields.identifier("id"), name: try fields.text("name"),
            icon: fields.readable { fields throws(DrinksError) in try fields.optionalText("icon") } ?? "",
            price: try fields.cents("priceCents"),
            category: ProductCategory(rawValue: try fields.optionalText("category") ?? ""),
            isActive: fields.readable { fields throws(DrinksError) in try fields.optionalFlag("active") } ?? true)
    }
}
