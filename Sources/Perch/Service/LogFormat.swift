import Failures
import Glibc
import Logging
import SystemPackage

/// Format of a line in the log.
enum LogFormat: Sendable, Hashable {
    /// `perch: warning: message key=value`
    case plain
    /// `<4>message key=value`; the journal adds time and program itself. Source: sd-daemon(3).
    case journal

    /// Chooses ``journal`` where the descriptor leads to the journal, which `JOURNAL_STREAM` names
    /// by device and inode.
    init(environment: [String: String], descriptor: Int32 = STDERR_FILENO) {
        let status = try? Stat(FileDescriptor(rawValue: descriptor))
        let target = status.map { "\($0.deviceID.rawValue):\($0.inode.rawValue)" }
        self = target != nil && target == environment["JOURNAL_STREAM"] ? .journal : .plain
    }

    /// Returns one line with its end. Characters that could end it earlier or move a cursor become
    /// dots.
    func line(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata = [:]) -> String {
        let prefix =
            switch self {
            case .plain: "perch: \(level.rawValue): "
            case .journal: "<\(LogFormat.priority(level))>"
            }
        let fields = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\(LogFormat.text($0.value))" }
        return prefix + printable(message + fields.joined()) + "\n"
    }

    /// Returns the priority for the journal. Source: syslog(3).
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    private static func text(_ value: Logger.MetadataValue) -> String {
        let text = value.description
        let isWord = !text.isEmpty && !text.contains { $0 == " " || $0 == "\"" || $0 == "=" }
        return isWord ? text : "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
