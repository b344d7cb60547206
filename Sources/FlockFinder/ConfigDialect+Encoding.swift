import Advertising
import JSONLines

extension ConfigDialect {
    /// The config as a device of this dialect takes it: one line without spaces, in UTF-8. What the dialect cannot tell is left
    /// out.
    public func encode(_ config: DeviceConfig) -> [UInt8] {
        var writer = JSONWriter()
        writer.element { writer in
            writer.field(versionKey, config.version)
            switch self {
            case .compact:
                write(config.settings, to: &writer)
                write(config.lists, to: &writer)
            case .nested:
                if !expressible(config).settings.isEmpty {
                    writer.object("scanConfig") { write(config.settings, to: &$0) }
                }
                writer.object("patterns") { write(config.lists, to: &$0) }
            }
        }
        return writer.take()
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

    private func write(_ lists: [PatternKind: [DeviceConfig.Entry]], to writer: inout JSONWriter) {
        for kind in PatternKind.onDevices {
            guard let entries = lists[kind] else { continue }
            writer.array(key(kind)) { writer in
                for entry in entries {
                    writer.element { writer in
                        writer.field(textKey(kind), Self.spelling(entry.text, kind))
                        writer.field(typeKey, entry.deviceType)
                        if tellsCase(of: kind) { writer.field("caseSensitive", entry.isCaseSensitive) }
                        writer.field(enabledKey, entry.isEnabled)
                    }
                }
            }
        }
    }

    /// Firmware compares UUIDs as whole texts, the long one that its Bluetooth stack prints.
    static func spelling(_ text: String, _ kind: PatternKind) -> String {
        guard kind == .bleUUID, let uuid = BluetoothUUID(text) else { return text }
        return uuid.longDescription
    }
}
