/// Sections of SPEC.md that the checks come from.
package enum SpecSection {
    private static let titles: [String: String] = [
        "1": "Framing", "2": "Header", "3": "Status codes", "4": "Sessions", "5": "Requests", "6": "Flow control",
        "7": "Streams", "8": "Link operations", "9": "Scanning", "10": "GATT client", "11": "Config store",
        "12": "State machines", "14": "Limits", "15": "Extending",
    ]

    /// Returns the section's number, up to the first dot, and its title.
    package static func heading(_ section: String) -> String {
        let number = String(section.prefix { $0 != "." })
        return titles[number].map { "\(number) \($0)" } ?? number
    }
}
