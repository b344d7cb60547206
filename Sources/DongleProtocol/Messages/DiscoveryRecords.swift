/// A primary service. Source: SPEC.md 10.5.
public struct ServiceRecord: WireMessage {
    /// Handle of the service's declaration.
    public var firstHandle: UInt16
    /// Handle of the last attribute in the service.
    public var lastHandle: UInt16
    /// Type of the attribute.
    public var uuid: AttributeUUID

    public init(firstHandle: UInt16, lastHandle: UInt16, uuid: AttributeUUID) {
        self.firstHandle = firstHandle
        self.lastHandle = lastHandle
        self.uuid = uuid
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        firstHandle = try reader.read()
        lastHandle = try reader.read()
        uuid = try AttributeUUID(from: &reader)
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(firstHandle)
        writer.write(lastHandle)
        uuid.encode(to: &writer)
    }
}

/// A characteristic. Source: SPEC.md 10.5.
public struct CharacteristicRecord: WireMessage {
    /// Handle of the characteristic's declaration.
    public var declarationHandle: UInt16
    /// Handle of the characteristic's value, used for reads, writes and notifications.
    public var valueHandle: UInt16
    /// Operations that the characteristic supports.
    public var properties: CharacteristicProperties
    /// Type of the attribute.
    public var uuid: AttributeUUID

    public init(
        declarationHandle: UInt16, valueHandle: UInt16, properties: CharacteristicProperties, uuid: AttributeUUID
    ) {
        self.declarationHandle = declarationHandle
        self.valueHandle = valueHandle
        self.properties = properties
        self.uuid = uuid
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        declarationHandle = try reader.read()
        valueHandle = try reader.read()
        properties = try reader.read()
        uuid = try AttributeUUID(from: &reader)
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(declarationHandle)
        writer.write(valueHandle)
        writer.write(properties)
        uuid.encode(to: &writer)
    }
}

/// A descriptor, or any other attribute. Source: SPEC.md 10.5.
public struct DescriptorRecord: WireMessage {
    /// Attribute handle, 1...0xFFFF.
    public var handle: UInt16
    /// Type of the attribute.
    public var uuid: AttributeUUID

    public init(handle: UInt16, uuid: AttributeUUID) {
        self.handle = handle
        self.uuid = uuid
    }

    public init(from reader: inout ByteReader) throws(MalformedMessage) {
        handle = try reader.read()
        uuid = try AttributeUUID(from: &reader)
    }

    public func encode(to writer: inout ByteWriter) {
        writer.write(handle)
        uuid.encode(to: &writer)
    }
}
