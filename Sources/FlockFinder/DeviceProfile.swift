import Foundation

/// Dialect and limits of a kind of device. They are data, so that another firmware is just another
/// entry of a file.
package struct DeviceProfile: Sendable, Hashable, Decodable {
    package let name: String
    /// Name for people.
    package let title: String
    package let dialect: ConfigDialect
    /// Whether the device accepts `SET_CONFIG:{json}` on its command characteristic, and answers
    /// with `CONFIG:{json}`.
    package let takesSetConfig: Bool
    /// Most entries that the device keeps of each list; absent = as many as fit.
    package let entries: [PatternKind: Int]
    /// Ranges of settings that are narrower than ``ScanSetting/range``.
    private let settings: [ScanSetting: ClosedRange<Int>]
    /// Number of digits of an address that the device compares; nil = all.
    package let macDigits: Int?
    /// Longest text that the device accepts, in bytes; nil = no limit is known.
    package let textBytes: Int?
    /// Longest text that survives a restart, in bytes.
    package let savedBytes: Int?
    /// Memory in which the device parses a text, in bytes.
    package let poolBytes: Int?
    /// Bytes per notification in which the device sends a longer text, if it ignores the ATT MTU.
    package let partBytes: Int?
    /// Lists that the device keeps, but whose entries never match there.
    package let deafLists: [PatternKind]

    /// Kinds of device that this program knows.
    package static let bundled: [DeviceProfile] = {
        struct File: Decodable { let profiles: [DeviceProfile] }
        // The file is part of the program; a test reads it.
        return (try? JSONDecoder().decode(File.self, from: Data(PackageResources.devices_json)).profiles) ?? []
    }()

    /// Config that the firmware has from the factory, as the device sends it.
    package static let factory: [UInt8] = Array(PackageResources.factory_json.prefix { $0 != UInt8(ascii: "\n") })

    package static func named(_ name: String) -> DeviceProfile? { bundled.first { $0.name == name } }

    /// The kind of device that uses this dialect over Bluetooth.
    package static func speaking(_ dialect: ConfigDialect) -> DeviceProfile? {
        named(dialect == .nested ? "real" : "document")
    }

    /// Values of a setting that the device can hold.
    package func range(of setting: ScanSetting) -> ClosedRange<Int> { settings[setting] ?? setting.range }

    private enum CodingKeys: String, CodingKey {
        case name, title, dialect, entries, settings
        case takesSetConfig = "takes_set_config"
        case macDigits = "mac_digits"
        case textBytes = "text_bytes"
        case savedBytes = "saved_bytes"
        case poolBytes = "pool_bytes"
        case partBytes = "part_bytes"
        case deafLists = "deaf_lists"
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        name = try fields.decode(String.self, forKey: .name)
        title = try fields.decode(String.self, forKey: .title)
        dialect = try fields.decode(ConfigDialect.self, forKey: .dialect)
        takesSetConfig = try fields.decode(Bool.self, forKey: .takesSetConfig)
        let entries = try fields.decode([String: Int].self, forKey: .entries)
        self.entries = Dictionary(
            uniqueKeysWithValues: entries.compactMap { name, count in PatternKind(rawValue: name).map { ($0, count) } })
        settings = Dictionary(
            uniqueKeysWithValues: try fields.decode([String: [Int]].self, forKey: .settings).map { name, ends in
                guard let setting = ScanSetting(rawValue: name), ends.count == 2, ends[0] <= ends[1] else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .settings, in: fields,
                        debugDescription: "\(name) is not a setting with a range of two numbers")
                }
                return (setting, ends[0]...ends[1])
            })
        macDigits = try fields.decodeIfPresent(Int.self, forKey: .macDigits)
        textBytes = try fields.decodeIfPresent(Int.self, forKey: .textBytes)
        savedBytes = try fields.decodeIfPresent(Int.self, forKey: .savedBytes)
        poolBytes = try fields.decodeIfPresent(Int.self, forKey: .poolBytes)
        partBytes = try fields.decodeIfPresent(Int.self, forKey: .partBytes)
        deafLists = try fields.decodeIfPresent([PatternKind].self, forKey: .deafLists) ?? []
    }
}
