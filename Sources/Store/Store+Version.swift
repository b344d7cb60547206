import GRDB
import GatewayModel

extension Migrations {
    // One row at most: the version of the program that used the database last. No row: 0.2.0, which
    // did not record its version.
    static let program = "CREATE TABLE program (version TEXT NOT NULL) STRICT"
}

extension Store {
    /// Notes that this version of the program uses the database.
    package func recordVersion() async throws(StoreError) {
        try await database.write { db in try db.setVersion(APIVersion.program) }
    }
}

extension Database {
    /// Returns the version of the program that used the database last.
    func version() throws -> String {
        try String.fetchOne(self, sql: "SELECT version FROM program") ?? "0.2.0"
    }

    func setVersion(_ version: String) throws {
        try execute(sql: "DELETE FROM program")
        try execute(sql: "INSERT INTO program (version) VALUES (?)", arguments: [version])
    }
}
