import Glibc
import Recording
import SimulatedDongle

extension Failure {
    package init(_ error: ScenarioError) {
        switch error {
        case .unknownName(let name, let known):
            self.init(
                code: "unknown-scenario", message: "No scenario is named \(name), and no such file is there.",
                hint: "Use \(known.joined(separator: " or ")), or the path of a scenario file.", exit: .noInput)
        case .cannotRead(let file, let code):
            self.init(
                code: "scenario-unreadable", message: "The scenario \(file) cannot be read: \(systemMessage(code)).",
                hint: "Check the path.", exit: code == EACCES ? .permission : .noInput)
        case .notJSON(let reason):
            self.init(
                code: "scenario-not-json",
                message: "The scenario is not JSON: \(reason.hasSuffix(".") ? reason : reason + ".")",
                hint: "Mend the file.", exit: .badInput)
        case .invalid(let path, let expected):
            self.init(
                code: "scenario-invalid", message: "In the scenario, \(path) is not as expected: \(expected).",
                hint: "Mend the file there.", exit: .badInput)
        case .missing(let path, let key):
            self.init(
                code: "scenario-invalid",
                message: "In the scenario, \(path.isEmpty ? "the top object" : path) lacks the key \(key).",
                hint: "Add the key.", exit: .badInput)
        case .unknownKey(let path):
            self.init(
                code: "scenario-invalid", message: "The scenario's key \(path) means nothing.",
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
                code: "recording-damaged", message: "\(path) is named .gz and is not gzip.",
                hint: "Rename it if it is plain text.", exit: .badInput)
        case .truncatedGzip(let path):
            self.init(
                code: "recording-damaged", message: "\(path) ends inside its compressed data.",
                hint: "Copy it anew; it is not whole.", exit: .badInput)
        case .corruptGzip(let path):
            self.init(
                code: "recording-damaged", message: "The compressed data of \(path) are damaged.",
                hint: "Copy it anew.", exit: .badInput)
        case .noUsableLine(let path, let skipped):
            self.init(
                code: "recording-empty",
                message: "No line of \(path) is an advert (\(skipped.count) lines passed over).",
                hint: "Give a recording that `perch capture` wrote.", exit: .badInput)
        case .cannotCreate(let path, let code):
            self.init(
                code: "cannot-create", message: "\(path) cannot be made: \(systemMessage(code)).",
                hint: "Choose another path.", exit: .cannotCreate)
        case .cannotWrite(let path, let code):
            self.init(
                code: "cannot-write", message: "Not all of \(path) could be written: \(systemMessage(code)).",
                hint: code == ENOSPC ? "Make room on the disk." : "Check the disk.", exit: .inputOutput)
        }
    }

    package init(_ error: PtyDongle.Failure) {
        switch error {
        case .noTerminal(let call, let code):
            self.init(
                code: "no-pseudo-terminal",
                message: "No pseudo-terminal could be made: \(call): \(systemMessage(code)).",
                hint: "Check that /dev/pts is mounted and not full.", exit: .system)
        case .cannotLink(let path, let code):
            self.init(
                code: "cannot-create", message: "The link \(path) cannot be made: \(systemMessage(code)).",
                hint: "Choose another --link, or remove what is there; only a link that leads nowhere is replaced.",
                exit: .cannotCreate)
        }
    }

    /// The file exists, and the command was not told to replace it.
    package static func exists(
        _ path: String, hint: String = "Choose another name, or replace it with --force."
    ) -> Failure {
        Failure(code: "file-exists", message: "\(path) is there already.", hint: hint, exit: .cannotCreate)
    }
}
