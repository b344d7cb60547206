import Glibc

/// Paths of this user's gateway, and sockets that other gateways may serve.
package struct Places: Sendable, Hashable {
    /// Socket that this user's gateway serves.
    package var socket: String
    /// Folder of the database and the token.
    package var stateFolder: String
    /// Settings files; later ones override earlier ones.
    package var settingsFiles: [String]
    /// The one of these that `perch setup` writes: root's is the system's, unless
    /// `XDG_CONFIG_HOME` is set.
    package var ownSettingsFile: String
    /// Sockets that a client tries, in order.
    package var socketsToTry: [String]

    /// Paths of the system's gateway.
    package static let systemSocket = "/run/perch/perch.sock"
    package static let systemStateFolder = "/var/lib/perch"
    package static let systemSettingsFile = "/etc/perch/perch.toml"

    /// Determines the paths for a user.
    ///
    /// Each path uses the first of these that is set: the service manager's folder
    /// (`RUNTIME_DIRECTORY`, `STATE_DIRECTORY`), the XDG folder, the system's folder for root, the
    /// user's own folder. For the socket, the user's own folder is the one that logind made under
    /// `/run/user`, or else the state folder; in /tmp, another user could create the folder first.
    ///
    /// - Parameter isOwn: Whether a folder exists and belongs to this user.
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
        let runtime = folder(
            service: "RUNTIME_DIRECTORY", xdg: "XDG_RUNTIME_DIR", system: "/run/perch",
            own: isOwn(ofLogin, userID) ? ofLogin + "/perch" : stateFolder)
        socket = runtime + "/perch.sock"
        let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let own = (named ?? home + "/.config") + "/perch/perch.toml"
        settingsFiles = [Places.systemSettingsFile, own]
        ownSettingsFile = userID == 0 && named == nil ? Places.systemSettingsFile : own
        var sockets = [socket]
        // Socket of a gateway that was started without the login's folder.
        if userID != 0, socket != Places.systemSocket { sockets.append(stateFolder + "/perch.sock") }
        sockets.append(Places.systemSocket)
        socketsToTry = sockets.enumerated().filter { !sockets[..<$0.offset].contains($0.element) }.map(\.element)
    }

    /// Returns the sockets that a client tries, with this one first.
    package func sockets(first: String) -> [String] { [first] + socketsToTry.filter { $0 != first } }

    /// Whether a folder exists and belongs to the user.
    ///
    /// - Parameter folder: Folder in a parent that only root can have made.
    package static func isOwn(_ folder: String, _ userID: UInt32) -> Bool {
        var status = stat()
        return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == userID
    }
}
