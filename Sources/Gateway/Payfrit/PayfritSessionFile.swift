import Foundation
import RESTClient
import Payfrit

/// Login, with the business that was chosen.
struct PayfritLoginState: Codable, Sendable, Hashable {
    /// URL of the login's backend.
    var base: String
    /// Generation of the login's API.
    var api: String
    /// Token, which is secret.
    var token: String
    var user: Int?
    var name: String
    var business: Int?
    var businessName: String?

    /// Whether the backend refused the token, which is then not stored.
    var isEnded: Bool { token.isEmpty }
    var ended: PayfritLoginState {
        var state = self
        state.token = ""
        return state
    }

    /// Returns whether the login may be sent to this backend.
    func belongs(to place: PayfritPlace) -> Bool { base == place.base && api == place.generation.rawValue }
}

extension PayfritLoginState: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Description without the token.
    var description: String { "login of \(name) at \(base)" }
    var debugDescription: String { description }
    /// Used by `dump` and by failing expectations to look into values; omits the token.
    var customMirror: Mirror { Mirror(self, children: ["base": base, "api": api, "name": name]) }
}

/// File in which the login is saved, readable only by this user.
struct PayfritSessionFile: Sendable, Hashable {
    static let name = "payfrit.json"
    private static let bytesAtMost = 65_536

    private let file: PrivateFile

    var path: String { file.path }

    init(folder: String) {
        file = PrivateFile(path: folder + "/" + PayfritSessionFile.name, limit: PayfritSessionFile.bytesAtMost)
    }

    /// - Returns: The login; nil if there is no file.
    func read() throws(PayfritServiceError) -> PayfritLoginState? {
        let bytes: [UInt8]?
        do { bytes = try file.read() } catch { throw translated(error) }
        guard let bytes else { return nil }
        do {
            return try JSONDecoder().decode(PayfritLoginState.self, from: Data(bytes))
        } catch {
            throw .badSessionFile(path: path)
        }
    }

    /// Replaces the file; after a crash it is either the old or the new one.
    func write(_ state: PayfritLoginState) throws(PayfritServiceError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let bytes: [UInt8]
        do { bytes = Array(try encoder.encode(state)) + [UInt8(ascii: "\n")] } catch {
            throw .badSessionFile(path: path)
        }
        do { try file.write(bytes) } catch { throw translated(error) }
    }

    /// Removes the file. A missing file is no error.
    func remove() throws(PayfritServiceError) {
        do { try file.remove() } catch { throw translated(error) }
    }

    private func translated(_ fault: PrivateFile.Fault) -> PayfritServiceError {
        switch fault {
        case .open(let mode): .openSessionFile(path: path, mode: mode)
        case .damaged: .badSessionFile(path: path)
        case .unusable(let path, let code): .cannotUseSessionFile(path: path, errno: code)
        }
    }
}
