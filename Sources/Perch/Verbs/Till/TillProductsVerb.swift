import ArgumentParser
import DongleLink
import Drinks
import Failures
import LineFormats

/// `perch till products`: lists products.
struct TillProductsVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "products", abstract: "List what is sold, with prices.")

    @Option(help: "Only this category, such as DRINKS or Getränke.")
    var category: String?

    @Option(help: "Only products whose name contains this text.")
    var search: String?

    @Flag(help: "Also list products that are no longer sold.")
    var all = false

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let wanted = try category.map { text throws(Failure) in
            guard let category = ProductCategory(typed: text) else {
                throw .unknown(text, "--category", among: ProductCategory.all.map(\.word))
            }
            return category
        }
        let rows = try await lease.request { [all] client, token throws(DrinksError) in
            try await client.products(category: wanted, active: !all, token)
        }
        let text = search?.lowercased() ?? ""
        let products = rows.values.filter { text.isEmpty || $0.name.lowercased().contains(text) }
        await output.table(products)
        output.setResult { $0.field("products", products.count) }
        if products.isEmpty { await output.text("No products.") }
        lease.tellLeftOut(rows.leftOut)
    }
}

extension Failure {
    /// The text is not one of the known words.
    static func unknown(_ text: String, _ option: String, among words: [String]) -> Failure {
        Failure(
            code: "invalid-value", message: "\(option) cannot be \"\(printable(String(text.prefix(40))))\".",
            hint: "Use \(words.joined(separator: ", ")).", exit: .usage, outcome: .notDone)
    }
}
