extension Pattern {
    /// Identity of a pattern: there is at most one pattern with a key. The same SSID has two keys,
    /// one of them case-sensitive.
    package struct Key: Sendable, Hashable {
        package let kind: PatternKind
        /// ``Pattern/text``; for an entry of a device that is not a valid pattern, its text as it
        /// is.
        package let text: String
        /// False for every kind but an SSID.
        package let isCaseSensitive: Bool

        /// - Parameter text: Text in any usual spelling.
        package init(_ kind: PatternKind, _ text: String, isCaseSensitive: Bool = false) throws(PatternFault) {
            self.init(kind, normalised: try Pattern.normalised(text, kind), isCaseSensitive: isCaseSensitive)
        }

        /// The case-sensitive key with the same text; the key itself for a kind that has none.
        package var withCapitals: Key { Key(kind, normalised: text, isCaseSensitive: true) }

        /// Key of an entry of a config.
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
