import GRDB
import HTTPTypes
import LineFormats

extension Operation {
    /// Answers a request in a transaction of its own, which is rolled back if the request is
    /// rejected.
    func answer(_ incoming: Incoming, in tables: Tables, tokenLifetime: Duration?) async -> Answer {
        do {
            return try await tables.write { [now = tables.now()] db in
                let user = try Token.user(of: incoming.token, now: now, db)
                if access != .open, user == nil { throw Rejection.unauthorized }
                let call = Call(
                    db: db, body: try Fields(method == .get ? Array("{}".utf8) : incoming.body), now: now, user: user,
                    chosen: takesBusiness ? try incoming.chosenBusiness() : nil, tokenLifetime: tokenLifetime)
                return Answer(bytes: try bytes(call, key: access == .repeatable ? incoming.checkedKey() : nil))
            }
        } catch let rejection as Rejection {
            return Answer(rejection)
        } catch {
            return Answer(status: .internalServerError, error: "The server has failed: \(error)")
        }
    }

    private var takesBusiness: Bool { access == .business || access == .repeatable }

    private func bytes(_ call: Call, key: String?) throws -> [UInt8] {
        guard let key else { return try answerBytes(call) }
        let kept = KeptAnswer(user: call.user ?? 0, path: path, key: key, request: call.body.canonical)
        if let bytes = try kept.find(call.db) {
            try Counting.replay.add(path, call.db)
            return bytes
        }
        let bytes = try answerBytes(call)
        try kept.keep(bytes, call.db)
        return bytes
    }

    private func answerBytes(_ call: Call) throws -> [UInt8] {
        let reply = try carryOut(call)
        var writer = JSONWriter()
        writer.element { object in
            object.field("OK", true)
            reply(&object)
        }
        return writer.take()
    }
}
