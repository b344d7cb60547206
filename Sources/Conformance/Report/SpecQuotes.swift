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
    /// At most three sentences: those of the requirements that the fewest checks hold.
    package let quotes: [Quote]

    init(_ requirements: [Int], _ quotes: [Quote]) {
        self.requirements = requirements
        self.quotes = quotes
    }

    /// The sentences as text, one a line, each with its section.
    package var lines: [String] { quotes.map { "SPEC \($0.section): \($0.text)" } }
}

extension Check {
    /// The requirements that the check holds.
    package var quotes: SpecQuotes { SpecQuotes.of(id) }
}
