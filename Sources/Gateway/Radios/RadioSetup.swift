import Foundation
import Glibc
import SerialPort

/// How a gateway reaches the dongles that bridges make of radios.
package struct RadioSetup: Sendable {
    /// Folder where the units `perch-radio@RADIO.service` have their ports, as `ESCAPED/port`.
    package var unitFolder = "/run/perch-radio"
    /// How the gateway starts bridges itself; nil = it uses those of units only, as the hardened
    /// service does.
    package var bridges: Bridges?

    package init() {}

    /// How to start bridges.
    package struct Bridges: Sendable {
        /// Name of the program where it is installed.
        package static let program = "perch-hci-dongle"
        /// Variable that names another program.
        package static let variable = "PERCH_HCI_DONGLE"

        /// Variables of this process.
        package let environment: [String: String]
        /// Folder with a file for each radio, which keeps the dongle's id and config.
        package let stateFolder: String
        /// Folder of this program, where the bridge may be too.
        package let ownFolder: String?

        /// - Parameter stateFolder: Folder of the gateway's database.
        package init(environment: [String: String], stateFolder: String, ownFolder: String?) {
            (self.environment, self.stateFolder) = (environment, stateFolder + "/radios")
            self.ownFolder = ownFolder
        }

        /// Returns the path of the program: the one that ``variable`` names, else the first of the
        /// own folder, the absolute folders of `PATH`, and /usr/bin.
        ///
        /// - Throws: ``RadioError/noProgram(named:)``.
        package func find() throws(RadioError) -> String {
            if let named = environment[Bridges.variable], !named.isEmpty {
                guard named.hasPrefix("/"), access(named, X_OK) == 0 else { throw .noProgram(named: named) }
                return named
            }
            let searched = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
            for folder in [ownFolder].compactMap({ $0 }) + searched + ["/usr/bin"] where folder.hasPrefix("/") {
                let program = "\(folder)/\(Bridges.program)"
                if access(program, X_OK) == 0 { return program }
            }
            throw .noProgram(named: nil)
        }

        /// Variables that a bridge gets. Others, such as a token of the gateway, are none of its business.
        private static let passed: Set = [
            "PATH", "HOME", "USER", "LOGNAME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_CACHE_HOME",
            // The bridge of the sources installs Bumble the first time.
            "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE",
        ]
        private static let passedPrefixes = ["LC_", "PYTHON", "PIP_", "BUMBLE_"]
        private static let passedProxies: Set = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"]

        /// The variables of this process that a bridge gets.
        var passedOn: [String: String] {
            environment.filter { name, _ in
                Bridges.passed.contains(name) || Bridges.passedPrefixes.contains { name.hasPrefix($0) }
                    || Bridges.passedProxies.contains(name.lowercased())
            }
        }

        /// Returns the path of a radio's state file, and makes its folder, for this user only.
        func stateFile(of radio: RadioName) throws(RadioError) -> String {
            do {
                // Of an existing folder, nothing is changed.
                try FileManager.default.createDirectory(
                    atPath: stateFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            } catch {
                let reason = (error as? CocoaError)?.underlying as? POSIXError
                throw .noStateFolder(stateFolder, errno: reason?.code.rawValue ?? EIO)
            }
            return "\(stateFolder)/\(radio.escaped).json"
        }
    }
}
