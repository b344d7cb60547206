import Advertising
import DongleLink
import DongleProtocol
import GatewayModel

extension ServiceDescription {
    /// As the API tells it.
    init(_ service: GATTService) {
        self.init(
            uuid: service.uuid.description, firstHandle: service.range.lowerBound,
            lastHandle: service.range.upperBound,
            characteristics: service.characteristics.map(CharacteristicDescription.init))
    }
}

extension CharacteristicDescription {
    fileprivate init(_ characteristic: GATTCharacteristic) {
        self.init(
            uuid: characteristic.uuid.description, declaration: characteristic.declarationHandle,
            handle: characteristic.valueHandle, properties: characteristic.properties.names,
            descriptors: characteristic.descriptors.map {
                DescriptorDescription(uuid: $0.uuid.description, handle: $0.handle)
            })
    }
}

extension CharacteristicProperties {
    /// Those that are there, by name.
    fileprivate var names: [String] {
        let all: [(CharacteristicProperties, String)] = [
            (.broadcast, "broadcast"), (.read, "read"), (.writeWithoutResponse, "write-without-response"),
            (.write, "write"), (.notify, "notify"), (.indicate, "indicate"), (.signedWrite, "signed-write"),
            (.extended, "extended"),
        ]
        return all.filter { contains($0.0) }.map(\.1)
    }
}
