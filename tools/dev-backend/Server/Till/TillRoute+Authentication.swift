import LineFormats

extension TillRoute {
    static func firstLogin(_ call: inout TillCall) throws -> TillReply {
        let index = try credentials(call)
        let pin = try call.pin("pin")
        guard call.club.members[index].pin == nil else {
            throw TillRejection(409, "PIN_ALREADY_SET", "Die PIN ist bereits gesetzt.")
        }
        call.club.members[index].pin = pin
        return loggedIn(index, &call, message: "PIN erfolgreich gesetzt")
    }

    static func login(_ call: inout TillCall) throws -> TillReply {
        let index = try credentials(call)
        let pin = try call.pin("pin")
        guard call.club.members[index].pin != nil else {
            throw TillRejection(403, "PIN_NOT_SET", "Für dieses Konto ist noch keine PIN gesetzt.")
        }
        guard !call.club.members[index].isLocked else { throw locked }
        guard call.club.members[index].pin == pin else { throw wrongPIN(index, &call) }
        return loggedIn(index, &call, message: nil)
    }

    /// Sets the code, which is always the same here. Accounts that do not exist get the same answer.
    static func requestReset(_ call: inout TillCall) throws -> TillReply {
        let (email, mobile) = (try call.text("email"), try call.text("mobile"))
        if let index = call.club.members.firstIndex(where: { $0.email == email && $0.mobile == mobile }) {
            call.club.members[index].resetCode = TillBackend.resetCode
        }
        return TillReply { $0.field("message", "Falls das Konto existiert, wurde ein Code gesendet.") }
    }

    static func confirmReset(_ call: inout TillCall) throws -> TillReply {
        let index = try credentials(call)
        let code = try call.text("token")
        let pin = try call.pin("newPin")
        guard call.club.members[index].resetCode == code else {
            throw TillRejection(422, "INVALID_RESET_TOKEN", "Der Code ist ungültig oder abgelaufen.")
        }
        call.club.members[index].pin = pin
        call.club.members[index].resetCode = nil
        call.club.members[index].failures = 0
        call.club.members[index].isLocked = false
        return TillReply { $0.field("message", "PIN erfolgreich gesetzt") }
    }

    static func changePIN(_ call: inout TillCall) throws -> TillReply {
        let (old, new) = (try call.pin("currentPin"), try call.pin("newPin"))
        guard !call.club.members[call.member].isLocked else { throw locked }
        guard call.club.members[call.member].pin == old else {
            // A wrong PIN here is not an invalid token, so that it is not 401.
            _ = wrongPIN(call.member, &call)
            throw TillRejection(422, "INVALID_PIN", "Die aktuelle PIN ist falsch.")
        }
        call.club.members[call.member].pin = new
        return TillReply { $0.field("message", "PIN erfolgreich geändert") }
    }

    static let locked = TillRejection(403, "ACCOUNT_LOCKED", "Das Konto ist gesperrt.")

    private static let unknown = TillRejection(401, "INVALID_CREDENTIALS", "E-Mail, Mobilnummer oder PIN ist falsch.")

    private static func credentials(_ call: TillCall) throws -> Int {
        let (email, mobile) = (try call.text("email"), try call.text("mobile"))
        guard let index = call.club.members.firstIndex(where: { $0.email == email && $0.mobile == mobile }) else {
            throw unknown
        }
        return index
    }

    private static func wrongPIN(_ index: Int, _ call: inout TillCall) -> TillRejection {
        call.club.members[index].failures += 1
        guard call.club.members[index].failures >= Club.failuresUntilLock else { return unknown }
        call.club.members[index].isLocked = true
        return locked
    }

    private static func loggedIn(_ index: Int, _ call: inout TillCall, message: String?) -> TillReply {
        call.club.members[index].failures = 0
        let member = call.club.members[index]
        let token = call.club.makeToken(for: member.id, lifetime: call.tokenLifetime, now: call.now)
        let created = call.club.created
        return TillReply { writer in
            writer.field("token", token)
            writer.object("user") { member.write(&$0, created: created) }
            writer.field("message", message)
        }
    }
}

extension TillBackend {
    /// Code with which every PIN can be reset.
    package static let resetCode = "123456"
}
