// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import LineFormats

/// State of the Bluetooth proxies: the answer of `GET /v1/esphome`.
package struct ESPHomeStatus: Codable, Sendable, Hashable {
    /// Whether the gateway is a Bluetooth proxy.
    package var isListening: Bool
    /// Whether clients must have the key.
    package var isEncrypted: Bool
    /// Whether the proxies are announced by mDNS.
    package var isAnnounced: Bool
    /// Connections that were refused since the start: too many, without a hello, or with a wrong key.
    package var refused: UInt64
    package var proxies: [ESPHomeProxy]
    /// Reason why the newest proxy cannot listen, or the newest connection was refused; absent if there was none.
    package var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case refused, proxies
        case isListening = "listening"
        case isEncrypted = "encrypted"
        case isAnnounced = "announced"
        case lastError = "last_error"
    }

    package init(
        isListening: Bool, isEncrypted: Bool, isAnnounced: Bool, refused: UInt64, proxies: [ESPHomeProxy],
        lastError: String? = nil
    ) {
        self.isListening = isListening
        self.isEncrypted = isEncrypted
        self.isAnnounced = isAnnounced
        self.refused = refused
        self.proxies = proxies
        self.lastError = lastError
    }
}

/// A Bluetooth proxy.
package struct ESPHomeProxy: Codable, Sendable, Hashable {
    /// Host name that the proxy tells.
    package var name: String
    /// Name for people.
    package var friendlyName: String
    /// Made-up address by which clients know the proxy again.
    package var mac: String
    /// Address that the proxy listens on.
    package var host: String
    /// 0...65,535.
    package var port: Int
    /// Id of the dongle; absent for the proxy of all dongles.
    package var dongle: String?
    /// Number of connections to devices that the proxy can have at a time.
    package var slots: Int
    /// Number of those that are free.
    package var free: Int
    package var clients: [ESPHomeClient]

    private enum CodingKeys: String, CodingKey {
        case name, mac, host, port, dongle, slots, free, clients
        case friendlyName = "friendly_name"
    }

    package init(
        name: String, friendlyName: String, mac: String, host: String, port: Int, dongle: String? = nil, slots: Int,
        free: Int, clients: [ESPHomeClient]
    ) {
        self.name = name
        self.friendlyName = friendlyName
        self.mac = mac
        self.host = host
        self.port = port
        self.dongle = dongle
        self.slots = slots
        self.free = free
        self.clients = clients
    }
}

/// A client of a Bluetooth proxy.
package struct ESPHomeClient: Codable, Sendable, Hashable {
    /// The client's description of itself; absent before its hello.
    package var name: String?
    package var address: String
    package var since: Timestamp
    /// Whether the client is subscribed to adverts.
    package var readsAdverts: Bool
    /// Number of its connections to devices.
    package var connections: Int
    /// Requests that were carried out or failed: connects, reads, writes, discoveries, subscriptions.
    package var operations: UInt64
    /// Notifications sent to the client.
    package var notifications: UInt64
    /// Notifications that were lost on the way from the device, or dropped because the client was too slow.
    package var notificationsDropped: UInt64
    /// Adverts sent to the client.
    package var adverts: UInt64
    /// Adverts that were lost between dongle and gateway, or dropped because the client was too slow.
    package var advertsMissed: UInt64
    /// Newest failed request; absent if there was none.
    package var lastError: String?

    private enum CodingKeys: String, CodingKey {
        case name, address, since, connections, operations, notifications, adverts
        case readsAdverts = "reads_adverts"
        case notificationsDropped = "notifications_dropped"
        case advertsMissed = "adverts_missed"
        case lastError = "last_error"
    }

    package init(
        name: String? = nil, address: String, since: Timestamp, readsAdverts: Bool, connections: Int,
        operations: UInt64, notifications: UInt64, notificationsDropped: UInt64, adverts: UInt64, advertsMissed: UInt64,
        lastError: String? = nil
    ) {
        self.name = name
        self.address = address
        self.since = since
        self.readsAdverts = readsAdverts
        self.connections = connections
        self.operations = operations
        self.notifications = notifications
        self.notificationsDropped = notificationsDropped
        self.adverts = adverts
        self.advertsMissed = advertsMissed
        self.lastError = lastError
    }
}

/// Key of the Bluetooth proxies: the answer of `GET /v1/esphome/key`.
package struct ESPHomeKey: Codable, Sendable, Hashable {
    /// 32 bytes in Base64.
    package var key: String

    package init(key: String) {
        self.key = key
    }
}
