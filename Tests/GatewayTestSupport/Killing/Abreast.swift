/// Calls `body` with each of the orders, `width` at a time. The outcomes are in no order.
package func abreast<Order: Sendable, Outcome: Sendable>(
    _ width: Int, _ orders: [Order], _ body: @escaping @Sendable (Order) async throws -> Outcome
) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: Outcome.self) { group in
        var outcomes: [Outcome] = []
        for (index, order) in orders.enumerated() {
            if index >= width, let outcome = try await group.next() { outcomes.append(outcome) }
            group.addTask { try await body(order) }
        }
        for try await outcome in group { outcomes.append(outcome) }
        return outcomes
    }
}
