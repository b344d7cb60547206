/// Why an AD structure was not appended. The data is as it was before.
public enum AdvertBuilderError: Error, Sendable, Hashable {
    /// The data would take `needed` bytes of the `limit` that fit.
    case full(needed: Int, limit: Int)
    /// An AD structure holds 254 bytes of value; this one has `bytes`.
    case valueTooLong(type: ADType, bytes: Int)
}

/// Writes an advert's data, one AD structure after the other.
public struct AdvertBuilder: Sendable {
    /// What fits a legacy advertising packet.
    public static let legacyLimit = 31
    /// What fits an extended advertising set.
    public static let extendedLimit = 1650

    /// Longest data, in bytes.
    public let limit: Int
    /// The structures so far.
    public private(set) var data: [UInt8] = []

    /// Starts with no structure.
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

    /// Appends how the device may be discovered.
    public mutating func append(flags: ADFlags) throws(AdvertBuilderError) {
        try append(.flags, [flags.rawValue])
    }

    /// Appends the name as it is; nothing is cut off to make it fit.
    ///
    /// - Parameter shortened: Whether `name` is only the beginning of the device's name.
    public mutating func append(name: String, shortened: Bool = false) throws(AdvertBuilderError) {
        try append(shortened ? .shortenedLocalName : .completeLocalName, Array(name.utf8))
    }

    /// - Parameter txPowerDBm: The power at which the packet is sent, -127...20 dBm.
    public mutating func append(txPowerDBm: Int8) throws(AdvertBuilderError) {
        try append(.txPowerLevel, [UInt8(bitPattern: txPowerDBm)])
    }

    /// Appends complete lists, one for each width that occurs.
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

    /// Appends a company's number and data.
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

    /// Appends the structure that carries the beacon. Flags, and Eddystone's service list, are the caller's to add.
    public mutating func append(_ beacon: BeaconFrame) throws(AdvertBuilderError) {
        switch beacon.payload.carrier {
        case .manufacturerData(let data): try append(data)
        case .serviceData(let data): try append(data)
        }
    }
}
