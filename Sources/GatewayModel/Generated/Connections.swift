// Generated from docs/api by tools/api-types. Change docs/api and run tools/api-types.
// swift-format-ignore-file

import Advertising

/// Body of `POST /v1/connections`.
package struct ConnectionRequest: Codable, Sendable, Hashable {
    /// Id, alias or port of a dongle; may be omitted if there is only one, or only one is connected.
    package var dongle: String?
    package var address: BluetoothAddress
    /// Default: found out by a short scan.
    package var addressType: AddressType?
    /// Longest attempt to connect, and longest wait for each operation on the connection, in milliseconds. Range:
    /// 100...600,000.
    package var timeoutMs: Int?
    /// Time without use after which the connection is ended, in milliseconds; default: 30,000. Range: 1,000...600,000.
    package var leaseMs: Int?

    private enum CodingKeys: String, CodingKey {
        case dongle, address
        case addressType = "address_type"
        case timeoutMs = "timeout_ms"
        case leaseMs = "lease_ms"
    }

    package init(
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

/// Body of `PUT /v1/connections/{connection}/values/{handle}`.
package struct ValueWrite: Codable, Sendable, Hashable {
    /// Value in hexadecimal, at most 512 bytes.
    package var hex: String
    /// Whether the device should acknowledge the write; default: true. Otherwise the answer only means that the dongle
    /// has queued the write; ending the connection waits for it.
    package var confirmed: Bool?

    package init(hex: String, confirmed: Bool? = nil) {
        self.hex = hex
        self.confirmed = confirmed
    }
}

/// Body of `POST /v1/connections/{connection}/mtu`.
package struct MTURequest: Codable, Sendable, Hashable {
    /// 23...517.
    package var mtu: Int

    package init(mtu: Int) {
        self.mtu = mtu
    }
}

/// A connection that the gateway holds for a client: the answer of `POST /v1/connections`.
package struct ConnectionDescription: Codable, Sendable, Hashable {
    /// Name of the connection in later requests; never reused.
    package var id: String
    /// The dongle's id.
    package var dongle: String
    package var address: BluetoothAddress
    package var addressType: AddressType
    /// ATT MTU.
    package var mtu: Int
    /// Time without use after which the connection is ended, in milliseconds.
    package var leaseMs: Int
    package var simulated: Bool

    private enum CodingKeys: String, CodingKey {
        case id, dongle, address, mtu, simulated
        case addressType = "address_type"
        case leaseMs = "lease_ms"
    }

    package init(
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

/// The answer of `GET /v1/connections`.
package struct ConnectionList: Codable, Sendable, Hashable {
    package var connections: [ConnectionDescription]

    package init(connections: [ConnectionDescription]) {
        self.connections = connections
    }
}

/// The answer of `GET /v1/connections/{connection}/services`.
package struct ServiceList: Codable, Sendable, Hashable {
    package var services: [ServiceDescription]

    package init(services: [ServiceDescription]) {
        self.services = services
    }
}

/// A primary service.
package struct ServiceDescription: Codable, Sendable, Hashable {
    package var uuid: BluetoothUUID
    package var firstHandle: UInt16
    package var lastHandle: UInt16
    package var characteristics: [CharacteristicDescription]

    private enum CodingKeys: String, CodingKey {
        case uuid, characteristics
        case firstHandle = "first_handle"
        case lastHandle = "last_handle"
    }

    package init(
        uuid: BluetoothUUID, firstHandle: UInt16, lastHandle: UInt16, characteristics: [CharacteristicDescription]
    ) {
        self.uuid = uuid
        self.firstHandle = firstHandle
        self.lastHandle = lastHandle
        self.characteristics = characteristics
    }
}

/// A characteristic with its descriptors.
package struct CharacteristicDescription: Codable, Sendable, Hashable {
    package var uuid: BluetoothUUID
    /// Handle of the declaration.
    package var declaration: UInt16
    /// Handle of the value.
    package var handle: UInt16
    /// `read`, `write`, `write-without-response`, `notify`, `indicate` ….
    package var properties: [String]
    package var descriptors: [DescriptorDescription]

    package init(
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

/// A descriptor of a characteristic.
package struct DescriptorDescription: Codable, Sendable, Hashable {
    package var uuid: BluetoothUUID
    package var handle: UInt16

    package init(uuid: BluetoothUUID, handle: UInt16) {
        self.uuid = uuid
        self.handle = handle
    }
}

/// An attribute's value: the answer of `GET …/values/{handle}`.
package struct AttributeValue: Codable, Sendable, Hashable {
    package var handle: UInt16
    /// Value in hexadecimal.
    package var hex: String

    package init(handle: UInt16, hex: String) {
        self.handle = handle
        self.hex = hex
    }
}

/// The answer of `PUT …/values/{handle}`.
package struct WriteResult: Codable, Sendable, Hashable {
    package var handle: UInt16
    /// Length in bytes.
    package var length: Int
    /// Whether the device has acknowledged the write.
    package var confirmed: Bool

    package init(handle: UInt16, length: Int, confirmed: Bool) {
        self.handle = handle
        self.length = length
        self.confirmed = confirmed
    }
}

/// The answer of `POST …/mtu`.
package struct MTUResult: Codable, Sendable, Hashable {
    package var mtu: Int

    package init(mtu: Int) {
        self.mtu = mtu
    }
}
