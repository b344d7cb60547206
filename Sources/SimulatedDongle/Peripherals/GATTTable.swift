import Advertising

/// The services of a GATT server as attributes with handles from 1.
package struct GATTTable: Sendable {
    /// A primary service.
    package struct Service: Sendable, Hashable {
        package let uuid: BluetoothUUID
        /// Handles from the declaration to the last attribute.
        package fileprivate(set) var handles: ClosedRange<UInt16>
    }

    /// A characteristic: its declaration and, at the next handle, its value.
    package struct Characteristic: Sendable, Hashable {
        package let uuid: BluetoothUUID
        package let properties: GATTProperties
        /// Handle of the declaration.
        package let declaration: UInt16
        /// Handle of the value.
        package let valueHandle: UInt16
    }

    /// One attribute, as Find Information reports it.
    struct Attribute: Sendable, Hashable {
        enum Role: Sendable, Hashable {
            case declaration
            case value(of: Characteristic)
            case clientConfiguration(of: Characteristic)
            case descriptor
        }

        let handle: UInt16
        let type: BluetoothUUID
        let role: Role
    }

    private static let primaryService = BluetoothUUID(short: 0x2800)
    private static let characteristicDeclaration = BluetoothUUID(short: 0x2803)
    static let clientConfiguration = BluetoothUUID(short: 0x2902)

    /// The services, in order of handles.
    package private(set) var services: [Service] = []
    /// The characteristics, in order of handles.
    package private(set) var characteristics: [Characteristic] = []
    private(set) var attributes: [Attribute] = []

    package init() {}

    /// Starts a primary service. Attributes added later belong to it.
    package mutating func addService(_ uuid: BluetoothUUID) {
        let handle = UInt16(attributes.count + 1)
        services.append(Service(uuid: uuid, handles: handle...handle))
        addAttribute(GATTTable.primaryService, .declaration)
    }

    /// Adds a characteristic, with a Client Characteristic Configuration descriptor if it notifies
    /// or indicates.
    ///
    /// - Parameter isConfigurable: False omits that descriptor. This violates the specification,
    ///   but occurs in practice.
    @discardableResult
    package mutating func addCharacteristic(
        _ uuid: BluetoothUUID, _ properties: GATTProperties, isConfigurable: Bool = true
    ) -> Characteristic {
        let declaration = addAttribute(GATTTable.characteristicDeclaration, .declaration)
        let characteristic = Characteristic(
            uuid: uuid, properties: properties, declaration: declaration, valueHandle: declaration + 1)
        characteristics.append(characteristic)
        addAttribute(uuid, .value(of: characteristic))
        if isConfigurable, !properties.isDisjoint(with: [.notify, .indicate]) {
            addAttribute(GATTTable.clientConfiguration, .clientConfiguration(of: characteristic))
        }
        return characteristic
    }

    /// Adds a descriptor to the last characteristic.
    ///
    /// - Returns: Handle of the descriptor.
    package mutating func addDescriptor(_ uuid: BluetoothUUID) -> UInt16 {
        addAttribute(uuid, .descriptor)
    }

    /// Returns the first characteristic with this UUID.
    package func characteristic(_ uuid: BluetoothUUID) -> Characteristic? {
        characteristics.first { $0.uuid == uuid }
    }

    func attribute(_ handle: UInt16) -> Attribute? {
        guard (1...attributes.count).contains(Int(handle)) else { return nil }
        return attributes[Int(handle) - 1]
    }

    @discardableResult
    private mutating func addAttribute(_ type: BluetoothUUID, _ role: Attribute.Role) -> UInt16 {
        let handle = UInt16(attributes.count + 1)
        attributes.append(Attribute(handle: handle, type: type, role: role))
        if let last = services.indices.last {
            services[last].handles = services[last].handles.lowerBound...handle
        }
        return handle
    }
}
