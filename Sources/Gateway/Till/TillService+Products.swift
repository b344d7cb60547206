import Drinks
import GatewayModel

/// Products, their icons, and favourites.
extension TillService {
    /// Asks the server for all products, also those that are not sold now.
    func products(for client: TillClient?) async throws -> Rows<Product> {
        let rows: Rows<Product>
        if let client, logins[client] != nil {
            rows = try await use(client) { till in
                try await till.request { server, token throws(DrinksError) in
                    try await server.products(active: false, token)
                }
            }
        } else {
            let server = try server()
            do { rows = try await server.products(active: false, nil) } catch {
                throw TillServiceError.till(.server(error))
            }
        }
        catalogue = Dictionary(rows.values.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return rows
    }

    /// - Parameter search: Part of the name, in any case.
    package func products(
        category: String?, search: String?, all: Bool, for client: TillClient
    ) async throws -> TillProductList {
        let rows = try await products(for: client)
        await refreshBalance(of: client)
        var favorites: Set<String> = []
        if logins[client] != nil {
            let own = try await use(client) { till in
                try await till.request { server, token throws(DrinksError) in try await server.favorites(token) }
            }
            favorites = Set(own.values.map(\.id))
        }
        let wanted = search?.lowercased()
        let found = rows.values.filter { product in
            (all || product.isActive) && (category == nil || product.category.rawValue == category)
                && (wanted.map { product.name.lowercased().contains($0) } ?? true)
        }
        return TillProductList(
            products: found.map { TillProduct($0, isFavorite: favorites.contains($0.id)) }, leftOut: rows.leftOut)
    }

    /// - Returns: Bytes and media type.
    /// - Throws: ``TillServiceError/noIcon(product:)``.
    package func icon(of product: String) async throws -> (bytes: [UInt8], type: String) {
        let server = try server()
        do throws(DrinksError) {
            let found =
                if let known = catalogue[product] { known } else { try await server.product(product, nil) }
            guard let icon = try await server.icon(of: found) else { throw DrinksError.http(404) }
            return (icon.bytes, icon.type)
        } catch {
            switch error {
            case .http(404): throw TillServiceError.noIcon(product: product)
            case .refused(let refusal) where refusal.status == 404: throw TillServiceError.noIcon(product: product)
            default: throw TillServiceError.till(.server(error))
            }
        }
    }

    package func addFavorite(_ product: String, for client: TillClient) async throws {
        try await favorite(client, unless: 409) { server, token throws(DrinksError) in
            try await server.addFavorite(product, token)
        }
    }

    package func removeFavorite(_ product: String, for client: TillClient) async throws {
        try await favorite(client, unless: 404) { server, token throws(DrinksError) in
            try await server.removeFavorite(product, token)
        }
    }

    /// - Parameter status: Status with which the server says that nothing is to be done.
    private func favorite(
        _ client: TillClient, unless status: Int,
        _ body: @escaping @Sendable (DrinksClient, String) async throws(DrinksError) -> Void
    ) async throws {
        do {
            try await use(client) { till in try await till.request(body) }
        } catch TillServiceError.till(.server(.refused(let refusal))) where refusal.status == status {}
    }
}

extension TillProduct {
    init(_ product: Product, isFavorite: Bool) {
        self.init(
            id: product.id, name: product.name, priceCents: product.price.rawValue,
            category: product.category.rawValue,
            icon: ProductIcon.isPath(product.icon) ? "/v1/till/products/\(DrinksClient.escaped(product.id))/icon" : nil,
            isSold: product.isActive, isFavorite: isFavorite)
    }
}
