/// Body of `POST /v1/dongles`: take a port into use.
public struct AdoptionRequest: Codable, Sendable, Hashable {
    /// `auto`, `id:SERIAL` or a path on the gateway's machine.
    public var port: String
    /// Bits a second; nil = found out.
    public var baud: Int?

    public init(port: String, baud: Int? = nil) {
        self.port = port
        self.baud = baud
    }
}

/// Body of `PUT /v1/dongles/{dongle}/alias`.
public struct AliasRequest: Codable, Sendable, Hashable {
    /// 1...32 letters, digits, `-`, `_`, `.`.
    public var alias: String

    public init(alias: String) {
        self.alias = alias
    }
}

/// Body of `POST /v1/dongles/{dongle}/identify`.
public struct IdentificationRequest: Codable, Sendable, Hashable {
    /// 0...60,000; zero ends it.
    public var durationMs: Int

    private enum CodingKeys: String, CodingKey {
        case durationMs = "duration_ms"
    }

    public init(durationMs: Int) {
        self.durationMs = durationMs
    }
}

/// Body of `POST /v1/dongles/{dongle}/reboot`.
public struct RebootOrder: Codable, Sendable, Hashable {
    public enum Mode: String, Codable, Sendable, Hashable {
        case run, bootloader
    }

    public var mode: Mode

    public init(mode: Mode) {
        self.mode = mode
    }
}

/// Body of `POST /v1/connections`.
public struct ConnectionRequest: Codable, Sendable, Hashable {
    /// Id, alias or port of the dongle; nil where there is only one.
    public var dongle: String?
    /// `aa:bb:cc:dd:ee:ff`.
    public var address: String
    /// `public` or `random`; nil: a short scan finds out.
    public var addressType: String?
    /// Longest attempt, and longest wait for each operation on the connection, 100...600,000.
    public var timeoutMs: Int?
    /// The connection is ended when nobody has used it for so long, 1,000...600,000; 30,000 unless said.
    public var leaseMs: Int?

    private enum CodingKeys: String, CodingKey {
        case dongle, address
        case addressType = "address_type"
        case timeoutMs = "timeout_ms"
        case leaseMs = "lease_ms"
    }

    public init(
        dongle: String? = nil, address: String, addressType: String? = nil, timeoutMs: Int? = nil, leaseMs: Int? = nil
    ) {
        self.dongle = dongle
        self.address = address
        self.addressType = addressType
        self.timeoutMs = timeoutMs
        self.leaseMs = leaseMs
    }
}

/// Body of `PUT /v1/connections/{connection}/values/{handle}`.
public struct ValueWrite: Codable, Sendable, Hashable {
    /// Two digits a byte, at most 512 bytes.
    public var hex: String
    /// Whether the device is to acknowledge it; true unless said.
    public var confirmed: Bool?

    public init(hex: String, confirmed: Bool? = nil) {
        self.hex = hex
        self.confirmed = confirmed
    }
}

/// Body of `POST /v1/connections/{connection}/mtu`.
public struct MTURequest: Codable, Sendable, Hashable {
    /// 23...517.
    public var mtu: Int

    public init(mtu: Int) {
        self.mtu = mtu
    }
}
