import Foundation

/// The checkout from which the tests were built, and the recordings beside it.
package enum Checkout {
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardized

    /// Folder of the recordings: the one that `PERCH_RECORDINGS` names, or else one beside the
    /// checkout. They carry the addresses of real devices, so they stay outside the repository.
    package static let recordings: URL = {
        let named = ProcessInfo.processInfo.environment["PERCH_RECORDINGS"] ?? ""
        return named.isEmpty ? folder.appending(path: "../shared/data").standardized : URL(filePath: named)
    }()

    /// Reason of a test that is skipped because a recording is absent.
    package static let noRecordings =
        "the recordings are not part of the repository; name their folder in PERCH_RECORDINGS"

    /// Returns a file of the checkout.
    package static func file(_ path: String) -> URL { folder.appending(path: path) }
}

/// Returns whether a program is found through `PATH`.
package func isInstalled(_ program: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
        FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
}
