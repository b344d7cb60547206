import Gateway
import GatewayModel
import Hummingbird

extension GatewayAPI {
    /// Tables that get beacons.
    var tableRoutes: [Route] {
        let path = "/v1/payfrit/tables"
        return [
            Route(.get, path, query: ["state", "after", "limit"]) { call in
                .json(
                    try await gateway.payfrit.tables(
                        states: try states(call), after: try call.query.number("after", 0...Int64.max) ?? 0,
                        limit: try call.query.number("limit", 1...1000) ?? 100))
            },
            Route(.post, path) { call in .json(try await gateway.payfrit.planTable(try await call.object())) },
            Route(.get, path + "/{table}") { call in .json(try await gateway.payfrit.table(try table(call))) },
            Route(.delete, path + "/{table}") { call in
                .json(try await gateway.payfrit.dropTable(try table(call)))
            },
            Route(.post, path + "/{table}/provision") { call in
                let table = try table(call)
                let order: PayfritProvisioning = try await call.object()
                return .json(
                    try await named(rows: 1) { try await gateway.payfrit.provisionTable(table, order) },
                    status: .created)
            },
            Route(.post, path + "/{table}/register") { call in
                let table = try table(call)
                return .json(try await gateway.payfrit.register(table, try await call.object()))
            },
        ]
    }

    /// Registrations, which are tried again and dropped as every entry of the outbox is.
    var registrationRoutes: [Route] {
        [
            Route(.get, "/v1/payfrit/queue", query: ["after", "limit"]) { call in
                .json(
                    try await gateway.payfrit.registrations(
                        after: try call.query.number("after", 0...Int64.max) ?? 0,
                        limit: try call.query.number("limit", 1...1000) ?? 100))
            },
            Route(.post, "/v1/payfrit/deliver") { _ in
                try await gateway.payfrit.deliver()
                return .done
            },
            Route(.patch, "/v1/payfrit/queue/{entry}") { call in
                let entry = try call.number("entry", 1...Int64.max)
                return .json(try await gateway.payfrit.edit(entry, try await call.object()))
            },
        ]
    }

    private func table(_ call: Call) throws(RequestError) -> Int64 { try call.number("table", 1...Int64.max) }

    /// Nil where none is named: all that were not dropped.
    private func states(_ call: Call) throws(RequestError) -> Set<PayfritTable.State>? {
        guard let words = call.query.list("state") else { return nil }
        var states: Set<PayfritTable.State> = []
        for word in words {
            guard let state = PayfritTable.State(rawValue: word) else {
                let known = PayfritTable.State.allCases.map(\.rawValue).joined(separator: ", ")
                throw .invalidParameter("state", expected: "among \(known)")
            }
            states.insert(state)
        }
        return states
    }
}
