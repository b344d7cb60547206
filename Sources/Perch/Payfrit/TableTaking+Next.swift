import CP28
import DongleLink
import Failures
import GatewayClient
import GatewayModel

extension TableTaking {
    /// The table that comes next.
    enum Upcoming: Sendable, Hashable {
        /// A table that was begun here and is not finished.
        case begun(PayfritTable)
        /// A table that the user named.
        case named(PayfritTable)
        case point(PayfritServicePoint)
        /// Name of a new table; no service point has it yet.
        case new(String)

        var name: String {
            switch self {
            case .begun(let table), .named(let table): table.name
            case .point(let point): point.name
            case .new(let name): name
            }
        }
    }

    /// Returns a table that was begun here, else the first service point without a beacon, else a
    /// new table. Creates nothing.
    ///
    /// - Parameter skipped: Names of tables to skip, in lower case.
    func upcoming(skipping skipped: Set<String> = []) async throws -> Upcoming {
        let known = try await known()
        // Without a login no business is known; the next request to the gateway then fails.
        if let business = status.business?.id {
            let begun = known.first {
                [.planned, .provisioned].contains($0.state) && $0.business == business
                    && !skipped.contains($0.name.lowercased())
            }
            if let begun { return .begun(begun) }
        }
        let points = try await client.servicePoints().servicePoints
        let taken = Set(known.filter { $0.business == status.business?.id }.map(\.servicePoint))
        let free = points.filter { point in
            point.beacon == nil && point.active != false && !taken.contains(point.id)
                && !skipped.contains(point.name.lowercased())
        }
        if let first = free.min(by: { NaturalOrder($0.name) < NaturalOrder($1.name) }) { return .point(first) }
        let names = points.map(\.name) + known.map(\.name)
        guard let name = TableName.free(among: names + skipped) else {
            throw Failure(
                code: "no-next-name", message: "There is no next name after those of the business's tables.",
                hint: "Name a table with --service-point NAME --new.", exit: .badInput, outcome: .notDone)
        }
        return .new(name)
    }

    /// Returns the table at a service point that the user at the terminal named.
    ///
    /// - Throws: ``Failure`` where no service point has this name.
    mutating func upcoming(at text: String) async throws -> Upcoming {
        let hint = "`perch payfrit servicepoints` lists them; `perch payfrit servicepoints add` adds one."
        return .named(try await table(at: text, isNew: false, hint: hint))
    }

    /// Plans the table: its service point, which is created where it is new, and the identity of
    /// its beacon.
    mutating func plan(_ upcoming: Upcoming) async throws -> PayfritTable {
        switch upcoming {
        case .begun(let table), .named(let table):
            if case .begun = upcoming {
                await output.text(printable("Going on with \(table.name), which is \(table.state.rawValue)."))
            }
            // The table's state may have changed meanwhile.
            return try await client.table(table.id)
        case .point(let point): return try await planned(point)
        case .new(let name): return try await planned(new: name)
        }
    }
}
