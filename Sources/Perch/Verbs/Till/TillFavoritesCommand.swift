import ArgumentParser
import Drinks
import Failures
import LineFormats

/// `perch till favorites`: favourites of the member.
struct TillFavoritesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "favorites", abstract: "List and change your favourites.",
        subcommands: [TillFavoritesList.self, TillFavoritesAdd.self, TillFavoritesRemove.self])
}

/// `perch till favorites list`: lists favourites.
struct TillFavoritesList: Verb {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List your favourites.")

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let rows = try await lease.request { client, token throws(DrinksError) in
            try await client.favorites(token)
        }
        await output.table(rows.values)
        output.setResult { $0.field("products", rows.values.count) }
        if rows.values.isEmpty { await output.text("No favourites.") }
        lease.tellLeftOut(rows.leftOut)
    }
}

/// `perch till favorites add`: adds a favourite.
struct TillFavoritesAdd: Verb {
    static let configuration = CommandConfiguration(commandName: "add", abstract: "Add a favourite.")

    @Argument(help: "Product: its ID, or its name or an unambiguous part of it.")
    var product: String

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let product = try await lease.product(product)
        let isNew = try await lease.change { client, token throws(DrinksError) in
            do throws(DrinksError) {
                try await client.addFavorite(product.id, token)
                return true
            } catch {
                guard case .refused(let refusal) = error, refusal.status == 409 else { throw error }
                return false
            }
        }
        output.setResult { writer in
            writer.field("product", product.id)
            writer.field("added", isNew)
        }
        await output.text(printable(isNew ? "Added: \(product.name)" : "\(product.name) is a favourite already."))
    }
}

/// `perch till favorites remove`: removes a favourite.
struct TillFavoritesRemove: Verb {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a favourite.")

    @Argument(help: "Product: its ID, or its name or an unambiguous part of it.")
    var product: String

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let rows = try await lease.request { client, token throws(DrinksError) in
            try await client.favorites(token)
        }
        let product = try Till.choose(product, among: rows.values)
        try await lease.change { client, token throws(DrinksError) in
            try await client.removeFavorite(product.id, token)
        }
        output.setResult { $0.field("product", product.id) }
        await output.text(printable("Removed: \(product.name)"))
    }
}
