import Glibc
import JSONLines

/// The programs that tell of notices, and what they are given.
enum NoticePrograms {
    /// What the service manager tells this process alone.
    private static let ownVariables: Set = [
        "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES",
        "CREDENTIALS_DIRECTORY",
    ]

    /// People's own program: the notice as JSON on its standard input, and as variables.
    static func command(
        _ command: [String], for notice: Notice, environment: [String: String]
    ) -> ChildProcess {
        var variables = inherited(environment)
        variables["PERCH_EVENT"] = notice.type
        variables["PERCH_TIME"] = notice.ts.description
        variables["PERCH_TITLE"] = notice.title
        variables["PERCH_REASON"] = notice.reason
        variables["PERCH_REGION"] = notice.region
        variables["PERCH_BEACON"] = notice.beacon
        variables["PERCH_RSSI"] = notice.rssi.map { "\($0)" }
        variables["PERCH_DONGLE"] = notice.dongle
        variables["PERCH_SIMULATED"] = notice.simulated ? "1" : "0"
        // A zero byte would end a variable in its middle.
        variables = variables.mapValues { $0.replacing("\0", with: " ") }
        return ChildProcess(command: command, environment: variables, input: notice.json + [UInt8(ascii: "\n")])
    }

    /// Shows a desktop notification. Source: notify-send(1).
    static func desktop(_ program: String, for notice: Notice, environment: [String: String]) -> ChildProcess {
        let summary = notice.title.replacing("\0", with: " ")
        let body = "\(notice.region): \(notice.reason)".replacing("\0", with: " ")
        return ChildProcess(
            command: [program, "--app-name=Perch", "--", summary, escaped(body)], environment: inherited(environment),
            input: [])
    }

    /// Where `notify-send` is, if this process belongs to a desktop session; else why there is nothing to be shown on.
    static func desktopProgram(_ environment: [String: String]) -> (program: String?, reason: String) {
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false }) else {
            return (nil, "this is no desktop session (neither DISPLAY nor WAYLAND_DISPLAY is set)")
        }
        for folder in (environment["PATH"] ?? "").split(separator: ":") where folder.hasPrefix("/") {
            let program = "\(folder)/notify-send"
            if access(program, X_OK) == 0 { return (program, "") }
        }
        return (nil, "there is no notify-send in PATH")
    }

    private static func inherited(_ environment: [String: String]) -> [String: String] {
        environment.filter { !ownVariables.contains($0.key) }
    }

    /// Bodies may hold markup, which the text of a notice is not.
    ///
    /// Source: Desktop Notifications Specification, "Markup".
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
