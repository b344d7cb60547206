import HTTPTypes
import LineFormats

extension TillRoute {
    static func listProducts(_ call: inout TillCall) throws -> TillReply {
        let (category, active) = (call.query["category"], try call.flag("active"))
        guard category.map(Club.categories.contains) ?? true else {
            throw TillRejection.invalid("category ist unbekannt.")
        }
        let created = call.club.created
        let rows = call.club.products.filter { row in
            (category == nil || category == row.category) && (active.map { $0 == row.isActive } ?? true)
        }
        return TillReply(list: "products", rows) { $0.write(&$1, created: created) }
    }

    static func getProduct(_ call: inout TillCall) throws -> TillReply {
        guard let product = call.club.products.first(where: { $0.id == call.id }) else {
            throw noProduct
        }
        let created = call.club.created
        return TillReply { $0.object("product") { product.write(&$0, created: created) } }
    }

    static func book(_ call: inout TillCall) throws -> TillReply {
        let id = try call.text("productId")
        let quantity = try call.required("quantity", call.body.number("quantity", Int(Int32.min)...Int(Int32.max)))
        guard Club.quantities.contains(quantity) else {
            throw TillRejection(422, "INVALID_QUANTITY", "Die Menge muss zwischen 1 und 999 liegen.")
        }
        let product = try sold(id, call)
        let member = call.club.members[call.member]
        guard !member.isLocked else { throw locked }
        guard member.balanceCents - product.priceCents * quantity >= Club.lowestBalanceCents else {
            throw TillRejection(422, "INSUFFICIENT_BALANCE", "Das Guthaben reicht nicht aus.")
        }
        let (booking, transaction) = try call.club.book(product, quantity, member: call.member, now: call.now)
        let balance = call.club.members[call.member].balanceCents
        return TillReply(.created) { writer in
            writer.object("booking", booking.write)
            writer.object("transaction", transaction.write)
            writer.field("newBalance", balance)
            writer.field("balanceBelowThreshold", balance < member.thresholdCents)
        }
    }
}

extension Club.Member {
    func write(_ writer: inout JSONWriter, created: Timestamp) {
        writer.field("id", id)
        writer.field("firstName", firstName)
        writer.field("lastName", lastName)
        writer.field("email", email)
        writer.field("mobile", mobile)
        writer.field("role", role)
        writer.field("balanceCents", balanceCents)
        writer.field("lowBalanceThresholdCents", thresholdCents)
        writer.field("locked", isLocked)
        writer.field("failedLoginAttempts", failures)
        writer.field("createdAt", text: created)
        writer.field("updatedAt", text: updated)
    }
}

extension Club.Product {
    func write(_ writer: inout JSONWriter, created: Timestamp) {
        writer.field("id", id)
        writer.field("name", name)
        writer.field("icon", icon)
        writer.field("priceCents", priceCents)
        writer.field("category", category)
        writer.field("active", isActive)
        writer.field("createdAt", text: created)
        writer.field("updatedAt", text: created)
    }
}

extension Club.Booking {
    func write(_ writer: inout JSONWriter) {
        writer.field("id", id)
        writer.field("userId", member)
        writer.field("productId", product)
        writer.field("quantity", quantity)
        writer.field("unitPriceCents", unitCents)
        writer.field("totalCents", unitCents * quantity)
        writer.field("timestamp", text: time)
        writer.field("status", isVoided ? "voided" : "booked")
    }
}

extension Club.Transaction {
    func write(_ writer: inout JSONWriter) {
        writer.field("id", id)
        writer.field("userId", member)
        writer.field("type", type)
        writer.field("amountCents", amountCents)
        writer.field("reference", orNull: reference)
        writer.field("timestamp", text: time)
        writer.field("enteredByAdminId", orNull: admin)
    }
}
