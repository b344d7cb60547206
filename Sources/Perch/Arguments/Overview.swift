import ArgumentParser
import Failures

/// The help of `perch` itself: one line for each verb, grouped by use. It fits on a screen of 80 ×
/// 40 characters.
struct Overview: Sendable {
    private static let nameColumns = 13

    let command: any ParsableCommand.Type

    var text: String {
        let configuration = command.configuration
        let name = command._commandName
        var lines = [configuration.abstract, "Usage: \(name) <verb> [<options>]"]
        for group in configuration.groupedSubcommands {
            lines.append("\(group.name):")
            for verb in group.subcommands where verb.configuration.shouldDisplay {
                lines.append("  " + fit(verb._commandName, Self.nameColumns) + verb.configuration.abstract)
            }
        }
        lines += ["", "`\(name) <verb> --help` explains a verb; --version prints the version."]
        return lines.joined(separator: "\n") + "\n"
    }
}
