import CServedFiles
import Crypto
import Foundation
import Synchronization

/// Files of the web console: the pages that are in the program, and scripts of Debian's packages.
package enum ConsoleFiles {
    /// Version of the pages, in hexadecimal digits: another one with any change of a file, so that
    /// browsers may keep the files for ever.
    package static let version: String = {
        var hash = SHA256()
        for name in sources.keys.sorted() {
            hash.update(data: Data(name.utf8))
            hash.update(data: Data(sources[name] ?? []))
        }
        return hash.finalize().prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }()

    /// The console's page. It names the session and all modules of the shell, so that the browser need not find
    /// them one after the other.
    package static let page: ConsoleFile = {
        let modules = sources.keys.filter { $0.hasPrefix("shell/") && $0.hasSuffix(".js") }.sorted()
        let links = modules.map { "<link rel=\"modulepreload\" href=\"/assets/VERSION/\($0)\">\n" }.joined()
        let session = "<link rel=\"preload\" href=\"/v1/session\" as=\"fetch\" crossorigin=\"anonymous\">\n"
        let text = String(decoding: sources["shell/index.html"] ?? [], as: UTF8.self)
            .replacingOccurrences(of: "</head>", with: session + links + "</head>")
            .replacingOccurrences(of: "VERSION", with: version)
        return ConsoleFile(bytes: Array(text.utf8), name: "index.html")
    }()

    /// Returns a file by folder and name, such as `shell` and `app.js`; nil if there is none.
    package static func file(_ folder: String, _ name: String) -> ConsoleFile? {
        let path = "\(folder)/\(name)"
        if let known = made.withLock({ $0[path] }) { return known }
        guard var bytes = folder == "vendor" ? installed(name) : sources[path] else { return nil }
        if folder != "vendor", name.hasSuffix(".js") { bytes = ScriptComments.removed(from: bytes) }
        let file = ConsoleFile(bytes: bytes, name: name)
        made.withLock { $0[path] = file }
        return file
    }

    private static let made = Mutex<[String: ConsoleFile]>([:])

    private static let sources: [String: [UInt8]] = {
        var count = 0
        guard let files = perch_console_files(&count) else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: UnsafeBufferPointer(start: files, count: count).map { file in
                (String(cString: file.path), Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
            })
    }()

    /// Scripts that the page may load if Debian's packages are installed. Source: libjs-dygraphs.
    private static let installedFiles = [
        "dygraph.min.js": "/usr/share/javascript/dygraphs/dygraph.min.js",
        "dygraph.min.css": "/usr/share/javascript/dygraphs/dygraph.min.css",
    ]

    private static func installed(_ name: String) -> [UInt8]? {
        guard let path = installedFiles[name], let data = FileManager.default.contents(atPath: path) else { return nil }
        return Array(data)
    }
}
