import Failures
import Foundation
import Glibc
import Settings
import SystemPackage

/// The settings file that `perch setup` changes, with the edits.
struct SettingsDraft {
    /// Path, with symbolic links followed.
    let path: String
    /// Edits that are still to be made.
    let edits: [SettingsEdit]
    private let text: String

    /// Prepares the edits of those settings that do not have the value yet.
    ///
    /// - Throws: `SettingsError` where the present file is invalid or cannot be read; ``Failure``
    ///   where a person must edit it.
    init(path: String, _ wanted: [SettingsEdit], now: Settings) throws {
        self.path =
            realpath(path, nil).map { resolved in
                defer { free(resolved) }
                return String(cString: resolved)
            } ?? path
        edits = wanted.filter { !$0.isMade(in: now) }
        let before: String
        if access(path, F_OK) == 0 {
            do { before = try String(contentsOfFile: self.path, encoding: .utf8) } catch {
                throw Failure(
                    code: "settings-unreadable", message: "\(path) cannot be read.",
                    hint: "Check it with `perch settings check`.",
                    exit: access(path, R_OK) == 0 ? .configuration : .permission)
            }
        } else {
            before = ""
        }
        guard let edited = try SettingsEdit.applying(edits, to: before, path: path) else {
            throw Failure(
                code: "settings-by-hand", message: "\(path) is laid out in a way that Perch does not change.",
                hint: "Edit it yourself: \(edits.map(\.line).joined(separator: "; ")).", exit: .configuration)
        }
        text = edited
    }

    /// Writes the file, whole or not at all. Everybody can read it, and its owner and mode stay.
    ///
    /// - Throws: ``Failure``.
    func write() throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        do { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) } catch {
            throw Failure(
                code: "cannot-create", message: "The folder \(folder) cannot be made.",
                hint: "Make it, then run `perch setup` again.", exit: .cannotCreate)
        }
        let before = try? Stat(path)
        var file = try PartialFile(path)
        do {
            try file.append(Array(text.utf8))
            try file.finish(replacing: true)
        } catch {
            file.discard()
            throw error
        }
        chmod(path, before?.permissions.rawValue ?? 0o644)
        if let before { chown(path, before.userID.rawValue, before.groupID.rawValue) }
    }
}
