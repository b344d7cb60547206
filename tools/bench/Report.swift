import Foundation

/// The figures as a Markdown page.
struct Report {
    let figures: [Figure]
    /// Explanations needed to judge the figures, a sentence each.
    let notes: [String]
    let machine: Machine
    let command: String

    var markdown: String {
        var lines = [
            "# Performance", "",
            """
            This page has every figure that `perch-bench` measures, for developers who change Perch and
            operators who choose a machine.
            """, "",
            Report.wrapped("Measured on \(machine.description)."), "",
            "    \(command)", "",
            "| figure | measured | target | |", "|---|---|---|---|",
        ]
        lines += figures.map { figure in
            let cells = [figure.name, figure.measured, figure.target, figure.verdict.rawValue]
            return "| \(cells.map(Report.cell).joined(separator: " | ")) |"
        }
        for note in notes { lines += ["", Report.wrapped(note)] }
        var commands: [String] = []
        for command in figures.compactMap(\.command) where !commands.contains(command) { commands.append(command) }
        if !commands.isEmpty { lines += ["", "Commands that were measured:", ""] + commands.map { "    \($0)" } }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Prints the current measurement to standard error.
    static func progress(_ text: String) {
        FileHandle.standardError.write(Data("perch-bench: \(text)\n".utf8))
    }

    /// Breaks a text into lines of at most 100 columns.
    private static func wrapped(_ text: String) -> String {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= 100 {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func cell(_ text: String) -> String {
        text.replacing("|", with: "\\|").replacing("\n", with: " ")
    }
}

extension Double {
    /// Returns the number with that many decimals, and commas between thousands.
    func text(_ decimals: Int = 0) -> String {
        formatted(.number.precision(.fractionLength(decimals)).locale(Locale(identifier: "en_US")))
    }
}
