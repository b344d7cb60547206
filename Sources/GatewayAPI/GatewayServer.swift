import Gateway
import GatewayModel
import Logging

/// Serves a gateway's API on a unix socket and, if configured, on TCP.
package struct GatewayServer: Sendable {
    /// Addresses to listen on, and limits.
    package struct Configuration: Sendable {
        /// Path of the unix socket.
        package var socket: String
        /// Whether other processes may use the socket. A shared socket is protected by a lock file
        /// and belongs to ``group``.
        package var isShared = true
        /// Group that may use the socket besides this user and root.
        package var group = SocketGroup.none
        /// Nil = no TCP.
        package var tcp: TCP?
        package var settings: [SettingDescription] = []
        /// Looks for what keeps the gateway from working, as `perch doctor` does.
        package var examine: @Sendable () async throws -> [DoctorFindingDescription] = { [] }
        /// Bluetooth proxies; nil if the gateway is none.
        package var proxies: BluetoothProxies?
        package var limits = ServerLimits()

        package init(socket: String) {
            self.socket = socket
        }
    }

    /// Group that may use a socket besides the serving user and root.
    package enum SocketGroup: Sendable, Hashable {
        case none
        /// The group `perch`, if it exists.
        case usual
        case named(String)
    }

    /// A TCP address to serve.
    package struct TCP: Sendable {
        package var host: String
        /// Port; 0 = any free port.
        package var port: Int
        /// Token that every client must show.
        package var token: String
        /// PEM files; nil = on loopback no TLS, else a certificate that the gateway makes.
        package var tls: (certificate: String, key: String)?
        /// Folder of the certificate that the gateway makes.
        package var folder: String
        /// Name of the gateway, for that certificate.
        package var name: String

        package init(
            host: String, port: Int, token: String, tls: (certificate: String, key: String)?, folder: String,
            name: String
        ) {
            self.host = host
            self.port = port
            self.token = token
            self.tls = tls
            self.folder = folder
            self.name = name
        }
    }

    /// Addresses that the server listens on.
    package struct Addresses: Sendable, Hashable {
        package var socket: String
        /// URL such as `http://127.0.0.1:8470`; nil without TCP.
        package var url: String?
        /// Link that opens the console once, without a token, within 15 minutes; nil without TCP.
        package var consoleLink: String?
        /// The same link by other addresses of this machine.
        package var furtherLinks: [String] = []
        /// SHA-256 fingerprint of the certificate that the gateway has made itself; nil without one.
        package var fingerprint: String?
    }

    let gateway: Gateway
    let configuration: Configuration
    let logger: Logger

    package init(gateway: Gateway, configuration: Configuration, logger: Logger) {
        self.gateway = gateway
        self.configuration = configuration
        self.logger = logger
    }
}
