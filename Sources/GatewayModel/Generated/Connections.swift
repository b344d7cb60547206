// Made from docs/api by tools/api-types. Change that, and run it again.
// swift-format-ignore-file

import Advertising

/// Body of `POST /v1/connections`
public struct ConnectionRequest: Codable, Sendable, Hashable {
    /// Id, alias or port; may be left out where there is only one, or only one is connected.
    public var dongle: String?
    public var address: BluetoothAddress
    /// A short scan finds out unless said.
    public var addressType: AddressType?
    /// Longest attempt, and longest wait for each operation on the connection. 100...600,000.
    public var timeoutMs: Int?
    /// It is ended when nobody has used it for so long; 30,000 unless said. 1,000...600,000.
    public var leaseMs: Int?

    private enum CodingKeys: String, CodingKey {
        case dongle, address
        case addressType = "address_type"
        case timeoutMs = "timeout_ms"
        case leaseMs = "lease_ms"
    }

    public init(
        dongle: String? = nil, address: BluetoothAddress, addressType: AddressType? = nil, timeoutMs: Int? = nil,
        leaseMs: Int? = nil
    ) {
        self.dongle = dongle
        self.address = address
        self.addressType = addressType
        self.timeoutMs = timeoutMs
        self.leaseMs = leaseMs
    }
}

/// Body of `PUT /v1/connections/{connection}/values/{handle}`
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

/// Body of `POST /v1/connections/{connection}/mtu`
public struct MTURequest: Codable, Sendable, Hashable {
    /// 23...517. 23...517.
    public var mtu: Int

    public init(mtu: Int) {
        self.mtu = mtu
    }
}

/// A connection that the gateway holds for a client: the answer of `POST /v1/connections`
public struct ConnectionDescription: Codable, Sendable, Hashable {
    /// Names it in later requests; never used again.
    public var id: String
    /// The dongle's id.
    public var dongle: String
    public var address: BluetoothAddress
    public var addressType: AddressType
    /// ATT MTU.
    public var mtu: Int
    /// It is ended when nobody has used it for so long, milliseconds.
    public var leaseMs: Int
    public var simulated: Bool

    private enum CodingKeys: String, CodingKey {
        case id, dongle, address, mtu, simulated
        case addressType = "address_type"
        case leaseMs = "lease_ms"
    }

    public init(
        id: String, dongle: String, address: BluetoothAddress, addressType: AddressType, mtu: Int, leaseMs: Int,
        simulated: Bool
    ) {
        self.id = id
        self.dongle = dongle
        self.address = address
        self.addressType = addressType
        self.mtu = mtu
        self.leaseMs = leaseMs
        self.simulated = simulated
    }
}

/// The answer of `GET /v1/connections`
public struct ConnectionList: Codable, Sendable, Hashable {
    public var connections: [ConnectionDescription]

    public init(connections: [ConnectionDescription]) {
        self.connections = connections
    }
}

/// The answer of `GET /v1/connections/{connection}/services`
public struct ServiceList: Codable, Sendable, Hashable {
    public var services: [ServiceDescription]

    public init(services: [ServiceDescription]) {
        self.services = services
    }
}

/// A primary service
public struct ServiceDescription: Codable, Sendable, Hashable {
    public var uuid: BluetoothUUID
    public var firstHandle: UInt16
    public var lastHandle: UInt16
    public var characteristics: [CharacteristicDescription]

    private enum CodingKeys: String, CodingKey {
        case uuid, characteristics
        case firstHandle = "first_handle"
        case lastHandle = "last_handle"
    }

    public init(
        uuid: BluetoothUUID, firstHandle: UInt16, lastHandle: UInt16, characteristics: [CharacteristicDescription]
    ) {
        self.uuid = uuid
        self.firstHandle = firstHandle
        self.lastHandle = lastHandle
        self.characteristics = characteristics
    }
}

/// A characteristic with its descriptors
public struct CharacteristicDescription: Codable, Sendable, Hashable {
    public var uuid: BluetoothUUID
    /// Handle of the declaration.
    public var declaration: UInt16
    /// Of the value.
    public var handle: UInt16
    /// `read`, `write`, `write-without-response`, `notify`, `indicate` ….
    public var properties: [String]
    public var descriptors: [DescriptorDescription]

    public init(
        uuid: BluetoothUUID, declaration: UInt16, handle: UInt16, properties: [String],
        descriptors: [DescriptorDescription]
    ) {
        self.uuid = uuid
        self.declaration = declaration
        self.handle = handle
        self.properties = properties
        self.descriptors = descriptors
    }
}

/// A descriptor of a characteristic
public struct DescriptorDescription: Codable, Sendable, Hashable {
    public var uuid: BluetoothUUID
    public var handle: UInt16

    public init(uuid: BluetoothUUID, handle: UInt16) {
        self.uuid = uuid
        self.handle = handle
    }
}

/// An attribute's value: the answer of `GET …/values/{handle}`
public struct AttributeValue: Codable, Sendable, Hashable {
    public var handle: UInt16
    /// Two digits a byte.
    public var hex: String

    public init(handle: UInt16, hex: String) {
        self.handle = handle
        self.hex = hex
    }
}

/// The answer of `PUT …/values/{handle}`
public struct WriteResult: Codable, Sendable, Hashable {
    public var handle: UInt16
    /// Bytes.
    public var length: Int
    /// Whether the device has acknowledged it.
    public var confirmed: Bool

    public init(handle: UInt16, length: Int, confirmed: Bool) {
        self.handle = handle
        self.length = length
        self.confirmed = confirmed
    }
}

/// The answer of `POST …/mtu`
public struct MTUResult: Codable, Sendable, Hashable {
    public var mtu: Int

    public init(mtu: Int) {
        self.mtu = mtu
    }
}
