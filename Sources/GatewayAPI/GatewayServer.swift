import Gateway
import GatewayModel
import Logging

/// Serves a gateway's API on a unix socket and, where asked, on TCP.
public struct GatewayServer: Sendable {
    /// Where to listen.
    public struct Configuration: Sendable {
        /// Path of the unix socket.
        public var socket: String
        /// Whether others may look for it: then it is taken under a lock file, and given to ``group``.
        public var isShared = true
        /// Who may use it besides this user and root.
        public var group = SocketGroup.none
        /// Nil = no TCP.
        public var tcp: TCP?
        public var settings: [SettingDescription] = []
        package var limits = ServerLimits()

        public init(socket: String) {
            self.socket = socket
        }
    }

    /// Who may use a socket besides the user who serves it and root.
    public enum SocketGroup: Sendable, Hashable {
        case none
        /// The group `perch`, where there is one.
        case usual
        case named(String)
    }

    /// A TCP address to serve.
    public struct TCP: Sendable {
        public var host: String
        /// 0 = a free one.
        public var port: Int
        /// What every client must show.
        public var token: String
        /// PEM files; nil is allowed on loopback only.
        public var tls: (certificate: String, key: String)?

        public init(host: String, port: Int, token: String, tls: (certificate: String, key: String)?) {
            self.host = host
            self.port = port
            self.token = token
            self.tls = tls
        }
    }

    /// What it listens on, once it does.
    public struct Addresses: Sendable, Hashable {
        public var socket: String
        /// `http://127.0.0.1:8470`; nil without TCP.
        public var url: String?
        /// A link that opens the console once, without a token, within 15 minutes; nil without TCP.
        public var consoleLink: String?
    }

    let gateway: Gateway
    let configuration: Configuration
    let logger: Logger

    public init(gateway: Gateway, configuration: Configuration, logger: Logger) {
        self.gateway = gateway
        self.configuration = configuration
        self.logger = logger
    }
}
