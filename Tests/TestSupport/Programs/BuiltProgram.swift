import Foundation

/// Programs of this package that a test or a measurement starts.
package enum BuiltProgram {
    /// Returns the path of the program `name`: in the folder that `PERCH_PROGRAMS` names, else
    /// where SwiftPM puts it, beside the caller.
    package static func path(_ name: String) -> String {
        let named = ProcessInfo.processInfo.environment["PERCH_PROGRAMS"] ?? ""
        let folder =
            named.isEmpty
            ? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            : URL(filePath: named)
        return folder.appending(path: name).path
    }
}
