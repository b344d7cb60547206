import Crypto
import Foundation
import GRDB
import LineFormats

/// Tokens that a user sends with requests after a login.
enum Token {
    static func make(for user: Int, lifetime: Duration?, now: Timestamp, _ db: Database) throws -> String {
        let token = SymmetricKey(size: .bits256).withUnsafeBytes { bytes in
            bytes.map { String($0 >> 4, radix: 16) + String($0 & 0xF, radix: 16) }.joined()
        }
        let expiry = lifetime.map { now.microsecondsSince1970 + $0.microseconds }
        try db.cachedStatement(sql: "INSERT INTO Tokens (Token, UserID, ExpiresAt) VALUES (?, ?, ?)").execute(
            arguments: [token, user, expiry])
        try db.cachedStatement(
            sql: """
                DELETE FROM Tokens WHERE UserID = ?1 AND ID <=
                    (SELECT ID FROM Tokens WHERE UserID = ?1 ORDER BY ID DESC LIMIT 1 OFFSET \(Limits.tokens))
                """
        ).execute(arguments: [user])
        return token
    }

    /// Returns the user of a token; nil if it is unknown or has expired.
    static func user(of token: String?, now: Timestamp, _ db: Database) throws -> Int? {
        try Int.fetchOne(
            db.cachedStatement(
                sql: "SELECT UserID FROM Tokens WHERE Token = ? AND (ExpiresAt IS NULL OR ExpiresAt > ?)"),
            arguments: [token, now.microsecondsSince1970])
    }

    static func expire(_ token: String?, now: Timestamp, _ db: Database) throws {
        try db.cachedStatement(sql: "UPDATE Tokens SET ExpiresAt = ? WHERE Token = ?").execute(arguments: [
            now.microsecondsSince1970, token,
        ])
    }
}

extension Duration {
    fileprivate var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
