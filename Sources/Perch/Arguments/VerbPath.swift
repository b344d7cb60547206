import ArgumentParser
import Failures

/// The verbs at the beginning of a command line, checked before its options are: after an unknown
/// verb, `--help` would show the help of another verb. Pure.
struct VerbPath: Sendable {
    /// A word in the place of a verb that is no verb.
    struct Unknown: Sendable, Hashable {
        let verb: String
        /// The program's name and the verbs before the unknown one.
        let path: String
        /// The most similar verb; nil where none is similar.
        let suggestion: String?

        /// The failure that reports the unknown verb.
        var failure: Failure {
            let meant = suggestion.map { " Did you mean `\(path) \($0)`?" } ?? ""
            return Failure(
                code: "unknown-verb", message: "\(path) has no verb \"\(printable(verb))\".\(meant)",
                hint: "List the verbs with `\(path) --help`.", exit: .usage)
        }
    }

    /// Returns the first word that should be a verb and is none; nil where all are verbs. A verb
    /// with subcommands takes no arguments of its own.
    static func unknown(in arguments: [String], of root: any ParsableCommand.Type) -> Unknown? {
        var command = root
        var path = root.configuration.commandName ?? ""
        for word in arguments {
            // The parser's own verb `help` shows the help of the verbs that follow it.
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

    /// Returns the program's name and the verbs at the beginning of a command line, such as
    /// `perch gatt read`.
    static func verbs(in arguments: [String], of root: any ParsableCommand.Type) -> String {
        var command = root
        var path = root.configuration.commandName ?? ""
        for word in arguments {
            guard let next = command.configuration.subcommands.first(where: { $0.names.contains(word) }) else { break }
            path += " \(word)"
            command = next
        }
        return path
    }

    /// Returns the name with the fewest mistakes, where these are at most a third of the word or 2.
    /// A name that begins with the word counts as without mistakes.
    private static func nearest(to word: String, among names: [String]) -> String? {
        let limit = max(2, word.count / 3)
        let near = names.map { ($0, $0.hasPrefix(word) && word.count > 1 ? 0 : mistakes(between: word, and: $0)) }
            .min { $0.1 < $1.1 }
        guard let near, near.1 <= limit, near.1 < word.count else { return nil }
        return near.0
    }

    /// Returns how many letters must be added, dropped, changed or swapped with the next one.
    /// Source: Damerau–Levenshtein, optimal string alignment.
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
    /// Its name on the command line, and its aliases.
    fileprivate static var names: [String] { [_commandName] + configuration.aliases }
}
