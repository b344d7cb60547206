import Advertising
import DongleLink
import DongleProtocol
import Gateway
import GatewayModel

extension ConnectionWish {
    /// Converts a request whose values were checked.
    init(_ request: ConnectionRequest) {
        self.init(dongle: request.dongle, address: request.address, addressType: request.addressType)
        if let timeout = request.timeoutMs { self.timeout = .milliseconds(timeout) }
        if let lease = request.leaseMs { self.lease = .milliseconds(lease) }
    }
}

extension ConnectionDescription {
    init(_ connection: GatewayConnection) {
        self.init(
            id: connection.id, dongle: connection.dongle, address: connection.address,
            addressType: connection.addressType, mtu: connection.mtu,
            leaseMs: Int(connection.lease / .milliseconds(1)), simulated: connection.isSimulated)
    }
}

extension ServiceDescription {
    init(_ service: GATTService) {
        self.init(
            uuid: service.uuid, firstHandle: service.range.lowerBound, lastHandle: service.range.upperBound,
            characteristics: service.characteristics.map(CharacteristicDescription.init))
    }
}

extension CharacteristicDescription {
    fileprivate init(_ characteristic: GATTCharacteristic) {
        self.init(
            uuid: characteristic.uuid, declaration: characteristic.declarationHandle,
            handle: characteristic.valueHandle, properties: characteristic.properties.names,
            descriptors: characteristic.descriptors.map {
                DescriptorDescription(uuid: $0.uuid, handle: $0.handle)
            })
    }
}

extension CharacteristicProperties {
    /// Names of the properties that are set.
    fileprivate var names: [String] {
        let all: [(CharacteristicProperties, String)] = [
            (.broadcast, "broadcast"), (.read, "read"), (.writeWithoutResponse, "write-without-response"),
            (.write, "write"), (.notify, "notify"), (.indicate, "indicate"), (.signedWrite, "signed-write"),
            (.extended, "extended"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
