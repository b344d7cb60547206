import HTTPTypes
import Hummingbird
import LineFormats

/// An endpoint under `/dev`, by which tests and the page at `/admin` change the club.
struct TillControl: Sendable {
    let method: HTTPRequest.Method
    let path: String
    var takesBody = true
    let carryOut: @Sendable (inout Club, Fields, Timestamp) throws -> TillReply

    /// Answers JSON with JSON. The form of a page is answered with the way back to the page.
    static func answer(_ path: String, _ request: Request, _ club: KeptClub, _ now: Timestamp) async throws -> Answer {
        guard !CrossOrigin.isForeign(request.headers, host: request.head.authority) else {
            throw TillRejection(403, "FOREIGN_ORIGIN", "Diese Seite darf das nicht.")
        }
        if request.method == .post, path == "/dev/reset" {
            try club.reset(now: now)
            return done.answer
        }
        let controls = all.filter { $0.path == path }
        guard !controls.isEmpty else { throw TillRejection.notFound }
        guard let control = controls.first(where: { $0.method == request.method }) else {
            throw TillRejection.wrongMethod(allowed: controls.map(\.method.rawValue).joined(separator: ", "))
        }
        guard control.takesBody else {
            return try club.change { try control.carryOut(&$0, Fields(form: [:]), now).answer }
        }
        guard Responder.type(of: request) == "application/x-www-form-urlencoded" else {
            let fields = try Fields(try await Responder.body(of: request))
            return try club.change { try control.carryOut(&$0, fields, now).answer }
        }
        let form = TillQuery.read(String(decoding: try await Responder.anyBody(of: request), as: UTF8.self))
        do {
            _ = try club.change { try control.carryOut(&$0, Fields(form: form), now) }
            return AdminPage.redirection
        } catch {
            return AdminPage.refusal(error)
        }
    }

    static let all: [TillControl] = [
        TillControl(method: .post, path: "/dev/faults") { club, fields, _ in
            let fault = try Fault(fields, isKnown: TillRoute.isKnown)
            guard club.faults.count < Limits.faults else { throw full("\(Limits.faults) Fehler") }
            club.faults.append(fault)
            return done
        },
        TillControl(method: .delete, path: "/dev/faults", takesBody: false) { club, _, _ in
            club.faults = []
            return done
        },
        TillControl(method: .get, path: "/dev/journal", takesBody: false) { club, _, _ in
            TillReply(list: "bookings", club.journal) { $0.write(&$1) }
        },
        TillControl(method: .post, path: "/dev/deposits") { club, fields, now in
            let cents = try given("amountCents", fields.number("amountCents", 1...1_000_000))
            try club.deposit(cents, to: try given("email", fields.text("email", 1...200)), now: now)
            return done
        },
        TillControl(method: .post, path: "/dev/voids") { club, fields, now in
            try club.void(try given("bookingId", fields.text("bookingId", 1...200)), now: now)
            return done
        },
        TillControl(method: .get, path: "/dev/users", takesBody: false) { club, _, _ in
            TillReply(list: "users", club.members) { [created = club.created] member, writer in
                member.write(&writer, created: created)
                writer.field("pinState", member.pinState.rawValue)
            }
        },
        TillControl(method: .post, path: "/dev/users") { club, fields, now in
            try changeUser(&club, fields, now)
            return done
        },
        TillControl(method: .post, path: "/dev/products") { club, fields, _ in
            try changeProduct(&club, fields)
            return done
        },
    ]

    private static var done: TillReply { TillReply { _ in } }

    private static func given<Value>(_ name: String, _ value: Value?) throws -> Value {
        guard let value else { throw TillRejection.invalid("\(name) fehlt.") }
        return value
    }

    private static func full(_ what: String) -> TillRejection {
        TillRejection(422, "TOO_MANY", "Der Entwicklungsserver speichert höchstens \(what).")
    }

    /// Changes the member that `id` names, or adds one.
    private static func changeUser(_ club: inout Club, _ fields: Fields, _ now: Timestamp) throws {
        guard let id = try fields.text("id", 1...200) else {
            let email = try given("email", fields.text("email", 3...200))
            let mobile = try given("mobile", fields.text("mobile", 4...40))
            let (first, last) = (try fields.text("firstName", 1...100), try fields.text("lastName", 1...100))
            guard !club.members.contains(where: { $0.email == email }) else {
                throw TillRejection(409, "USER_EXISTS", "Diese E-Mail-Adresse ist vergeben.")
            }
            guard club.members.count < Club.listLimit else { throw full("\(Club.listLimit) Benutzer") }
            club.members.append(
                Club.Member(
                    id: "u-\(club.members.count + 1)", firstName: first ?? "", lastName: last ?? "", email: email,
                    mobile: mobile, role: "user", pin: nil, balanceCents: 0, updated: now))
            return
        }
        guard let index = club.members.firstIndex(where: { $0.id == id }) else { throw TillRejection.notFound }
        if let locked = try fields.flag("locked") {
            club.members[index].isLocked = locked
            if !locked { club.members[index].failures = 0 }
        }
        if try fields.flag("forgetPin") == true { club.members[index].pin = nil }
        club.members[index].updated = now
    }

    /// Changes the product that `id` names, or adds one.
    private static func changeProduct(_ club: inout Club, _ fields: Fields) throws {
        let price = try fields.number("priceCents", 0...1_000_000)
        if let id = try fields.text("id", 1...200) {
            return try club.change(product: id, priceCents: price, isActive: try fields.flag("active"))
        }
        let name = try given("name", fields.text("name", 1...100))
        let category = try given("category", fields.text("category", 1...20))
        guard Club.categories.contains(category) else { throw TillRejection.invalid("category ist unbekannt.") }
        guard club.products.count < Club.listLimit else { throw full("\(Club.listLimit) Produkte") }
        club.products.append(
            Club.Product(
                id: "p-\(club.products.count + 1)", name: name, icon: TillIcons.path(category: category),
                priceCents: try given("priceCents", price), category: category))
    }
}

extension TillJournalEntry {
    fileprivate func write(_ writer: inout JSONWriter) {
        writer.field("id", id)
        writer.field("member", member)
        writer.field("product", product)
        writer.field("quantity", quantity)
        writer.field("totalCents", totalCents)
        writer.field("voided", isVoided)
    }
}

extension Club.Member {
    /// State of a member's PIN.
    enum PINState: String {
        case none, set, locked
    }

    var pinState: PINState { isLocked ? .locked : pin == nil ? .none : .set }
}
