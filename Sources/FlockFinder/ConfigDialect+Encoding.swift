import Advertising
import JSONLines

extension ConfigDialect {
    /// The config as a device of this dialect takes it: one line without spaces, in UTF-8, but that ``DeviceText/standIns`` are
    /// the bytes again. What the dialect cannot tell is left out.
    ///
    /// - Parameter isExact: Whether texts stay as they are; otherwise UUIDs are spelled so that the device finds them.
    package func encode(_ config: DeviceConfig, isExact: Bool = false) -> [UInt8] {
        var writer = JSONWriter()
        writer.element { writer in
            writer.field(versionKey, config.version)
            switch self {
            case .compact:
                write(config.settings, to: &writer)
                write(config.lists, isExact: isExact, to: &writer)
            case .nested:
                if !expressible(config).settings.isEmpty {
                    writer.object("scanConfig") { write(config.settings, to: &$0) }
                }
                writer.object("patterns") { write(config.lists, isExact: isExact, to: &$0) }
            }
        }
        return DeviceText.bytes(writer.take())
    }

    private func write(_ settings: [ScanSetting: Int], to writer: inout JSONWriter) {
        for setting in self.settings {
            guard let value = settings[setting] else { continue }
            if setting.isFlag {
                writer.field(key(setting), value != 0)
            } else {
                writer.field(key(setting), value)
            }
        }
    }

    private func write(_ lists: [PatternKind: [DeviceConfig.Entry]], isExact: Bool, to writer: inout JSONWriter) {
        for kind in PatternKind.onDevices {
            guard let entries = lists[kind] else { continue }
            writer.array(key(kind)) { writer in
                for entry in entries {
                    writer.element { writer in
                        writer.field(textKey(kind), isExact ? entry.text : spelling(entry.text, kind))
                        writer.field(typeKey, entry.deviceType)
                        if tellsCase(of: kind) { writer.field("caseSensitive", entry.isCaseSensitive) }
                        writer.field(enabledKey, entry.isEnabled)
                    }
                }
            }
        }
    }

    /// Whether a config has UUIDs in a spelling in which a device of this dialect finds nothing.
    package func respells(_ config: DeviceConfig) -> Bool { misspelled(config) > 0 }

    /// The number of its UUIDs that match nothing there, as they are spelled.
    package func misspelled(_ config: DeviceConfig) -> Int {
        config[.bleUUID].count { $0.isEnabled && spelling($0.text, .bleUUID) != $0.text }
    }

    /// Firmware compares UUIDs as whole texts, with what its Bluetooth stack prints: of the nested dialect `0x180a` for a short
    /// one. What prints the long one in the compact dialect is assumed.
    private func spelling(_ text: String, _ kind: PatternKind) -> String {
        guard kind == .bleUUID, let normalised = try? Pattern.normalised(text, kind),
            let uuid = BluetoothUUID(normalised)
        else { return text }
        return self == .nested && uuid.short != nil ? "0x\(uuid)" : uuid.longDescription
    }
}
