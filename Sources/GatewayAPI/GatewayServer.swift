import Gateway
import GatewayModel
import Logging

/// Serves a gateway's API on a unix socket and, where asked, on TCP.
package struct GatewayServer: Sendable {
    /// Where to listen.
    package struct Configuration: Sendable {
        /// Path of the unix socket.
        package var socket: String
        /// Whether others may look for it: then it is taken under a lock file, and given to ``group``.
        package var isShared = true
        /// Who may use it besides this user and root.
        package var group = SocketGroup.none
        /// Nil = no TCP.
        package var tcp: TCP?
        package var settings: [SettingDescription] = []
        package var limits = ServerLimits()

        package init(socket: String) {
            self.socket = socket
        }
    }

    /// Who may use a socket besides the user who serves it and root.
    package enum SocketGroup: Sendable, Hashable {
        case none
        /// The group `perch`, where there is one.
        case usual
        case named(String)
    }

    /// A TCP address to serve.
    package struct TCP: Sendable {
        package var host: String
        /// 0 = a free one.
        package var port: Int
        /// What every client must show.
        package var token: String
        /// PEM files; nil is allowed on loopback only.
        package var tls: (certificate: String, key: String)?

        package init(host: String, port: Int, token: String, tls: (certificate: String, key: String)?) {
            self.host = host
            self.port = port
            self.token = token
            self.tls = tls
        }
    }

    /// What it listens on, once it does.
    package struct Addresses: Sendable, Hashable {
        package var socket: String
        /// `http://127.0.0.1:8470`; nil without TCP.
        package var url: String?
        /// A link that opens the console once, without a token, within 15 minutes; nil without TCP.
        package var consoleLink: String?
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
