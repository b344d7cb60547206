/// Config of a device, present or future, independent of the dialect.
package struct DeviceConfig: Sendable, Hashable {
    /// An entry of a list, unchecked: a device checks nothing, so the entry need not be a
    /// ``Pattern``.
    package struct Entry: Sendable, Hashable {
        package var text: String
        package var deviceType: String
        package var isCaseSensitive: Bool
        package var isEnabled: Bool

        package init(_ text: String, deviceType: String, isCaseSensitive: Bool = false, isEnabled: Bool = true) {
            self.text = text
            self.deviceType = deviceType
            self.isCaseSensitive = isCaseSensitive
            self.isEnabled = isEnabled
        }

        package init(_ pattern: Pattern) {
            self.init(
                pattern.text, deviceType: pattern.deviceType, isCaseSensitive: pattern.isCaseSensitive,
                isEnabled: pattern.isEnabled)
        }
    }

    /// The only version that exists so far.
    package static let knownVersion = 1

    package var version: Int
    /// Settings; absent if the config does not state them.
    package var settings: [ScanSetting: Int]
    /// Lists of ``PatternKind/onDevices``, with their entries in order. A list that the config does
    /// not state is absent, which differs from an empty list.
    package var lists: [PatternKind: [Entry]]

    package init(
        version: Int = knownVersion, settings: [ScanSetting: Int] = [:], lists: [PatternKind: [Entry]] = [:]
    ) {
        self.version = version
        self.settings = settings
        self.lists = lists
    }

    /// Entries of a list; empty if it is absent.
    package subscript(kind: PatternKind) -> [Entry] { lists[kind] ?? [] }
}
