import HTTPTypes
import LineFormats

/// The page at `/admin`: members, products, deposits and voids, in forms that need no script.
enum AdminPage {
    /// Most bookings on the page, the latest first.
    private static let bookingsAtMost = 100

    /// The way back to the page.
    static var redirection: Answer {
        var answer = Answer(status: .seeOther, type: "text/plain", bytes: [])
        answer.more[.location] = "/admin"
        return answer
    }

    /// The page about a request that was refused.
    static func refusal(_ error: any Error) -> Answer {
        let refused = TillResponder.answer(error)
        let reason = (try? JSONValue(parsing: refused.bytes))?["message"]?.text ?? ""
        return html("<p>\(markup(reason))</p><p><a href=\"/admin\">Zurück</a></p>", status: refused.status)
    }

    static func answer(_ club: Club) -> Answer {
        html(
            """
            <h2 id="users">Benutzer</h2>
            <table><tr><th>Name<th>E-Mail<th>Mobil<th>Rolle<th>PIN<th>Guthaben<th></tr>
            \(club.members.map(row).joined(separator: "\n"))
            </table>
            <h3>Neuer Benutzer</h3>
            \(form("/dev/users", text("firstName", "Vorname") + text("lastName", "Nachname")
                + text("email", "E-Mail") + text("mobile", "Mobil"), "Anlegen"))
            <h3>Einzahlung</h3>
            \(form("/dev/deposits", text("email", "E-Mail") + number("amountCents", "Betrag in Cent"), "Einzahlen"))
            <h2 id="products">Produkte</h2>
            <table><tr><th><th>Name<th>Kategorie<th>Preis<th></tr>
            \(club.products.map(row).joined(separator: "\n"))
            </table>
            <h3>Neues Produkt</h3>
            \(form("/dev/products", text("name", "Name") + categories + number("priceCents", "Preis in Cent"), "Anlegen"))
            <h2 id="bookings">Buchungen</h2>
            <p>Die letzten \(bookingsAtMost) von \(club.bookings.count).</p>
            <table><tr><th>Zeit<th>Benutzer<th>Menge<th>Produkt<th>Summe<th></tr>
            \(club.bookings.suffix(bookingsAtMost).reversed().map { row($0, club) }.joined(separator: "\n"))
            </table>
            """)
    }

    // MARK: Rows

    private static func row(_ member: Club.Member) -> String {
        let pin =
            switch member.pinState {
            case .none: "nicht gesetzt"
            case .set: "gesetzt"
            case .locked: "gesperrt"
            }
        let id = hidden("id", member.id)
        let lock = form(
            "/dev/users", id + hidden("locked", member.isLocked ? "false" : "true"),
            member.isLocked ? "Entsperren" : "Sperren")
        let forget = form("/dev/users", id + hidden("forgetPin", "true"), "PIN löschen")
        return cells(
            markup("\(member.firstName) \(member.lastName)"), markup(member.email), markup(member.mobile),
            markup(member.role), pin, euros(member.balanceCents), lock + forget)
    }

    private static func row(_ product: Club.Product) -> String {
        let id = hidden("id", product.id)
        let price = form("/dev/products", id + number("priceCents", "Cent", value: product.priceCents), "Ändern")
        let sale = form(
            "/dev/products", id + hidden("active", product.isActive ? "false" : "true"),
            product.isActive ? "Nicht mehr verkaufen" : "Wieder verkaufen")
        return cells(
            "<img src=\"\(markup(product.icon))\" alt=\"\" width=\"32\" height=\"32\">", markup(product.name),
            markup(product.category), euros(product.priceCents), price + sale)
    }

    private static func row(_ booking: Club.Booking, _ club: Club) -> String {
        let member = club.members.first { $0.id == booking.member }
        let product = club.products.first { $0.id == booking.product }
        return cells(
            markup("\(booking.time)"), markup(member?.email ?? booking.member), "\(booking.quantity)",
            markup(product?.name ?? booking.product), euros(booking.unitCents * booking.quantity),
            booking.isVoided ? "storniert" : form("/dev/voids", hidden("bookingId", booking.id), "Stornieren"))
    }

    private static func cells(_ cells: String...) -> String {
        "<tr>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
    }

    private static func euros(_ cents: Int) -> String {
        let (whole, part) = cents.magnitude.quotientAndRemainder(dividingBy: 100)
        return (cents < 0 ? "-" : "") + "\(whole)," + (part < 10 ? "0" : "") + "\(part) €"
    }

    // MARK: Forms

    private static func form(_ action: String, _ fields: String, _ button: String) -> String {
        "<form method=\"post\" action=\"\(action)\">\(fields)<button>\(button)</button></form>"
    }

    private static func hidden(_ name: String, _ value: String) -> String {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(markup(value))\">"
    }

    private static func text(_ name: String, _ label: String) -> String {
        "<label>\(label) <input name=\"\(name)\" maxlength=\"100\" required></label> "
    }

    private static func number(_ name: String, _ label: String, value: Int? = nil) -> String {
        let value = value.map { " value=\"\($0)\"" } ?? ""
        return
            "<label>\(label) <input type=\"number\" name=\"\(name)\" min=\"0\" max=\"1000000\"\(value) required></label> "
    }

    private static var categories: String {
        let options = Club.categories.map { "<option>\($0)</option>" }.joined()
        return "<label>Kategorie <select name=\"category\">\(options)</select></label> "
    }

    private static func html(_ body: String, status: HTTPResponse.Status = .ok) -> Answer {
        let page = """
            <!DOCTYPE html>
            <html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
            <title>BC Marl Drinks (Entwicklung)</title>
            <style>
            :root { color-scheme: light dark } body { font: 1rem/1.5 sans-serif; margin: 1rem }
            td, th { padding: .25rem .5rem; text-align: left } form { display: inline }
            input[type=number] { width: 7em }
            </style>
            <h1>BC Marl Drinks (Entwicklung)</h1>
            \(body)
            </html>

            """
        var answer = Answer(status: status, type: "text/html; charset=utf-8", bytes: Array(page.utf8))
        answer.more[.contentSecurityPolicy] =
            "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'"
        return answer
    }
}
