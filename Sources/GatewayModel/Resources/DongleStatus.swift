import JSONLines

/// How far a dongle's link is.
public enum DongleState: String, Codable, Sendable, Hashable, CaseIterable {
    /// The port is being opened and the dongle greeted.
    case opening
    /// A session is open.
    case live
    /// A session is open, and the dongle has not answered for a while.
    case suspect
    /// The dongle restarted and is being greeted again.
    case restarting
    /// The port could not be opened, or went away: the next attempt is in ``DongleStatus/retryInMs``.
    case waiting
    /// Known from earlier; nobody tries to reach it.
    case absent

    /// Whether its port is open and it has been greeted, also where it does not answer at the moment.
    public var isConnected: Bool {
        switch self {
        case .live, .suspect, .restarting: true
        case .opening, .waiting, .absent: false
        }
    }
}

/// One dongle, present or known from earlier.
public struct DongleStatus: Codable, Sendable, Hashable {
    /// Sixteen lowercase hexadecimal digits; nil until the first greeting.
    public var id: String?
    /// The name that people gave it.
    public var alias: String?
    /// The port it is on, or was on last.
    public var port: String
    public var state: DongleState
    /// Since when it is in that state.
    public var since: Timestamp
    public var simulated: Bool
    public var scanning: Bool
    /// Name and version of the firmware; nil until it was asked.
    public var firmware: String?
    public var retryInMs: Int?
    /// What went wrong last.
    public var lastError: ErrorReport?
    /// Times the link was lost since this gateway started.
    public var outages: Int
    /// Nil while no port is open.
    public var link: LinkQuality?

    private enum CodingKeys: String, CodingKey {
        case id, alias, port, state, since, simulated, scanning, firmware, outages, link
        case retryInMs = "retry_in_ms"
        case lastError = "last_error"
    }

    public init(
        id: String?, alias: String?, port: String, state: DongleState, since: Timestamp, simulated: Bool,
        scanning: Bool, firmware: String?, retryInMs: Int?, lastError: ErrorReport?, outages: Int, link: LinkQuality?
    ) {
        self.id = id
        self.alias = alias
        self.port = port
        self.state = state
        self.since = since
        self.simulated = simulated
        self.scanning = scanning
        self.firmware = firmware
        self.retryInMs = retryInMs
        self.lastError = lastError
        self.outages = outages
        self.link = link
    }
}

/// What a link has carried and lost since its port was opened.
public struct LinkQuality: Codable, Sendable, Hashable {
    /// Smoothed round trip of requests, milliseconds; nil before the first.
    public var roundTripMs: Double?
    public var framesReceived: UInt64
    public var framesSent: UInt64
    /// Stretches of bytes that were no valid frame.
    public var framesRejected: UInt64
    /// Requests sent again.
    public var retransmissions: UInt64
    /// Sessions opened, the first included.
    public var sessions: UInt64
    public var adverts: UInt64
    /// Adverts the dongle heard that did not arrive, exact.
    public var advertsLost: UInt64
    /// Adverts the gateway itself was too slow for, exact.
    public var advertsMissed: UInt64

    private enum CodingKeys: String, CodingKey {
        case retransmissions, sessions, adverts
        case roundTripMs = "round_trip_ms"
        case framesReceived = "frames_received"
        case framesSent = "frames_sent"
        case framesRejected = "frames_rejected"
        case advertsLost = "adverts_lost"
        case advertsMissed = "adverts_missed"
    }

    public init(
        roundTripMs: Double?, framesReceived: UInt64, framesSent: UInt64, framesRejected: UInt64,
        retransmissions: UInt64, sessions: UInt64, adverts: UInt64, advertsLost: UInt64, advertsMissed: UInt64
    ) {
        self.roundTripMs = roundTripMs
        self.framesReceived = framesReceived
        self.framesSent = framesSent
        self.framesRejected = framesRejected
        self.retransmissions = retransmissions
        self.sessions = sessions
        self.adverts = adverts
        self.advertsLost = advertsLost
        self.advertsMissed = advertsMissed
    }
}

/// What a live dongle is, can do and has counted: the answer of `GET /v1/dongles/{dongle}/info`.
public struct DongleDetails: Codable, Sendable, Hashable {
    public var port: String
    public var id: String
    public var alias: String?
    public var simulated: Bool
    public var firmware: String
    public var version: String
    public var build: String
    public var hardware: String
    /// `MAJOR.MINOR` of the wire protocol.
    public var protocolVersion: String
    public var uptimeMs: UInt32
    public var resetReason: String
    public var features: [String]
    public var slots: Int
    public var connections: Int
    public var largestMTU: Int
    /// Bytes of a frame's payload towards the dongle, and from it.
    public var largestPayloadToDongle: Int
    public var largestPayloadToHost: Int
    public var maxInflight: Int
    public var largestConfig: UInt32
    public var counters: Counters

    /// The dongle's own counts since its start.
    public struct Counters: Codable, Sendable, Hashable {
        public var framesReceived: UInt64
        public var framesSent: UInt64
        public var framesRejected: UInt64
        public var advertsDropped: UInt64
        public var advertsCoalesced: UInt64
        public var logLinesDropped: UInt64

        private enum CodingKeys: String, CodingKey {
            case framesReceived = "frames_received"
            case framesSent = "frames_sent"
            case framesRejected = "frames_rejected"
            case advertsDropped = "adverts_dropped"
            case advertsCoalesced = "adverts_coalesced"
            case logLinesDropped = "log_lines_dropped"
        }

        public init(
            framesReceived: UInt64, framesSent: UInt64, framesRejected: UInt64, advertsDropped: UInt64,
            advertsCoalesced: UInt64, logLinesDropped: UInt64
        ) {
            self.framesReceived = framesReceived
            self.framesSent = framesSent
            self.framesRejected = framesRejected
            self.advertsDropped = advertsDropped
            self.advertsCoalesced = advertsCoalesced
            self.logLinesDropped = logLinesDropped
        }
    }

    private enum CodingKeys: String, CodingKey {
        case port, alias, simulated, firmware, version, build, hardware, features, slots, connections, counters
        case id = "device_id"
        case protocolVersion = "protocol"
        case uptimeMs = "uptime_ms"
        case resetReason = "reset_reason"
        case largestMTU = "largest_mtu"
        case largestPayloadToDongle = "largest_payload_to_dongle"
        case largestPayloadToHost = "largest_payload_to_host"
        case maxInflight = "max_inflight"
        case largestConfig = "largest_config"
    }

    public init(
        port: String, id: String, alias: String?, simulated: Bool, firmware: String, version: String, build: String,
        hardware: String, protocolVersion: String, uptimeMs: UInt32, resetReason: String, features: [String],
        slots: Int, connections: Int, largestMTU: Int, largestPayloadToDongle: Int, largestPayloadToHost: Int,
        maxInflight: Int, largestConfig: UInt32, counters: Counters
    ) {
        self.port = port
        self.id = id
        self.alias = alias
        self.simulated = simulated
        self.firmware = firmware
        self.version = version
        self.build = build
        self.hardware = hardware
        self.protocolVersion = protocolVersion
        self.uptimeMs = uptimeMs
        self.resetReason = resetReason
        self.features = features
        self.slots = slots
        self.connections = connections
        self.largestMTU = largestMTU
        self.largestPayloadToDongle = largestPayloadToDongle
        self.largestPayloadToHost = largestPayloadToHost
        self.maxInflight = maxInflight
        self.largestConfig = largestConfig
        self.counters = counters
    }
}
