import Foundation
import GatewayModel
import LineFormats
import RESTClient

/// The file with the sessions of tills, which last when the gateway restarts: nobody at the bar can
/// open a new link on the tablet.
struct KeptSessions: Sendable {
    /// A session as the file has it.
    struct Entry: Codable, Sendable, Hashable {
        let id: Int64
        /// SHA-256 of the cookie's secret, which is kept nowhere.
        let digest: Data
        let address: String
        /// Microseconds since 1970.
        let since: Int64
        let until: Int64
    }

    private static let bytesAtMost = 64 * 1024

    private let file: PrivateFile

    /// - Parameter folder: Folder of the file, which must exist.
    init(folder: String) {
        file = PrivateFile(path: folder + "/console-sessions.json", limit: KeptSessions.bytesAtMost)
    }

    var path: String { file.path }

    /// Whether the role's sessions are kept.
    static func keeps(_ role: Role) -> Bool { role == .till }

    /// Returns the sessions that are not over, oldest first.
    ///
    /// - Throws: `PrivateFile.Fault`, or an error of decoding.
    func read(at now: Timestamp) throws -> [Entry] {
        guard let bytes = try file.read() else { return [] }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(bytes))
        guard entries.count <= ConsoleSessions.capacity else { throw PrivateFile.Fault.damaged }
        return entries.filter { $0.until > now.microsecondsSince1970 }
    }

    /// Replaces the file.
    ///
    /// - Throws: `PrivateFile.Fault`.
    func write(_ entries: [Entry]) throws {
        guard !entries.isEmpty else { return try file.remove() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        try file.write(Array(try encoder.encode(entries)))
    }
}
