import GatewayModel
import LineFormats
import Logging
import Payfrit
import Store

/// Resources that the parts of ``PayfritService`` share.
struct PayfritTools: Sendable {
    /// Largest number of characters in a name; combining marks count one by one.
    private static let nameLimit = 100

    let setup: PayfritSetup
    let store: Store
    let eventLog: EventLog
    let badges: BadgeCache
    let clock: GatewayClock
    let logger: Logger
    let describe: @Sendable (any Error) -> (code: String, message: String, hint: String)
    let timeOfDay: @Sendable () -> Timestamp
    /// Returns a random number in 0..<1, for jitter.
    let chance: @Sendable () -> Double
    let gate = DeliveryGate()

    var now: Int64 { timeOfDay().microsecondsSince1970 }

    /// - Throws: ``PayfritError/badSetting(_:)``.
    func place() throws(PayfritError) -> PayfritPlace { try setup.place() }

    /// - Throws: ``PayfritServiceError/unknownTable(_:)``, `StoreError`.
    func table(_ id: Int64) async throws -> StoredTable {
        guard let table = try await store.payfrit.table(id) else { throw PayfritServiceError.unknownTable(id) }
        return table
    }

    /// Checks a name for the backend.
    static func name(_ text: String) throws(PayfritServiceError) -> String {
        let isBlank = text.allSatisfy(\.isWhitespace)
        let isPrintable = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        guard !isBlank, isPrintable, text.unicodeScalars.count <= nameLimit else {
            throw .badValue(text, of: "name", expected: "1 to \(nameLimit) characters, not only blanks")
        }
        return text
    }

    static func missing(_ field: String) -> PayfritServiceError {
        .badValue("", of: field, expected: "a value: nothing can be made without")
    }
}
