import Glibc

/// Where files of this user's gateway are, and where another's socket may be.
public struct Places: Sendable, Hashable {
    /// The socket this user's gateway serves.
    public var socket: String
    /// Folder of the database and the token.
    public var stateFolder: String
    /// Files that settings are read from, the first one weakest.
    public var settingsFiles: [String]
    /// Sockets a client looks at, in turn.
    public var socketsToTry: [String]

    /// The system's places.
    public static let systemSocket = "/run/perch/perch.sock"
    public static let systemStateFolder = "/var/lib/perch"
    public static let systemSettingsFile = "/etc/perch/perch.toml"

    /// Finds the places of a user.
    ///
    /// Each by the first that is set: what the service manager names (`RUNTIME_DIRECTORY`, `STATE_DIRECTORY`), the XDG folder,
    /// for root the system's folder, a folder of the user's own (under /tmp for the socket, which is private to the user).
    public init(environment: [String: String], userID: UInt32 = getuid()) {
        func folder(service: String, xdg: String, system: String, own: String) -> String {
            if let named = environment[service]?.split(separator: ":").first { return String(named) }
            if let base = environment[xdg], base.hasPrefix("/") { return base + "/perch" }
            return userID == 0 ? system : own
        }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") && $0 != "/" ? $0 : nil } ?? ""
        let runtime = folder(
            service: "RUNTIME_DIRECTORY", xdg: "XDG_RUNTIME_DIR", system: "/run/perch", own: "/tmp/perch-\(userID)")
        socket = runtime + "/perch.sock"
        stateFolder = folder(
            service: "STATE_DIRECTORY", xdg: "XDG_STATE_HOME", system: Places.systemStateFolder,
            own: home + "/.local/state/perch")
        let configuration = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        settingsFiles = [Places.systemSettingsFile, configuration + "/perch/perch.toml"]
        socketsToTry = socket == Places.systemSocket ? [socket] : [socket, Places.systemSocket]
    }
}
