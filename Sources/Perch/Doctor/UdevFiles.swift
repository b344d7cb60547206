import Foundation
import SerialPort

/// The rules and records of udev, read from its files. Udev itself is not queried.
struct UdevFiles {
    /// A file of rules.
    struct Rules: Hashable {
        let path: String
        let text: String

        /// Lines that are neither empty nor a comment.
        var lines: [Substring] {
            text.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") }
        }
    }

    /// The record of a port in udev's database.
    struct PortRecord: Hashable {
        /// Whether ModemManager ignores the port.
        let isIgnoredByModemManager: Bool
        /// Whether the user who sits at the machine has access to the port.
        let isForTheSeat: Bool
    }

    /// Folders of rules, in order of precedence: a file hides those of the same name in later
    /// folders, and an empty file does only that.
    private static let folders = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { $0 + "/udev/rules.d" }
    /// Most bytes that are read of a file; the rest is ignored.
    private static let longestFile = 1 << 20

    /// The folder that stands for `/`.
    private let root: String

    /// - Parameter root: The folder that stands for `/`, without a slash at its end; empty for `/`
    ///   itself.
    init(root: String) {
        self.root = root
    }

    /// Returns the file of rules in effect under a name; nil where there is none.
    func rules(named name: String) -> Rules? {
        for folder in Self.folders {
            if let text = content("\(folder)/\(name)") { return Rules(path: "\(folder)/\(name)", text: text) }
        }
        return nil
    }

    /// Returns the files of rules in effect whose names contain a word, sorted by name.
    func rules(nameContains word: String) -> [Rules] {
        let names = Self.folders.flatMap { entries($0) }.filter { $0.hasSuffix(".rules") && $0.contains(word) }
        return Set(names).sorted().compactMap(rules(named:))
    }

    /// Returns udev's record of the port with a device node; nil where there is none, for example
    /// because udev does not run.
    func record(ofPort node: String) -> PortRecord? {
        let name = node.split(separator: "/").last.map(String.init) ?? node
        guard let number = content("/sys/class/tty/\(name)/dev")?.split(separator: "\n").first,
            let record = content("/run/udev/data/c\(number)")
        else { return nil }
        let lines = Set(record.split(separator: "\n"))
        return PortRecord(
            isIgnoredByModemManager: lines.contains("E:ID_MM_PORT_IGNORE=1")
                || lines.contains("E:ID_MM_DEVICE_IGNORE=1"),
            isForTheSeat: lines.contains("G:uaccess"))
    }

    /// Returns whether a process of this name runs.
    ///
    /// - Parameter command: Name as the kernel keeps it, at most 15 bytes.
    func isRunning(_ command: String) -> Bool {
        entries("/proc").contains { $0.allSatisfy(\.isNumber) && content("/proc/\($0)/comm") == command + "\n" }
    }

    private func entries(_ folder: String) -> [String] {
        // A folder that is missing or unreadable counts as empty.
        (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
    }

    /// Returns the text of a file; nil where it is missing or this user may not read it.
    private func content(_ path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: root + path) else { return nil }
        do {
            // At the end of a file, `read` returns nil, which means an empty file here, not an
            // error.
            return String(decoding: try file.read(upToCount: Self.longestFile) ?? Data(), as: UTF8.self)
        } catch {
            return nil
        }
    }
}
