import Drinks
import Failures
import LineFormats

extension VerbOutput {
    /// Writes the balance, and a warning where it is low.
    func balance(_ member: Member) async {
        await text(printable("Balance: \(member.balance)"))
        if member.hasLowBalance { sayLowBalance(member) }
    }

    /// Warns of a low balance, on standard error.
    func sayLowBalance(_ member: Member) {
        say(
            Terminal.painted(
                printable("perch: Low balance: \(member.balance) is below \(member.lowBalanceThreshold)."), .red,
                on: 2))
    }

    func table(_ products: [Product]) async {
        var table = TextTable("ID", "Product", "Category", .right("Price"))
        for product in products {
            table.add(
                .init(product.id), .init(product.name), .init(product.category.word), .init("\(product.price)"),
                note: product.isActive ? nil : "no longer sold")
        }
        await text(table)
        for product in products { await line("product") { $0.fields(product) } }
    }

    func cart(_ items: [CartItem]) async {
        var table = TextTable(.right("Quantity"), "Product", .right("Price"), .right("Sum"))
        for item in items {
            table.add(.init("\(item.quantity)"), .init(item.name), .init("\(item.unitPrice)"), .init("\(item.total)"))
            await line("cart-item") { $0.fields(item) }
        }
        await text(table)
        let sum = items.sum
        await text(items.isEmpty ? "The cart is empty." : printable("Sum: \(sum)"))
        setResult { writer in
            writer.field("items", items.count)
            writer.field("sum_cents", sum.rawValue)
        }
    }
}

extension [CartItem] {
    var sum: Cents { reduce(Cents(0)) { $0 + $1.total } }
}

extension JSONWriter {
    mutating func fields(_ product: Product) {
        field("id", product.id)
        field("name", product.name)
        field("category", product.category.rawValue)
        field("price_cents", product.price.rawValue)
        field("active", product.isActive)
        field("icon", product.icon)
    }

    mutating func fields(_ item: CartItem) {
        field("product", item.product)
        field("name", item.name)
        field("quantity", item.quantity)
        field("unit_price_cents", item.unitPrice.rawValue)
        field("total_cents", item.total.rawValue)
    }

    mutating func fields(_ member: Member) {
        field("member", member.id)
        field("name", member.name)
        field("role", member.role)
        field("balance_cents", member.balance.rawValue)
        field("threshold_cents", member.lowBalanceThreshold.rawValue)
        field("low_balance", member.hasLowBalance)
    }

    mutating func fields(_ booking: Booking, _ product: Product?) {
        field("id", booking.id)
        field("product", booking.product)
        field("name", product?.name)
        field("quantity", booking.quantity)
        field("unit_price_cents", booking.unitPrice.rawValue)
        field("total_cents", booking.total.rawValue)
        field("time", booking.timestamp)
        field("status", booking.status)
    }

    mutating func fields(_ transaction: Transaction) {
        field("id", transaction.id)
        field("transaction_type", transaction.type.rawValue)
        field("amount_cents", transaction.amount.rawValue)
        field("reference", transaction.reference)
        field("time", transaction.timestamp)
    }
}
