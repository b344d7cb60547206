/// Settings of the Bluetooth proxies.
package struct ProxyConfiguration: Sendable {
    /// Which proxies there are.
    package enum Division: Sendable, Hashable {
        /// One for all dongles; the one with the best signal connects.
        case one
        /// One for each dongle, each on a port of its own.
        case each
    }

    /// Address to listen on.
    package var host: String
    /// Port of the first proxy; 0 = any free port.
    package var port: Int
    /// Whether clients must have the key.
    package var isEncrypted = true
    package var division = Division.one
    /// Companies whose adverts are sent; empty = all adverts.
    package var companies: Set<UInt16> = []
    /// Whether the proxies are announced by mDNS.
    package var isAnnounced = true
    /// Port of the console, if it needs no TLS; 0 = none.
    package var webPort = 0
    /// Folder of the file with the key.
    package var folder: String
    /// Program and version, for clients.
    package var version: String
    package var limits = ProxyLimits()

    package init(host: String, port: Int, folder: String, version: String) {
        (self.host, self.port, self.folder, self.version) = (host, port, folder, version)
    }
}

/// Limits on what clients of a proxy may use. The default values are those of the product.
package struct ProxyLimits: Sendable {
    /// Clients of one proxy at a time; further ones are refused.
    package var clients = 16
    /// New connections from one address in a minute; further ones are refused.
    package var connectionsPerMinute = 120
    /// Devices that one client may be connected to, or connecting to, at a time.
    package var devices = 32
    /// Requests of one client that wait for one device; further ones fail.
    package var requests = 256
    /// Characteristics of one device whose notifications one client may follow.
    package var notifying = 64
    /// Bytes that wait for a client which does not read; with more, the client is disconnected.
    package var backlog = 1_048_576
    /// Bytes that wait, above which notifications are dropped.
    package var notificationBacklog = 262_144
    /// Messages with adverts that wait; the next must then wait in the gateway's own queue.
    package var advertMessages = 4
    /// Adverts in one message.
    package var advertsPerMessage = 64
    /// Longest time for which a client may read nothing of what is sent to it.
    package var stallTime = Duration.seconds(60)
    /// Longest time for the last bytes to be sent when a connection is closed.
    package var closingTime = Duration.seconds(2)
    /// Longest attempt to connect to a device, and longest operation on it. Clients wait 30 s.
    package var operationTime = Duration.seconds(20)

    package init() {}
}
