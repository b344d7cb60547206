// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import LineFormats

package enum RestartMode: String, Word {
    case run, bootloader
}

/// The answer of `GET /v1/dongles`.
package struct DongleList: Codable, Sendable, Hashable {
    package var dongles: [DongleStatus]

    package init(dongles: [DongleStatus]) {
        self.dongles = dongles
    }
}

/// Identification, features and counters of a live dongle: the answer of `GET /v1/dongles/{dongle}/info`.
package struct DongleDetails: Codable, Sendable, Hashable {
    package var port: String
    package var id: String
    package var alias: String?
    package var simulated: Bool
    package var firmware: String
    package var version: String
    package var build: String
    package var hardware: String
    /// Version of the dongle protocol, as `MAJOR.MINOR`.
    package var protocolVersion: String
    package var uptimeMs: UInt32
    package var resetReason: String
    package var features: [String]
    package var slots: Int
    package var connections: Int
    package var largestMTU: Int
    /// Largest payload of a frame to the dongle, in bytes; `largest_payload_to_host` is that of a frame from it.
    package var largestPayloadToDongle: Int
    package var largestPayloadToHost: Int
    package var maxInflight: Int
    package var largestConfig: UInt32
    package var counters: DongleCounters

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

    package init(
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

/// The dongle's own counters since its start.
package struct DongleCounters: Codable, Sendable, Hashable {
    package var framesReceived: UInt64
    package var framesSent: UInt64
    package var framesRejected: UInt64
    package var advertsDropped: UInt64
    package var advertsCoalesced: UInt64
    package var logLinesDropped: UInt64

    private enum CodingKeys: String, CodingKey {
        case framesReceived = "frames_received"
        case framesSent = "frames_sent"
        case framesRejected = "frames_rejected"
        case advertsDropped = "adverts_dropped"
        case advertsCoalesced = "adverts_coalesced"
        case logLinesDropped = "log_lines_dropped"
    }

    package init(
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

/// Body of `POST /v1/dongles`: the port to adopt.
package struct AdoptionRequest: Codable, Sendable, Hashable {
    /// auto, id:SERIAL, the name of a radio such as usb:0, or a path on the gateway's machine; at most 4,096 bytes.
    package var port: String
    /// Bits per second; default: detected. Range: 1...100,000,000.
    package var baud: Int?

    package init(port: String, baud: Int? = nil) {
        self.port = port
        self.baud = baud
    }
}

/// Body of `PUT /v1/dongles/{dongle}/alias`.
package struct AliasRequest: Codable, Sendable, Hashable {
    /// Alias, which must not look like an id.
    package var alias: String

    package init(alias: String) {
        self.alias = alias
    }
}

/// Body of `POST /v1/dongles/{dongle}/identify`.
package struct IdentificationRequest: Codable, Sendable, Hashable {
    /// Duration in milliseconds; 0 ends the identification. Range: 0...60,000.
    package var durationMs: Int

    private enum CodingKeys: String, CodingKey {
        case durationMs = "duration_ms"
    }

    package init(durationMs: Int) {
        self.durationMs = durationMs
    }
}

/// Body of `POST /v1/dongles/{dongle}/reboot`.
package struct RebootOrder: Codable, Sendable, Hashable {
    package var mode: RestartMode

    package init(mode: RestartMode) {
        self.mode = mode
    }
}
