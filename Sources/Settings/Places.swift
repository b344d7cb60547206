import Glibc

/// Where files of this user's gateway are, and where another's socket may be.
package struct Places: Sendable, Hashable {
    /// The socket this user's gateway serves.
    package var socket: String
    /// Folder of the database and the token.
    package var stateFolder: String
    /// Files that settings are read from, the first one weakest.
    package var settingsFiles: [String]
    /// Sockets a client looks at, in turn.
    package var socketsToTry: [String]

    /// The system's places.
    package static let systemSocket = "/run/perch/perch.sock"
    package static let systemStateFolder = "/var/lib/perch"
    package static let systemSettingsFile = "/etc/perch/perch.toml"

    /// Finds the places of a user.
    ///
    /// Each by the first that is set: what the service manager names (`RUNTIME_DIRECTORY`, `STATE_DIRECTORY`), the XDG folder,
    /// for root the system's folder, a folder of the user's own: for the socket what logind has made under `/run/user`, or else
    /// the state folder, since anybody could make one in /tmp first.
    ///
    /// - Parameter isOwn: Whether a folder is there and this user's.
    package init(
        environment: [String: String], userID: UInt32 = getuid(), isOwn: (String, UInt32) -> Bool = Places.isOwn
    ) {
        func folder(service: String, xdg: String, system: String, own: String) -> String {
            if let named = environment[service]?.split(separator: ":").first { return String(named) }
            if let base = environment[xdg], base.hasPrefix("/") { return base + "/perch" }
            return userID == 0 ? system : own
        }
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") && $0 != "/" ? $0 : nil } ?? ""
        stateFolder = folder(
            service: "STATE_DIRECTORY", xdg: "XDG_STATE_HOME", system: Places.systemStateFolder,
            own: home + "/.local/state/perch")
        let ofLogin = "/run/user/\(userID)"
        let own = isOwn(ofLogin, userID) ? ofLogin + "/perch" : stateFolder
        let runtime = folder(service: "RUNTIME_DIRECTORY", xdg: "XDG_RUNTIME_DIR", system: "/run/perch", own: own)
        socket = runtime + "/perch.sock"
        let configuration = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + "/.config"
        settingsFiles = [Places.systemSettingsFile, configuration + "/perch/perch.toml"]
        var sockets = [socket]
        // A gateway that was started without a login's folder.
        if userID != 0, socket != Places.systemSocket { sockets.append(stateFolder + "/perch.sock") }
        sockets.append(Places.systemSocket)
        socketsToTry = sockets.enumerated().filter { !sockets[..<$0.offset].contains($0.element) }.map(\.element)
    }

    /// - Parameter folder: Of which only root can have made the parent.
    package static func isOwn(_ folder: String, _ userID: UInt32) -> Bool {
        var status = stat()
        return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == userID
    }
}
