import FlockFinder
import GRDB

/// SQL statements for the patterns of one kind.
struct PatternTable: Sendable, Hashable {
    private let kind: PatternKind
    private let name: String
    private let textColumn: String
    /// SQL condition for this kind's rows in the table; empty if the table has no other kind.
    private let condition: String

    private static let columns =
        "device_type, enabled, custom, created_at, updated_at, source, confidence, description, bundle, edited, switched"

    init(_ kind: PatternKind) {
        switch kind {
        case .mac: (name, textColumn, condition) = ("mac_patterns", "prefix", "")
        case .ssid: (name, textColumn, condition) = ("ssid_patterns", "pattern", "case_sensitive = ?")
        case .bleName: (name, textColumn, condition) = ("ble_patterns", "pattern", "pattern_type = 'name'")
        case .bleUUID: (name, textColumn, condition) = ("ble_patterns", "pattern", "pattern_type = 'uuid'")
        case .bleManufacturer:
            (name, textColumn, condition) = ("ble_patterns", "pattern", "pattern_type = 'manufacturer'")
        }
        self.kind = kind
    }

    /// Selects every pattern of the kind, in the order in which they were added. Columns: see
    /// ``StoredPattern/init(_:_:)``.
    var selection: String {
        let caseSensitive = kind == .ssid ? "case_sensitive" : "0"
        let filter = kind == .ssid || condition.isEmpty ? "" : " WHERE \(condition)"
        return "SELECT id, \(textColumn), \(caseSensitive), \(Self.columns) FROM \(name)\(filter) ORDER BY id"
    }

    /// Arguments: ``Pattern/Key/arguments``.
    var selectionOfOne: String {
        let caseSensitive = kind == .ssid ? "case_sensitive" : "0"
        return "SELECT id, \(textColumn), \(caseSensitive), \(Self.columns) FROM \(name) \(whereKey)"
    }

    var deletion: String { "DELETE FROM \(name) \(whereKey)" }

    /// Arguments: enabled or not, the time, then the key's.
    var switching: String { "UPDATE \(name) SET enabled = ?, updated_at = ?, switched = 1 - custom \(whereKey)" }

    /// Arguments: ``PatternDraft/arguments(created:updated:isEdited:isSwitched:)``.
    var insertion: String {
        let typed =
            switch kind {
            case .mac: (column: "", value: "")
            case .ssid: (column: ", case_sensitive", value: ", ?")
            case .bleName: (column: ", pattern_type", value: ", 'name'")
            case .bleUUID: (column: ", pattern_type", value: ", 'uuid'")
            case .bleManufacturer: (column: ", pattern_type", value: ", 'manufacturer'")
            }
        return "INSERT INTO \(name) (\(textColumn)\(typed.column), \(Self.columns)) "
            + "VALUES (?\(typed.value)\(String(repeating: ", ?", count: 11)))"
    }

    /// Arguments: same as for ``insertion``, then the id.
    var update: String {
        let columns = ([textColumn] + (kind == .ssid ? ["case_sensitive"] : []) + [Self.columns]).joined(
            separator: ", ")
        let count = kind == .ssid ? 13 : 12
        let values = Array(repeating: "?", count: count).joined(separator: ", ")
        return "UPDATE \(name) SET (\(columns)) = (\(values)) WHERE id = ?"
    }

    static let count = """
        SELECT (SELECT count(*) FROM mac_patterns) + (SELECT count(*) FROM ssid_patterns)
            + (SELECT count(*) FROM ble_patterns)
        """

    private var whereKey: String {
        "WHERE \(textColumn) = ?" + (condition.isEmpty ? "" : " AND \(condition)")
    }
}

extension Pattern.Key {
    /// Arguments of the ``PatternTable`` statements that concern one pattern.
    var arguments: StatementArguments { kind == .ssid ? [text, isCaseSensitive] : [text] }
}

extension PatternDraft {
    func arguments(created: Int64, updated: Int64, isEdited: Bool, isSwitched: Bool) -> StatementArguments {
        let rest: StatementArguments = [
            pattern.deviceType, pattern.isEnabled, bundle == nil, created, updated, source, confidence, details, bundle,
            isEdited && bundle != nil, isSwitched && bundle != nil,
        ]
        return pattern.key.arguments + rest
    }
}
