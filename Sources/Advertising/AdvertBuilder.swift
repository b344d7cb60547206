/// Reason why an AD structure was not appended. The data is unchanged.
public enum AdvertBuilderError: Error, Sendable, Hashable {
    /// The data would need `needed` bytes, but only `limit` fit.
    case full(needed: Int, limit: Int)
    /// The value has `bytes` bytes; an AD structure holds at most 254.
    case valueTooLong(type: ADType, bytes: Int)
}

/// Builder of an advert's data, one AD structure after the other.
public struct AdvertBuilder: Sendable {
    /// Bytes that fit in a legacy advertising packet.
    public static let legacyLimit = 31
    /// Bytes that fit in an extended advertising set.
    public static let extendedLimit = 1650

    /// Maximum length of the data, in bytes.
    public let limit: Int
    /// Structures appended so far.
    public private(set) var data: [UInt8] = []

    /// Makes a builder without structures.
    public init(limit: Int = AdvertBuilder.legacyLimit) {
        self.limit = limit
    }

    /// Appends a structure of any type.
    public mutating func append(_ type: ADType, _ value: [UInt8]) throws(AdvertBuilderError) {
        guard value.count <= 254 else { throw .valueTooLong(type: type, bytes: value.count) }
        let needed = data.count + 2 + value.count
        guard needed <= limit else { throw .full(needed: needed, limit: limit) }
        data.append(UInt8(value.count + 1))
        data.append(type.rawValue)
        data += value
    }

    /// Appends the flags.
    public mutating func append(flags: ADFlags) throws(AdvertBuilderError) {
        try append(.flags, [flags.rawValue])
    }

    /// Appends the name unchanged; it is not cut to fit.
    ///
    /// - Parameter shortened: Whether `name` is only the beginning of the device's name.
    public mutating func append(name: String, shortened: Bool = false) throws(AdvertBuilderError) {
        try append(shortened ? .shortenedLocalName : .completeLocalName, Array(name.utf8))
    }

    /// - Parameter txPowerDBm: Transmit power of the packet, -127...20 dBm.
    public mutating func append(txPowerDBm: Int8) throws(AdvertBuilderError) {
        try append(.txPowerLevel, [UInt8(bitPattern: txPowerDBm)])
    }

    /// Appends complete lists of service UUIDs, one for each width that occurs.
    public mutating func append(serviceUUIDs: [BluetoothUUID]) throws(AdvertBuilderError) {
        var next = self
        let lists: [(type: ADType, width: Int)] = [
            (.completeUUIDs16, 2), (.completeUUIDs32, 4), (.completeUUIDs128, 16),
        ]
        for (type, width) in lists {
            let value = serviceUUIDs.map(\.littleEndianBytes).filter { $0.count == width }.flatMap { $0 }
            if !value.isEmpty { try next.append(type, value) }
        }
        self = next
    }

    /// Appends a company's id and data.
    public mutating func append(_ manufacturerData: ManufacturerData) throws(AdvertBuilderError) {
        try append(.manufacturerData, manufacturerData.companyID.littleEndianBytes + manufacturerData.bytes)
    }

    /// Appends a service's data under the shortest form of its UUID.
    public mutating func append(_ serviceData: ServiceData) throws(AdvertBuilderError) {
        let uuid = serviceData.uuid.littleEndianBytes
        let type: ADType =
            switch uuid.count {
            case 2: .serviceData16
            case 4: .serviceData32
            default: .serviceData128
            }
        try append(type, uuid + serviceData.bytes)
    }

    /// Appends the structure that carries the beacon. The caller adds flags and Eddystone's service
    /// list.
    public mutating func append(_ beacon: BeaconFrame) throws(AdvertBuilderError) {
        switch beacon.payload.carrier {
        case .manufacturerData(let data): try append(data)
        case .serviceData(let data): try append(data)
        }
    }
}
