import HTTPTypes
import LineFormats

extension TillRoute {
    static func profile(_ call: inout TillCall) throws -> TillReply {
        let (member, created) = (call.club.members[call.member], call.club.created)
        return TillReply { $0.object("user") { member.write(&$0, created: created) } }
    }

    static func setThreshold(_ call: inout TillCall) throws -> TillReply {
        let cents = try call.required(
            "lowBalanceThresholdCents", call.body.number("lowBalanceThresholdCents", 0...1_000_000))
        call.club.members[call.member].thresholdCents = cents
        call.club.members[call.member].updated = call.now
        return try profile(&call)
    }

    static func listFavorites(_ call: inout TillCall) throws -> TillReply {
        let products = call.club.members[call.member].favorites.compactMap { id in
            call.club.products.first { $0.id == id }
        }
        let created = call.club.created
        return TillReply(list: "favorites", products) { $0.write(&$1, created: created) }
    }

    static func addFavorite(_ call: inout TillCall) throws -> TillReply {
        let product = try sold(try call.text("productId"), call)
        guard !call.club.members[call.member].favorites.contains(product.id) else {
            throw TillRejection(409, "FAVORITE_EXISTS", "Das Produkt ist bereits ein Favorit.")
        }
        call.club.members[call.member].favorites.append(product.id)
        return TillReply(.created) { $0.field("message", "Favorit hinzugefügt") }
    }

    static func removeFavorite(_ call: inout TillCall) throws -> TillReply {
        guard let index = call.club.members[call.member].favorites.firstIndex(of: call.id) else {
            throw TillRejection(404, "NOT_FOUND", "Das Produkt ist kein Favorit.")
        }
        call.club.members[call.member].favorites.remove(at: index)
        return TillReply { $0.field("message", "Favorit entfernt") }
    }

    static func listBookings(_ call: inout TillCall) throws -> TillReply {
        let (member, from) = (call.club.members[call.member].id, try call.day("from"))
        let voided = try call.flag("includeVoided") ?? false
        let rows = call.club.bookings.filter { row in
            row.member == member && (voided || !row.isVoided)
                && (from.map { $0.microsecondsSince1970 <= row.time.microsecondsSince1970 } ?? true)
        }
        return TillReply(list: "bookings", rows.reversed()) { $0.write(&$1) }
    }

    static func listTransactions(_ call: inout TillCall) throws -> TillReply {
        let (member, from) = (call.club.members[call.member].id, try call.day("from"))
        let type = call.query["type"]
        guard type.map(["DEPOSIT", "DEBIT", "REVERSAL"].contains) ?? true else {
            throw TillRejection.invalid("type ist unbekannt.")
        }
        let rows = call.club.transactions.filter { row in
            row.member == member && (type == nil || type == row.type)
                && (from.map { $0.microsecondsSince1970 <= row.time.microsecondsSince1970 } ?? true)
        }
        return TillReply(list: "transactions", rows.reversed()) { $0.write(&$1) }
    }

    static let noProduct = TillRejection(404, "NOT_FOUND", "Das Produkt gibt es nicht.")

    /// Finds a product that is sold now.
    static func sold(_ id: String, _ call: TillCall) throws -> Club.Product {
        guard let product = call.club.products.first(where: { $0.id == id }) else {
            throw noProduct
        }
        guard product.isActive else {
            throw TillRejection(422, "PRODUCT_INACTIVE", "Das Produkt wird nicht mehr verkauft.")
        }
        return product
    }
}
