extension Pattern {
    /// What there is at most one pattern of. One SSID may be there twice: with its capitals counting, and without.
    package struct Key: Sendable, Hashable {
        package let kind: PatternKind
        /// As ``Pattern/text``; where a device has an entry that is no pattern, as it stands there.
        package let text: String
        /// False for everything but an SSID.
        package let isCaseSensitive: Bool

        /// - Parameter text: In any usual spelling.
        package init(_ kind: PatternKind, _ text: String, isCaseSensitive: Bool = false) throws(PatternFault) {
            self.init(kind, normalised: try Pattern.normalised(text, kind), isCaseSensitive: isCaseSensitive)
        }

        /// The one of the same text whose capitals count; this one itself where none can.
        package var withCapitals: Key { Key(kind, normalised: text, isCaseSensitive: true) }

        /// What tells an entry of a config from the others of it.
        package init(_ kind: PatternKind, _ entry: DeviceConfig.Entry) {
            let text = (try? Pattern.normalised(entry.text, kind)) ?? entry.text
            self.init(kind, normalised: text, isCaseSensitive: entry.isCaseSensitive)
        }

        fileprivate init(_ kind: PatternKind, normalised text: String, isCaseSensitive: Bool) {
            self.kind = kind
            self.text = text
            self.isCaseSensitive = kind == .ssid && isCaseSensitive
        }
    }

    package var key: Key { Key(kind, normalised: text, isCaseSensitive: isCaseSensitive) }
}
