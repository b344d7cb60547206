import ChildProcesses
import Glibc
import LineFormats

/// Programs that deliver notices, with their arguments, environment and input.
enum NoticePrograms {
    /// Runs the user's own program, with the notice as JSON on standard input, and in variables.
    static func command(
        _ command: [String], for notice: Notice, environment: [String: String]
    ) -> ChildProcess {
        var variables = ChildStart.inherited(environment)
        variables["PERCH_EVENT"] = notice.type
        variables["PERCH_TIME"] = notice.ts.description
        variables["PERCH_TITLE"] = notice.title
        variables["PERCH_REASON"] = notice.reason
        variables["PERCH_REGION"] = notice.region
        variables["PERCH_BEACON"] = notice.beacon
        variables["PERCH_RSSI"] = notice.rssi.map { "\($0)" }
        variables["PERCH_DONGLE"] = notice.dongle
        variables["PERCH_SIMULATED"] = notice.simulated ? "1" : "0"
        // A zero byte would end a variable early.
        variables = variables.mapValues { $0.replacing("\0", with: " ") }
        return ChildProcess(command: command, environment: variables, input: notice.json + [UInt8(ascii: "\n")])
    }

    /// Shows a desktop notification. Source: notify-send(1).
    static func desktop(_ program: String, for notice: Notice, environment: [String: String]) -> ChildProcess {
        let summary = notice.title.replacing("\0", with: " ")
        let place = notice.region.isEmpty ? "" : "\(notice.region): "
        let body = (place + notice.reason).replacing("\0", with: " ")
        return ChildProcess(
            command: [program, "--app-name=Perch", "--", summary, escaped(body)],
            environment: ChildStart.inherited(environment),
            input: [])
    }

    /// Path of `notify-send`, if this process belongs to a desktop session; otherwise the reason
    /// why nothing can be shown.
    static func desktopProgram(_ environment: [String: String]) -> (program: String?, reason: String) {
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false }) else {
            return (nil, "there is no desktop session (neither DISPLAY nor WAYLAND_DISPLAY is set)")
        }
        for folder in (environment["PATH"] ?? "").split(separator: ":") where folder.hasPrefix("/") {
            let program = "\(folder)/notify-send"
            if access(program, X_OK) == 0 { return (program, "") }
        }
        return (nil, "there is no notify-send in PATH")
    }

    /// Escapes a notice's text, which is not markup: bodies may contain markup.
    ///
    /// Source: Desktop Notifications Specification, "Markup".
    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
