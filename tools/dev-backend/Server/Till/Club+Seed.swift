import LineFormats

extension Club {
    /// Members with their balances. The administrator and Tom have the PIN 1234; Anna has none yet.
    static func seedMembers(_ now: Timestamp) -> [Member] {
        [
            Member(
                id: "u-1", firstName: "Admin", lastName: "BC Marl", email: "admin@bcmarl.de", mobile: "01234567890",
                role: "admin", pin: "1234", balanceCents: 10_000, updated: now),
            Member(
                id: "u-2", firstName: "Anna", lastName: "Schmidt", email: "anna@example.com", mobile: "01111111111",
                role: "user", pin: nil, balanceCents: 2_500, updated: now),
            Member(
                id: "u-3", firstName: "Tom", lastName: "Weber", email: "tom@example.com", mobile: "02222222222",
                role: "user", pin: "1234", balanceCents: 1_800, updated: now),
        ]
    }

    /// The briefing's three products, and further ones, which are made up.
    static var seedProducts: [Product] {
        let rows: [(String, String, Int, String)] = [
            ("Pils 0,5l", "DRINKS", 250, "beer"), ("Cola 0,33l", "DRINKS", 180, "cola"),
            ("Chips Paprika", "SNACKS", 150, "chips"),
            ("Pils 0,33l", "DRINKS", 200, "beer"), ("Alt 0,25l", "DRINKS", 180, "beer"),
            ("Weizen 0,5l", "DRINKS", 300, "beer"), ("Weizen alkoholfrei 0,5l", "DRINKS", 280, "beer"),
            ("Radler 0,5l", "DRINKS", 250, "beer"), ("Pils alkoholfrei 0,33l", "DRINKS", 190, "beer"),
            ("Cola light 0,33l", "DRINKS", 180, "cola"), ("Orangenlimonade 0,33l", "DRINKS", 180, "lemonade"),
            ("Zitronenlimonade 0,33l", "DRINKS", 180, "lemonade"), ("Apfelschorle 0,5l", "DRINKS", 200, "juice"),
            ("Orangensaft 0,2l", "DRINKS", 170, "juice"), ("Wasser still 0,5l", "DRINKS", 120, "water"),
            ("Wasser medium 0,5l", "DRINKS", 120, "water"), ("Eistee Pfirsich 0,5l", "DRINKS", 200, "lemonade"),
            ("Kaffee", "DRINKS", 120, "coffee"), ("Tee", "DRINKS", 100, "coffee"),
            ("Rotwein 0,2l", "DRINKS", 350, "wine"), ("Weißwein 0,2l", "DRINKS", 350, "wine"),
            ("Sekt 0,1l", "DRINKS", 300, "wine"),
            ("Chips Salz", "SNACKS", 150, "chips"), ("Erdnüsse", "SNACKS", 150, "nuts"),
            ("Salzstangen", "SNACKS", 120, "pretzel"), ("Schokoriegel", "SNACKS", 100, "chocolate"),
            ("Gummibärchen", "SNACKS", 130, "sweets"), ("Bockwurst mit Brötchen", "SNACKS", 300, "sausage"),
            ("Frikadelle", "SNACKS", 250, "sausage"), ("Brezel", "SNACKS", 150, "pretzel"),
            ("Queue-Kreide", "ACCESSORIES", 250, "chalk"), ("Billardhandschuh", "ACCESSORIES", 1_500, "glove"),
            ("Vereinsshirt", "ACCESSORIES", 2_000, "shirt"), ("Queue-Tasche", "ACCESSORIES", 4_500, "bag"),
            ("Monatsbeitrag", "MEMBERSHIP", 1_500, "member"), ("Jahresbeitrag", "MEMBERSHIP", 15_000, "member"),
            ("Gastkarte", "MEMBERSHIP", 500, "member"),
        ]
        var products = rows.enumerated().map { index, row in
            Product(
                id: "p-\(index + 1)", name: row.0, icon: "/images/icons/\(row.3).svg", priceCents: row.2,
                category: row.1)
        }
        products.append(
            Product(
                id: "p-\(rows.count + 1)", name: "Bockbier 0,5l", icon: "/images/icons/beer.svg", priceCents: 320,
                category: "DRINKS", isActive: false))
        return products
    }
}
