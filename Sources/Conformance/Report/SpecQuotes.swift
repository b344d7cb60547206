/// The numbered requirements of SPEC.md that a check holds, and their sentences.
package struct SpecQuotes: Sendable, Hashable {
    /// A sentence, or a row of a table.
    package struct Quote: Sendable, Hashable {
        /// Section of SPEC.md, such as `5.3`.
        package let section: String
        /// Numbers of the check's requirements that the sentence states.
        package let requirements: [Int]
        /// The sentence, with these numbers in brackets. Of a long one only the clauses before them.
        package let text: String

        init(_ section: String, _ requirements: [Int], _ text: String) {
            self.section = section
            self.requirements = requirements
            self.text = text
        }
    }

    /// All of the check's requirements, in ascending order.
    package let requirements: [Int]
    /// Their sentences, those of the requirements that the fewest checks hold first.
    package let quotes: [Quote]

    init(_ requirements: [Int], _ quotes: [Quote]) {
        self.requirements = requirements
        self.quotes = quotes
    }

    /// Maximum number of sentences shown with a failure.
    private static let shown = 3

    /// Returns at most three sentences, in the order of SPEC.md: those that have most words of what
    /// was expected, and the most specific ones among equals.
    package func quotes(for finding: Finding) -> [Quote] {
        let wanted = Self.words(finding.expected)
        let ranked = quotes.enumerated().sorted { one, other in
            let matches = [one, other].map { Self.words($0.element.text).intersection(wanted).count }
            return matches[0] == matches[1] ? one.offset < other.offset : matches[0] > matches[1]
        }
        return ranked.prefix(Self.shown).map(\.element).sorted { $0.requirements[0] < $1.requirements[0] }
    }

    /// Returns the same sentences as text, one a line, each with its section.
    package func lines(for finding: Finding) -> [String] {
        quotes(for: finding).map { "SPEC \($0.section): \($0.text)" }
    }

    private static func words(_ text: String) -> Set<String> {
        let words = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }
        return Set(words.filter { $0.count > 2 }.map { $0.hasSuffix("s") ? String($0.dropLast()) : String($0) })
    }
}

extension Check {
    /// The requirements that the check holds.
    package var quotes: SpecQuotes { SpecQuotes.of(id) }
}
