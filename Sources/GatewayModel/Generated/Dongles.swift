// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import JSONLines

public enum RestartMode: String, Word {
    case run, bootloader
}

/// The answer of `GET /v1/dongles`
public struct DongleList: Codable, Sendable, Hashable {
    public var dongles: [DongleStatus]

    public init(dongles: [DongleStatus]) {
        self.dongles = dongles
    }
}

/// What a live dongle is, can do and has counted: the answer of `GET /v1/dongles/{dongle}/info`
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
    public var counters: DongleCounters

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
        port: String, id: String, alias: String? = nil, simulated: Bool, firmware: String, version: String,
        build: String, hardware: String, protocolVersion: String, uptimeMs: UInt32, resetReason: String,
        features: [String], slots: Int, connections: Int, largestMTU: Int, largestPayloadToDongle: Int,
        largestPayloadToHost: Int, maxInflight: Int, largestConfig: UInt32, counters: DongleCounters
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

/// The dongle's own counts since its start
public struct DongleCounters: Codable, Sendable, Hashable {
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

/// Body of `POST /v1/dongles`: take a port into use
public struct AdoptionRequest: Codable, Sendable, Hashable {
    /// auto, id:SERIAL or a path on the gateway's machine; at most 4,096 bytes.
    public var port: String
    /// Bits a second; found out unless said. 1...100,000,000.
    public var baud: Int?

    public init(port: String, baud: Int? = nil) {
        self.port = port
        self.baud = baud
    }
}

/// Body of `PUT /v1/dongles/{dongle}/alias`
public struct AliasRequest: Codable, Sendable, Hashable {
    /// Not of the form of an id.
    public var alias: String

    public init(alias: String) {
        self.alias = alias
    }
}

/// Body of `POST /v1/dongles/{dongle}/identify`
public struct IdentificationRequest: Codable, Sendable, Hashable {
    /// Zero ends it. 0...60,000.
    public var durationMs: Int

    private enum CodingKeys: String, CodingKey {
        case durationMs = "duration_ms"
    }

    public init(durationMs: Int) {
        self.durationMs = durationMs
    }
}

/// Body of `POST /v1/dongles/{dongle}/reboot`
public struct RebootOrder: Codable, Sendable, Hashable {
    public var mode: RestartMode

    public init(mode: RestartMode) {
        self.mode = mode
    }
}
