import Glibc
import TOMLKit

/// One settings file, read.
struct SettingsFile {
    /// Largest file, in bytes. A usual settings file has some hundred.
    static let sizeLimit = 1 << 20

    private(set) var values: [(key: SettingKey, value: SettingValue, line: Int)] = []
    /// Errors, in the order of lines.
    private(set) var findings: [SettingsError.Finding] = []

    private let path: String
    private let outline: TOMLOutline

    /// Reads the file at `path`; nil if it does not exist.
    ///
    /// - Throws: ``SettingsError/cannotRead(path:errno:)``.
    static func read(_ path: String) throws(SettingsError) -> SettingsFile? {
        do {
            if let bytes = try FileBytes.read(path, limit: sizeLimit) { return SettingsFile(path: path, bytes: bytes) }
        } catch {
            guard error.code != ENOENT, error.code != ENOTDIR else { return nil }
            throw .cannotRead(path: path, errno: error.code)
        }
        var file = SettingsFile(path: path, text: "")
        file.found(1, "the file has more than \(sizeLimit) bytes")
        return file
    }

    /// Reads a text; `path` is its name in findings.
    init(path: String, bytes: [UInt8]) {
        let broken = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).firstIndex {
            $0.contains(0) || String(validating: $0, as: UTF8.self) == nil
        }
        self.init(path: path, text: broken == nil ? String(decoding: bytes, as: UTF8.self) : "")
        // Zero bytes are refused here, because the parser would take one for the end of the text.
        if let broken { found(broken + 1, "this is not UTF-8 text") }
    }

    private init(path: String, text: String) {
        self.path = path
        outline = TOMLOutline(text)
        guard outline.faults.isEmpty else {
            for fault in outline.faults { found(fault.line, "this is not TOML: \(fault.message)") }
            return
        }
        do {
            readTables(try TOMLTable(string: text))
        } catch let error as TOMLParseError {
            let line = error.source.begin.line
            if outline.repetitions.contains(where: { $0.line == line }) {
                for repetition in outline.repetitions {
                    found(
                        repetition.line,
                        "\(repetition.path.joined(separator: ".")) is already set on line \(repetition.firstLine)")
                }
            } else {
                found(line, "this is not TOML: \(error.description) (column \(error.source.begin.column))")
            }
        } catch {
            found(1, "this is not TOML: \(error)")
        }
        findings.sort { SettingsFile.line(of: $0) < SettingsFile.line(of: $1) }
    }

    private static func line(of finding: SettingsError.Finding) -> Int {
        finding.place.split(separator: ":").last.flatMap { Int($0) } ?? 0
    }

    private mutating func found(_ line: Int, _ message: String) {
        findings.append(SettingsError.Finding(place: "\(path):\(line)", message: message))
    }

    private mutating func readTables(_ root: TOMLTable) {
        for name in root.keys {
            let line = outline.first[[name]] ?? 1
            guard SettingKey.tables.contains(name) else {
                found(line, unknown([name]))
                continue
            }
            guard let table = root[name]?.table else {
                found(line, "\(name) is \(SettingValue(root[name]).toml); it must be a table, [\(name)]")
                continue
            }
            for key in table.keys { readKey(name, key, table[key]) }
        }
    }

    private mutating func readKey(_ table: String, _ name: String, _ toml: (any TOMLValueConvertible)?) {
        let line = outline.first[[table, name]] ?? outline.first[[table]] ?? 1
        guard let key = SettingKey.all.first(where: { $0.table == table && $0.name == name }) else {
            found(line, unknown([table, name]))
            return
        }
        let value = SettingValue(toml)
        if let fault = key.fault(of: value, isRelativeAllowed: false) {
            found(line, fault)
        } else {
            values.append((key, value, line))
        }
    }

    /// Describes an unknown key and suggests a known one: the key may be mistyped, or may be in the
    /// wrong table or in none.
    private func unknown(_ path: [String]) -> String {
        let name = path.joined(separator: ".")
        let meant: String?
        if let sameName = SettingKey.all.first(where: { $0.name == path.last }) {
            meant = sameName.path
        } else if path.count == 1 {
            meant =
                suggestion(for: path[0], among: SettingKey.tables.sorted()).map { "[\($0)]" }
                ?? suggestion(for: path[0], among: SettingKey.all.map(\.path))
        } else {
            let siblings = SettingKey.all.filter { $0.table == path[0] }.map(\.name)
            meant = suggestion(for: path[1], among: siblings).map { "\(path[0]).\($0)" }
        }
        return "\(name) is not a setting" + (meant.map { "; did you mean \($0)?" } ?? "")
    }
}

extension SettingValue {
    /// Converts a node; nil means that the node cannot be reached by its name.
    fileprivate init(_ toml: (any TOMLValueConvertible)?) {
        switch toml?.type {
        case .string: self = .text(toml?.string ?? "")
        case .int: self = toml?.int.map(SettingValue.number) ?? .other("an integer")
        case .bool: self = toml?.bool.map(SettingValue.flag) ?? .other("a boolean")
        case .array:
            let items = toml?.array.map { array in array.indices.map { array[$0] } } ?? []
            let texts = items.compactMap { $0.type == .string ? $0.string : nil }
            self = texts.count == items.count ? .list(texts) : .other("an array with items that are not strings")
        case .table: self = .other("a table")
        case .double: self = .other("a number with a fraction")
        case .date, .time, .dateTime: self = .other("a date or a time")
        case nil: self = .other("unreadable")
        }
    }
}
