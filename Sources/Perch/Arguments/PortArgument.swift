import ArgumentParser
import Gateway

/// The dongle that a verb uses, as `--port` names it.
enum PortArgument: Sendable, Hashable {
    /// A simulated dongle inside this process.
    case simulated
    case real(PortChoice)
}

extension PortArgument: ExpressibleByArgument {
    init?(argument: String) {
        if argument == "sim" {
            self = .simulated
        } else {
            guard let choice = PortChoice(argument) else { return nil }
            self = .real(choice)
        }
    }

    var defaultValueDescription: String { "auto" }

    static var defaultCompletionKind: CompletionKind { .file() }
}
