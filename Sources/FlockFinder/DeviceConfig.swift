/// The config of a device, as it is or as it is to be, whatever dialect it is written in.
package struct DeviceConfig: Sendable, Hashable {
    /// An entry of a list, as it stands there: a device checks nothing, so that it may be no ``Pattern``.
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

    /// The only version there has been.
    package static let knownVersion = 1

    package var version: Int
    /// What it says nothing of is absent.
    package var settings: [ScanSetting: Int]
    /// Those of ``PatternKind/onDevices``, in their order. A list it says nothing of is absent, which is not an empty one.
    package var lists: [PatternKind: [Entry]]

    package init(
        version: Int = knownVersion, settings: [ScanSetting: Int] = [:], lists: [PatternKind: [Entry]] = [:]
    ) {
        self.version = version
        self.settings = settings
        self.lists = lists
    }

    /// The entries of a list; none where it is absent.
    package subscript(kind: PatternKind) -> [Entry] { lists[kind] ?? [] }
}
