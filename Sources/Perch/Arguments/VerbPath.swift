import ArgumentParser
import Failures

/// The verbs at the beginning of a command line, which are looked at before its options: `--help` behind a verb that there is none
/// of would show the help of another. Pure.
struct VerbPath: Sendable {
    /// A verb that there is none of.
    struct Unknown: Sendable, Hashable {
        let verb: String
        /// The verbs before it, with the program's name.
        let path: String
        /// The nearest that there is.
        let suggestion: String?

        /// What is said of it.
        var failure: Failure {
            let meant = suggestion.map { " Did you mean `\(path) \($0)`?" } ?? ""
            return Failure(
                code: "unknown-verb", message: "\(path) has no verb \"\(printable(verb))\".\(meant)",
                hint: "See what there is: `\(path) --help`.", exit: .usage)
        }
    }

    /// The first word that should be a verb, and is none; nil where they all are. No verb that stands for its group takes words
    /// of its own.
    static func unknown(in arguments: [String], of root: any ParsableCommand.Type) -> Unknown? {
        var command = root
        var path = root.configuration.commandName ?? ""
        for word in arguments {
            // The parser's own verb, which shows the help of those behind it.
            if path == root.configuration.commandName, word == "help" { continue }
            let verbs = command.configuration.subcommands
            guard !verbs.isEmpty, !word.hasPrefix("-") else { return nil }
            guard let next = verbs.first(where: { $0.names.contains(word) }) else {
                let names = verbs.filter { $0.configuration.shouldDisplay }.flatMap { $0.names }
                return Unknown(verb: word, path: path, suggestion: nearest(to: word, among: names))
            }
            path += " \(word)"
            command = next
        }
        return nil
    }

    /// The name with the fewest mistakes, where they are at most a third of the word, or two; a name that the word begins.
    private static func nearest(to word: String, among names: [String]) -> String? {
        let limit = max(2, word.count / 3)
        let near = names.map { ($0, $0.hasPrefix(word) && word.count > 1 ? 0 : mistakes(between: word, and: $0)) }
            .min { $0.1 < $1.1 }
        guard let near, near.1 <= limit, near.1 < word.count else { return nil }
        return near.0
    }

    /// Letters to be added, dropped, changed or swapped with the next one. Source: Damerau–Levenshtein, optimal string alignment.
    static func mistakes(between left: String, and right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var rows = [Array(0...right.count)]
        for row in 0..<left.count {
            var next = [row + 1]
            for column in 0..<right.count {
                let cost = left[row] == right[column] ? 0 : 1
                var best = min(rows[row][column + 1] + 1, next[column] + 1, rows[row][column] + cost)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, rows[row - 1][column - 1] + 1)
                }
                next.append(best)
            }
            rows.append(next)
        }
        return rows[left.count][right.count]
    }
}

extension ParsableCommand {
    /// What it is called on the command line.
    fileprivate static var names: [String] { [_commandName] + configuration.aliases }
}
