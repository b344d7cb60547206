import Glibc
import Recording
import SimulatedDongle

extension Failure {
    package init(_ error: ScenarioError) {
        switch error {
        case .unknownName(let name, let known):
            self.init(
                code: "unknown-scenario", message: "There is no scenario and no file named \(name).",
                hint: "Use \(known.joined(separator: " or ")), or the path of a scenario file.", exit: .noInput)
        case .cannotRead(let file, let code):
            self.init(
                code: "scenario-unreadable", message: "The scenario \(file) cannot be read: \(systemMessage(code)).",
                hint: "Check the path.", exit: code == EACCES ? .permission : .noInput)
        case .notJSON(let reason):
            self.init(
                code: "scenario-not-json",
                message: "The scenario is not JSON: \(reason.hasSuffix(".") ? reason : reason + ".")",
                hint: "Fix the file.", exit: .badInput)
        case .invalid(let path, let expected):
            self.init(
                code: "scenario-invalid", message: "In the scenario, \(path) is not valid; expected: \(expected).",
                hint: "Fix the file there.", exit: .badInput)
        case .missing(let path, let key):
            self.init(
                code: "scenario-invalid",
                message: "In the scenario, \(path.isEmpty ? "the top object" : path) lacks the key \(key).",
                hint: "Add the key.", exit: .badInput)
        case .unknownKey(let path):
            self.init(
                code: "scenario-invalid", message: "The scenario has an unknown key: \(path).",
                hint: "Check its spelling.", exit: .badInput)
        }
    }

    package init(_ error: RecordingError) {
        switch error {
        case .notFound(let path):
            self.init(
                code: "recording-not-found", message: "There is no recording \(path).", hint: "Check the path.",
                exit: .noInput)
        case .cannotOpen(let path, let code), .cannotRead(let path, let code):
            self.init(
                code: "recording-unreadable", message: "\(path) cannot be read: \(systemMessage(code)).",
                hint: "Check the path and its permissions.", exit: code == EACCES ? .permission : .noInput)
        case .notGzip(let path):
            self.init(
                code: "recording-damaged", message: "\(path) is named .gz but is not gzip.",
                hint: "If the file is plain text, rename it.", exit: .badInput)
        case .truncatedGzip(let path):
            self.init(
                code: "recording-damaged", message: "\(path) ends inside its compressed data.",
                hint: "The file is incomplete: copy it again.", exit: .badInput)
        case .corruptGzip(let path):
            self.init(
                code: "recording-damaged", message: "The compressed data of \(path) is damaged.",
                hint: "Copy the file again.", exit: .badInput)
        case .noUsableLine(let path, let skipped):
            self.init(
                code: "recording-empty",
                message: "No line of \(path) is an advert (\(skipped.count) lines skipped).",
                hint: "Use a recording written by `perch capture`.", exit: .badInput)
        case .cannotCreate(let path, let code):
            self.init(
                code: "cannot-create", message: "\(path) cannot be created: \(systemMessage(code)).",
                hint: "Choose another path.", exit: .cannotCreate)
        case .cannotWrite(let path, let code):
            self.init(
                code: "cannot-write", message: "Not all of \(path) could be written: \(systemMessage(code)).",
                hint: code == ENOSPC ? "Free space on the disk." : "Check the disk.", exit: .inputOutput)
        }
    }

    package init(_ error: PtyDongle.Failure) {
        switch error {
        case .noTerminal(let call, let code):
            self.init(
                code: "no-pseudo-terminal",
                message: "No pseudo-terminal could be created: \(call): \(systemMessage(code)).",
                hint: "Check that /dev/pts is mounted and not full.", exit: .system)
        case .cannotLink(let path, let code):
            self.init(
                code: "cannot-create", message: "The link \(path) cannot be created: \(systemMessage(code)).",
                hint: "Choose another --link, or remove the file there; only a link that leads nowhere is replaced.",
                exit: .cannotCreate)
        }
    }

    /// The file exists, and the command was not told to replace it.
    package static func exists(
        _ path: String, hint: String = "Choose another name, or replace it with --force."
    ) -> Failure {
        Failure(code: "file-exists", message: "\(path) exists already.", hint: hint, exit: .cannotCreate)
    }
}
