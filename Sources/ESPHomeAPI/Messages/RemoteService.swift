/// UUID of an attribute.
public struct RemoteUUID: Sendable, Hashable {
    let value: UInt128
    /// The assigned number; nil for a UUID outside the Bluetooth base.
    let short: UInt32?

    public init(value: UInt128, short: UInt32?) {
        (self.value, self.short) = (value, short)
    }

    /// Writes 128 bits as two numbers, the upper half first, or the assigned number in `shortField`.
    fileprivate func write(_ fields: inout FieldWriter, shortField: UInt64, _ withShortUUIDs: Bool) {
        if withShortUUIDs, let short, short != 0 {
            fields.number(shortField, short)
        } else {
            // Repeated and packed; a half that is zero must not be left out.
            fields.numbers(1, [UInt64(truncatingIfNeeded: value >> 64), UInt64(truncatingIfNeeded: value)])
        }
    }
}

/// Service of a connected device, as a proxy describes it.
public struct RemoteService: Sendable, Hashable {
    public struct Characteristic: Sendable, Hashable {
        let uuid: RemoteUUID
        let handle: UInt16
        let properties: UInt8
        let descriptors: [Descriptor]

        /// - Parameters:
        ///   - handle: Handle of the value.
        ///   - properties: Byte of the declaration.
        public init(uuid: RemoteUUID, handle: UInt16, properties: UInt8, descriptors: [Descriptor]) {
            (self.uuid, self.handle, self.properties, self.descriptors) = (uuid, handle, properties, descriptors)
        }
    }

    public struct Descriptor: Sendable, Hashable {
        let uuid: RemoteUUID
        let handle: UInt16

        public init(uuid: RemoteUUID, handle: UInt16) {
            (self.uuid, self.handle) = (uuid, handle)
        }
    }

    let uuid: RemoteUUID
    let handle: UInt16
    let characteristics: [Characteristic]

    /// - Parameter handle: First handle of the service.
    public init(uuid: RemoteUUID, handle: UInt16, characteristics: [Characteristic]) {
        (self.uuid, self.handle, self.characteristics) = (uuid, handle, characteristics)
    }

    func write(_ fields: inout FieldWriter, _ withShortUUIDs: Bool) {
        uuid.write(&fields, shortField: 4, withShortUUIDs)
        fields.number(2, handle)
        for characteristic in characteristics {
            fields.message(3) { fields in
                characteristic.uuid.write(&fields, shortField: 5, withShortUUIDs)
                fields.number(2, characteristic.handle)
                fields.number(3, characteristic.properties)
                for descriptor in characteristic.descriptors {
                    fields.message(4) { fields in
                        descriptor.uuid.write(&fields, shortField: 3, withShortUUIDs)
                        fields.number(2, descriptor.handle)
                    }
                }
            }
        }
    }

    /// Length of the service in a message, in bytes.
    func length(_ withShortUUIDs: Bool) -> Int { FieldWriter { write(&$0, withShortUUIDs) }.bytes.count }
}

extension ServerMessage {
    /// Largest payload of one piece of a list of services, unless a single service is longer.
    static let servicesLength = 1_360

    /// Returns the pieces of a whole list of services, and the message that ends the list.
    ///
    /// - Returns: Nil if a service is too long for any frame. The list must then not be sent at all, because the
    ///   client keeps what it gets.
    public static func services(
        of address: UInt64, _ services: [RemoteService], withShortUUIDs: Bool
    ) -> [ServerMessage]? {
        var messages: [ServerMessage] = []
        var piece: [RemoteService] = []
        var length = 0
        func end() {
            if !piece.isEmpty {
                messages.append(.services(address: address, piece, withShortUUIDs: withShortUUIDs))
            }
            (piece, length) = ([], 0)
        }
        for service in services {
            let more = service.length(withShortUUIDs)
            guard more <= Frame.longestPayload - 32 else { return nil }
            if length + more > servicesLength { end() }
            piece.append(service)
            length += more
        }
        end()
        return messages + [.servicesDone(address: address)]
    }
}
