import Advertising

/// The services of a GATT server, laid out in attributes with handles from 1.
package struct GATTTable: Sendable {
    /// A primary service.
    package struct Service: Sendable, Hashable {
        package let uuid: BluetoothUUID
        /// The declaration's and the last attribute's handle.
        package fileprivate(set) var handles: ClosedRange<UInt16>
    }

    /// A characteristic: its declaration and, with the next handle, its value.
    package struct Characteristic: Sendable, Hashable {
        package let uuid: BluetoothUUID
        package let properties: GATTProperties
        /// The declaration's handle.
        package let declaration: UInt16
        /// The value's handle.
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

    /// In order of handles.
    package private(set) var services: [Service] = []
    /// In order of handles.
    package private(set) var characteristics: [Characteristic] = []
    private(set) var attributes: [Attribute] = []

    package init() {}

    /// Begins a primary service; what is added next belongs to it.
    package mutating func addService(_ uuid: BluetoothUUID) {
        let handle = UInt16(attributes.count + 1)
        services.append(Service(uuid: uuid, handles: handle...handle))
        addAttribute(GATTTable.primaryService, .declaration)
    }

    /// Adds a characteristic, with a Client Characteristic Configuration descriptor if it notifies or indicates.
    ///
    /// - Parameter isConfigurable: False leaves that descriptor out, which is against the specification and happens.
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
    /// - Returns: Its handle.
    package mutating func addDescriptor(_ uuid: BluetoothUUID) -> UInt16 {
        addAttribute(uuid, .descriptor)
    }

    /// The first characteristic of that UUID.
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
