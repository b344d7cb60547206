/// The config of a device, as it is or as it is to be, whatever dialect it is written in.
public struct DeviceConfig: Sendable, Hashable {
    /// An entry of a list, as it stands there: a device checks nothing, so that it may be no ``Pattern``.
    public struct Entry: Sendable, Hashable {
        public var text: String
        public var deviceType: String
        public var isCaseSensitive: Bool
        public var isEnabled: Bool

        public init(_ text: String, deviceType: String, isCaseSensitive: Bool = false, isEnabled: Bool = true) {
            self.text = text
            self.deviceType = deviceType
            self.isCaseSensitive = isCaseSensitive
            self.isEnabled = isEnabled
        }

        public init(_ pattern: Pattern) {
            self.init(
                pattern.text, deviceType: pattern.deviceType, isCaseSensitive: pattern.isCaseSensitive,
                isEnabled: pattern.isEnabled)
        }
    }

    /// The only version there has been.
    public static let knownVersion = 1

    public var version: Int
    /// What it says nothing of is absent.
    public var settings: [ScanSetting: Int]
    /// Those of ``PatternKind/onDevices``, in their order. A list it says nothing of is absent, which is not an empty one.
    public var lists: [PatternKind: [Entry]]

    public init(
        version: Int = knownVersion, settings: [ScanSetting: Int] = [:], lists: [PatternKind: [Entry]] = [:]
    ) {
        self.version = version
        self.settings = settings
        self.lists = lists
    }

    /// The entries of a list; none where it is absent.
    public subscript(kind: PatternKind) -> [Entry] { lists[kind] ?? [] }
}
