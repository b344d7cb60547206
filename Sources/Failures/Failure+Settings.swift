import Glibc
import Settings

extension Failure {
    package init(_ error: SettingsError) {
        switch error {
        case .invalid(let findings):
            let first = findings.first.map(\.sentence) ?? "The settings have mistakes."
            let others =
                findings.count > 1 ? " \(findings.count - 1) more \(findings.count > 2 ? "are" : "is") wrong." : ""
            self.init(
                code: "settings-invalid", message: "The configuration is wrong. \(first)\(others)",
                hint: "Fix it. `perch settings check` lists every problem.", exit: .configuration)
        case .cannotRead(let path, let code):
            self.init(
                code: "settings-unreadable", message: "\(printable(path)) cannot be read: \(systemMessage(code)).",
                hint: code == ENOENT ? "Check the path." : "Check the path and its permissions.",
                exit: code == EACCES || code == EPERM ? .permission : .noInput)
        case .cannotWrite(let path, let code):
            self.init(
                code: "cannot-create", message: "\(printable(path)) cannot be created: \(systemMessage(code)).",
                hint: "Choose another state folder with --state, or make this one writable.", exit: .cannotCreate)
        }
    }

    /// Summary of mistakes that were listed one by one.
    package static func mistakes(_ count: Int) -> Failure {
        Failure(
            code: "settings-invalid",
            message: "The configuration has \(count == 1 ? "a mistake" : "\(count) mistakes").",
            hint: "Fix \(count == 1 ? "it" : "them"), then run `perch settings check` again.", exit: .configuration)
    }
}

extension SettingsError.Finding {
    /// `PLACE: MESSAGE`, the format of compilers.
    package var line: String { "\(printable(place)): \(printable(message))" }

    fileprivate var sentence: String { line.hasSuffix("?") ? line : line + "." }
}
