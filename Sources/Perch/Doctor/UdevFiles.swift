import Foundation
import SerialPort

/// What udev was told and what it wrote down, read from its files. Nothing is asked of udev itself.
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

    /// What udev wrote down of a port.
    struct PortRecord: Hashable {
        /// Whether ModemManager leaves it alone.
        let isIgnoredByModemManager: Bool
        /// Whether it is for whoever sits at the machine.
        let isForTheSeat: Bool
    }

    /// In this order: a file hides those of its name in folders behind its own, and an empty one just that.
    private static let folders = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { $0 + "/udev/rules.d" }
    /// Longest file that is read, bytes; what is longer is cut.
    private static let longestFile = 1 << 20

    /// The folder that stands for `/`.
    private let root: String

    /// - Parameter root: Without a slash at its end; empty for this machine's own.
    init(root: String) {
        self.root = root
    }

    /// The file in effect under a name; nil where there is none.
    func rules(named name: String) -> Rules? {
        for folder in Self.folders {
            if let text = content("\(folder)/\(name)") { return Rules(path: "\(folder)/\(name)", text: text) }
        }
        return nil
    }

    /// The files in effect whose names contain a word, by name.
    func rules(nameContains word: String) -> [Rules] {
        let names = Self.folders.flatMap { entries($0) }.filter { $0.hasSuffix(".rules") && $0.contains(word) }
        return Set(names).sorted().compactMap(rules(named:))
    }

    /// What udev wrote down of the port with a device node; nil where it wrote nothing, as where it does not run.
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

    /// Whether a process of this name runs.
    ///
    /// - Parameter command: As the kernel keeps it, at most 15 bytes.
    func isRunning(_ command: String) -> Bool {
        entries("/proc").contains { $0.allSatisfy(\.isNumber) && content("/proc/\($0)/comm") == command + "\n" }
    }

    private func entries(_ folder: String) -> [String] {
        // A folder that is not there, or may not be read, holds nothing for this user.
        (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
    }

    /// Nil where there is no file, or none that this user may read.
    private func content(_ path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: root + path) else { return nil }
        do {
            // There are no bytes, rather than none to be had, at the end of a file.
            return String(decoding: try file.read(upToCount: Self.longestFile) ?? Data(), as: UTF8.self)
        } catch {
            return nil
        }
    }
}
