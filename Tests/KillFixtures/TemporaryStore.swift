import Foundation

/// A folder for the store of a gateway that is killed.
package enum TemporaryStore {
    package static func makeFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "perch-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }

    package static func remove(_ folder: String) {
        try? FileManager.default.removeItem(atPath: folder)  // Only a leftover in the temporary folder.
    }

    package static func path(_ folder: String) -> String { folder + "/perch.db" }
}
