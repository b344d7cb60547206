import Advertising
import LineFormats

extension ConfigDialect {
    /// Encodes the config as a device of this dialect reads it: one line of UTF-8 without spaces,
    /// in which the original bytes replace their ``DeviceText/standIns``. Leaves out everything
    /// that the dialect cannot express.
    ///
    /// - Parameter isExact: Whether to keep texts as they are; otherwise UUIDs are spelled so that
    ///   the device finds them.
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

    /// Whether the config has UUIDs in a spelling with which a device of this dialect finds
    /// nothing.
    package func respells(_ config: DeviceConfig) -> Bool { misspelled(config) > 0 }

    /// Number of enabled UUIDs that match nothing on the device, because of their spelling.
    package func misspelled(_ config: DeviceConfig) -> Int {
        config[.bleUUID].count { $0.isEnabled && spelling($0.text, .bleUUID) != $0.text }
    }

    /// Firmware compares UUIDs as whole texts with the output of its Bluetooth stack, which in the
    /// nested dialect is `0x180a` for a short UUID. The long form in the compact dialect is
    /// assumed.
    private func spelling(_ text: String, _ kind: PatternKind) -> String {
        guard kind == .bleUUID, let normalised = try? Pattern.normalised(text, kind),
            let uuid = BluetoothUUID(normalised)
        else { return text }
        return self == .nested && uuid.short != nil ? "0x\(uuid)" : uuid.longDescription
    }
}
