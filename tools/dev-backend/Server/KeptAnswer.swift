import Crypto
import GRDB

/// Answer to a request with an `Idempotency-Key`. Only answers of requests that were carried out
/// are kept: a refusal changes nothing, so that a repetition is processed again.
struct KeptAnswer {
    private let user: Int
    private let path: String
    private let key: String
    /// Digest of the request, so that a key used for another request is noticed.
    private let digest: String

    init(user: Int, path: String, key: String, request: String) {
        self.user = user
        self.path = path
        self.key = key
        digest = SHA256.hash(data: Array(request.utf8)).map { String($0, radix: 16) }.joined(separator: ".")
    }

    /// Returns the kept answer. Rejects the request if the key was used for another one.
    func find(_ db: Database) throws -> [UInt8]? {
        let sql = "SELECT Request, Body FROM Answers WHERE UserID = ? AND Path = ? AND Key = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [user, path, key]) else { return nil }
        guard row["Request"] == digest else {
            throw Rejection.refused("This Idempotency-Key was used for another request.")
        }
        return try row.withUnsafeData(named: "Body") { $0.map(Array.init) }
    }

    func keep(_ bytes: [UInt8], _ db: Database) throws {
        try db.cachedStatement(
            sql: "INSERT INTO Answers (UserID, Path, Key, Request, Body) VALUES (?, ?, ?, ?, CAST(? AS BLOB))"
        ).execute(arguments: [user, path, key, digest, String(decoding: bytes, as: UTF8.self)])
        try db.cachedStatement(
            sql: "DELETE FROM Answers WHERE ID <= (SELECT max(ID) FROM Answers) - \(Limits.keptAnswers)"
        ).execute()
    }
}
