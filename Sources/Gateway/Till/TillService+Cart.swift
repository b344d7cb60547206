import Drinks
import GatewayModel

/// Carts. Each belongs to a member, whichever client shows it.
extension TillService {
    /// Returns the cart with current prices, as far as the server tells them.
    package func cart(of client: TillClient) async throws -> TillCart {
        let items = try await use(client) { till in try till.current().cart }
        guard !items.isEmpty else { return TillCart(items: [], totalCents: 0, isChanged: false) }
        do {
            return TillCart(items, try await priced(for: client))
        } catch let error as TillServiceError {
            switch error {
            case .till(.server):
                var cart = TillCart(items, nil)
                cart.error = report(error)
                return cart
            default: throw error
            }
        }
    }

    /// Sets the quantity of a product. An item that is there keeps its price.
    package func setItem(_ product: String, _ order: TillQuantity, for client: TillClient) async throws -> TillCart {
        let found = try await priced(for: client)
        guard let current = found[product] else { throw TillServiceError.till(.unknownProduct(product)) }
        guard current.isActive else { throw TillServiceError.notSold(current.name) }
        let items = try await use(client) { till in
            try till.changeCart { items throws(TillError) in
                if let place = items.firstIndex(where: { $0.product == product }) {
                    items[place].quantity = order.quantity
                } else {
                    items.append(
                        CartItem(
                            product: product, name: current.name, quantity: order.quantity, unitPrice: current.price))
                }
            }
        }
        return TillCart(items, found)
    }

    package func removeItem(_ product: String, for client: TillClient) async throws -> TillCart {
        _ = try await use(client) { till in
            try till.changeCart { items throws(TillError) in items.removeAll { $0.product == product } }
        }
        return try await cart(of: client)
    }

    package func clearCart(for client: TillClient) async throws {
        _ = try await use(client) { till in try till.changeCart { items throws(TillError) in items = [] } }
    }

    /// Returns all products by ID.
    func priced(for client: TillClient) async throws -> [String: Product] {
        Dictionary(
            try await products(for: client).values.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

extension TillCart {
    /// - Parameter products: Current products by ID; nil = not known.
    init(_ items: [CartItem], _ products: [String: Product]?) {
        var total = 0
        var isChanged = false
        let described = items.map { item in
            let current = products?[item.product].flatMap { $0.isActive ? $0 : nil }
            if let current, current.price != item.unitPrice { isChanged = true }
            total += ((current?.price ?? item.unitPrice) * item.quantity).rawValue
            return TillCartItem(
                product: item.product, name: item.name, quantity: item.quantity,
                unitPriceCents: item.unitPrice.rawValue, currentPriceCents: current?.price.rawValue,
                isSold: products.map { _ in current != nil })
        }
        self.init(items: described, totalCents: Int64(total), isChanged: isChanged)
    }
}
