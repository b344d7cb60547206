import Foundation

/// A folder for the store of a gateway that is killed.
package enum TemporaryStore {
    package static func makeFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "perch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    /// Copies the store of one folder into another. No process may have it open.
    package static func copy(_ folder: String, to other: String) throws {
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) where !file.hasSuffix(".lock") {
            try FileManager.default.copyItem(atPath: "\(folder)/\(file)", toPath: "\(other)/\(file)")
        }
    }

    package static func remove(_ folder: String) {
        try? FileManager.default.removeItem(atPath: folder)  // Only a leftover in the temporary folder.
    }

    package static func path(_ folder: String) -> String { folder + "/perch.db" }
}
