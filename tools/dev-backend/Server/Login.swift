import GRDB
import LineFormats

extension Operation {
    static func sendOTP(_ call: Call) throws -> Reply {
        let phone = try call.body.digits("Phone", 3...20, mayHavePlus: true)
        guard try user(phone: phone, call.db) != nil else {
            throw Rejection.refused("Nobody has this phone number.")
        }
        return {
            $0.field("Message", "DEV MODE — password: \(Seed.password) (the magic one-time password; none is sent)")
        }
    }

    static func verifyOTP(_ call: Call) throws -> Reply {
        let phone = try call.body.digits("Phone", 3...20, mayHavePlus: true)
        let password = try call.body.digits("OTP", 4...10)
        guard let user = try user(phone: phone, call.db), password == Seed.password else {
            throw Rejection.refused("The one-time password is wrong or has expired.")
        }
        return try logIn(user, call)
    }

    static func loginWithPassword(_ call: Call) throws -> Reply {
        let name = try call.body.name("Username")
        let password = try call.body.text("Password", 1...200)
        guard let password else { throw Rejection.malformed("Password is missing.") }
        let byMail = "SELECT * FROM Users WHERE lower(Email) = lower(?)"
        let found =
            try Row.fetchOne(call.db.cachedStatement(sql: byMail), arguments: [name]) ?? user(phone: name, call.db)
        guard let found, password == Seed.password else { throw Rejection.refused("Invalid email/phone or password") }
        return try logIn(found, call)
    }

    private static func user(phone: String, _ db: Database) throws -> Row? {
        let digits = phone.hasPrefix("+") ? String(phone.dropFirst()) : phone
        return try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM Users WHERE Phone = ?"), arguments: ["+" + digits])
    }

    private static func logIn(_ user: Row, _ call: Call) throws -> Reply {
        let (id, name): (Int, String) = (user["ID"], user["Name"])
        let token = try Token.make(for: id, lifetime: call.tokenLifetime, now: call.now, call.db)
        return { writer in
            writer.field("Token", token)
            writer.field("UserID", id)
            writer.field("Name", name)
        }
    }
}
