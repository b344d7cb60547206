import ArgumentParser
import Foundation
import Gateway

/// The dongle that a verb uses, as `--port` names it.
enum PortArgument: Sendable, Hashable {
    /// A simulated dongle inside this process.
    case simulated
    case real(PortChoice)
}

extension PortArgument {
    /// The argument as a setting; a path is absolute.
    var setting: String {
        switch self {
        case .simulated: "sim"
        case .real(.path(let path)): URL(fileURLWithPath: path).path
        case .real(let choice): choice.text
        }
    }
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
