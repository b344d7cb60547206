import ArgumentParser
import Drinks
import Failures
import LineFormats

/// First day of a list.
struct TillPeriodOptions: ParsableArguments {
    @Option(help: "First day, such as 2025-08-01; without it, as far back as the server goes.")
    var from: String?

    func validate() throws {
        guard let from else { return }
        guard from.utf8.count == 10, Timestamp(from + "T00:00:00Z") != nil else {
            throw ValidationError("--from takes a day such as 2025-08-01.")
        }
    }
}

/// `perch till bookings`: lists bookings.
struct TillBookingsVerb: Verb {
    static let configuration = CommandConfiguration(commandName: "bookings", abstract: "List your bookings.")

    @OptionGroup var period: TillPeriodOptions

    @Flag(help: "Also list bookings that were voided.")
    var includeVoided = false

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let catalogue = try await lease.catalogue()
        let rows = try await lease.request { [from = period.from, includeVoided] client, token throws(DrinksError) in
            try await client.bookings(from: from, includeVoided: includeVoided, token)
        }
        var table = TextTable("Time", .right("Quantity"), "Product", .right("Sum"), "Status")
        for booking in rows.values {
            let product = catalogue[booking.product]
            table.add(
                .init(booking.time?.words ?? booking.timestamp), .init("\(booking.quantity)"),
                .init(product?.name ?? booking.product),
                .init("\(booking.total)"), .init(booking.isVoided ? "voided" : nil))
            await output.line("booking") { $0.fields(booking, product) }
        }
        await output.text(table)
        if rows.values.isEmpty { await output.text("No bookings.") }
        output.setResult { $0.field("bookings", rows.values.count) }
        lease.tellLeftOut(rows.leftOut)
    }
}

/// `perch till transactions`: lists changes of the balance.
struct TillTransactionsVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "transactions", abstract: "List deposits, debits and reversals.")

    @OptionGroup var period: TillPeriodOptions

    @Option(help: "Only this type, such as DEBIT or Abbuchung.")
    var type: String?

    @OptionGroup var frame: TillFrame

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let wanted = try type.map { text throws(Failure) in
            guard let type = TransactionType(typed: text) else {
                throw .unknown(text, "--type", among: TransactionType.all.map(\.word))
            }
            return type
        }
        let rows = try await lease.request { [from = period.from] client, token throws(DrinksError) in
            try await client.transactions(from: from, type: wanted, token)
        }
        var table = TextTable("Time", "Type", .right("Amount"), "Reference")
        for transaction in rows.values {
            table.add(
                .init(transaction.time?.words ?? transaction.timestamp),
                .init(
                    transaction.type.word,
                    colour: Terminal()?.hasColour == true ? (transaction.type.isRed ? "31" : "32") : nil),
                .init("\(transaction.amount)"), .init(transaction.reference))
            await output.line("transaction") { $0.fields(transaction) }
        }
        await output.text(table)
        if rows.values.isEmpty { await output.text("No transactions.") }
        output.setResult { $0.field("transactions", rows.values.count) }
        lease.tellLeftOut(rows.leftOut)
    }
}

/// `perch till statistics`: shows spending by month, category and product.
struct TillStatisticsVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "statistics", abstract: "Show what you spent, by month, category and product.")

    @Option(help: "Only this month, such as 2025-08.")
    var month: String?

    @Option(help: "Only this year, such as 2025.")
    var year: String?

    @OptionGroup var frame: TillFrame

    /// Width of the longest bar, in columns.
    private static let barWidth = 30

    func validate() throws {
        guard month == nil || year == nil else { throw ValidationError("--month and --year exclude each other.") }
        if let period = month ?? year {
            let day = period + (month == nil ? "-01-01" : "-01")
            guard day.utf8.count == 10, Timestamp(day + "T00:00:00Z") != nil else {
                throw ValidationError("--month takes a month such as 2025-08, --year a year such as 2025.")
            }
        }
    }

    func run(_ lease: TillLease, _ output: VerbOutput) async throws {
        let catalogue = try await lease.catalogue()
        let rows = try await lease.request { client, token throws(DrinksError) in
            try await client.bookings(includeVoided: false, token)
        }
        let spending = Spending(rows.values, period: month ?? year ?? "", catalogue: catalogue)
        for (kind, parts) in [
            ("Month", spending.months), ("Category", spending.categories), ("Product", spending.products),
        ] {
            let most = max(parts.map(\.total.rawValue).max() ?? 0, 1)
            var table = TextTable(.init(kind, isRight: false), .right("Quantity"), .right("Sum"), "")
            for part in parts {
                let length = max(0, part.total.rawValue) * Self.barWidth / most
                table.add(
                    .init(part.name), .init("\(part.quantity)"), .init("\(part.total)"),
                    .init(String(repeating: "█", count: length)))
                await output.line("spending") { writer in
                    writer.field("by", kind.lowercased())
                    writer.field("name", part.name)
                    writer.field("quantity", part.quantity)
                    writer.field("total_cents", part.total.rawValue)
                }
            }
            await output.text(table)
        }
        await output.text(printable("Sum: \(spending.total)"))
        output.setResult { $0.field("total_cents", spending.total.rawValue) }
        lease.tellLeftOut(rows.leftOut)
    }
}
