import Foundation
import GRDB
import TestSupport

@testable import Store

/// Databases as earlier versions left them, made of `Fixtures`.
enum OldDatabase {
    /// Steps of version 0.2.0.
    static let schemas = 1...13

    /// Makes a database that has been through the first `schema` steps.
    static func make(_ schema: Int, at path: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.writeWithoutTransaction { db in
            for step in 1...schema {
                let file = Checkout.file(String(format: "Tests/StoreTests/Fixtures/%02d.sql", step))
                try db.execute(sql: String(contentsOf: file, encoding: .utf8))
            }
        }
        try queue.close()
    }

    /// Returns the rows of every table, as text.
    static func rows(_ path: String) throws -> [String: [String]] {
        let queue = try DatabaseQueue(path: path)
        defer { try? queue.close() }
        return try queue.read { db in
            let tables = try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
            return try Dictionary(
                uniqueKeysWithValues: tables.map {
                    ($0, try Row.fetchAll(db, sql: "SELECT * FROM \($0)").map(\.description))
                })
        }
    }

    /// Returns the statements that make the tables and indexes of a database.
    static func schema(_ db: Database) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name")
    }
}
