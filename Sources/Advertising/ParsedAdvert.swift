/// Everything that an advert's data says, copied out of it.
///
/// Parsing takes any bytes: what is well formed is kept, the first thing that is not is named in ``malformation``.
public struct ParsedAdvert: Sendable, Hashable {
    /// How the device may be discovered. Nil where the data do not say.
    public private(set) var flags: ADFlags?
    /// The complete name where the data has one, else the shortened one. Invalid UTF-8 is replaced by U+FFFD, zero
    /// bytes at the end are dropped.
    public private(set) var localName: String?
    /// Whether ``localName`` is only the beginning of the name.
    public private(set) var localNameIsShortened = false
    /// The power at which the packet was sent, in dBm. Not a beacon's measured power.
    public private(set) var txPowerDBm: Int8?
    /// The services of all lists, complete or not, in the order of the data.
    public private(set) var serviceUUIDs: [BluetoothUUID] = []
    /// Every service-data structure, in the order of the data.
    public private(set) var serviceData: [ServiceData] = []
    /// Every manufacturer-specific structure, in the order of the data.
    public private(set) var manufacturerData: [ManufacturerData] = []
    /// The first structure that is a known beacon format. It stays in the list it came from as well.
    public private(set) var beacon: BeaconFrame?
    /// The first fault. Nil for well-formed data.
    public private(set) var malformation: Malformation?

    /// Parses the AD structures of one advert, or of an advert with its scan response behind it.
    public init(_ data: RawSpan) {
        var structures = ADStructures()
        while let structure = structures.next(in: data) {
            if !take(structure.type, data.extracting(structure.value)) && malformation == nil {
                malformation = .truncatedField(offset: structure.offset, type: structure.type)
            }
        }
        // A field comes before whatever ended the walk.
        malformation = malformation ?? structures.malformation
    }

    /// Parses the AD structures of one advert.
    public init(_ data: [UInt8]) {
        self.init(data.span.bytes)
    }

    /// Parses the AD structures of one advert; offsets in ``malformation`` count from the slice's start.
    public init(_ data: ArraySlice<UInt8>) {
        self.init(data.span.bytes)
    }

    /// - Returns: False when the value is too short for its type. Types without a field here are always well formed.
    private mutating func take(_ type: ADType, _ value: RawSpan) -> Bool {
        switch type {
        case .flags:
            guard value.byteCount >= 1 else { return false }
            flags = ADFlags(rawValue: value.byte(at: 0))
        case .shortenedLocalName: takeName(value, shortened: true)
        case .completeLocalName: takeName(value, shortened: false)
        case .txPowerLevel:
            guard value.byteCount >= 1 else { return false }
            txPowerDBm = Int8(bitPattern: value.byte(at: 0))
        case .manufacturerData: return takeManufacturerData(value)
        case .incompleteUUIDs16, .completeUUIDs16: return takeServiceUUIDs(value, width: 2)
        case .incompleteUUIDs32, .completeUUIDs32: return takeServiceUUIDs(value, width: 4)
        case .incompleteUUIDs128, .completeUUIDs128: return takeServiceUUIDs(value, width: 16)
        case .serviceData16: return takeServiceData(value, width: 2)
        case .serviceData32: return takeServiceData(value, width: 4)
        case .serviceData128: return takeServiceData(value, width: 16)
        default: break
        }
        return true
    }

    private mutating func takeName(_ value: RawSpan, shortened: Bool) {
        guard localName == nil || (localNameIsShortened && !shortened) else { return }
        var end = value.byteCount
        while end > 0, value.byte(at: end - 1) == 0 { end -= 1 }
        localName = value.extracting(0..<end).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        localNameIsShortened = shortened
    }

    private mutating func takeManufacturerData(_ value: RawSpan) -> Bool {
        guard value.byteCount >= 2 else { return false }
        let companyID = value.littleEndian(at: 0, as: UInt16.self)
        let payload = value.extracting(2..<value.byteCount)
        manufacturerData.append(ManufacturerData(companyID: companyID, bytes: payload.copied()))
        if beacon == nil {
            beacon = BeaconFrame(companyID: companyID, payload: payload)
        }
        return true
    }

    private mutating func takeServiceUUIDs(_ value: RawSpan, width: Int) -> Bool {
        var offset = 0
        while value.byteCount - offset >= width {
            serviceUUIDs.append(BluetoothUUID(in: value, at: offset, width: width))
            offset += width
        }
        return offset == value.byteCount
    }

    private mutating func takeServiceData(_ value: RawSpan, width: Int) -> Bool {
        guard value.byteCount >= width else { return false }
        let uuid = BluetoothUUID(in: value, at: 0, width: width)
        let payload = value.extracting(width..<value.byteCount)
        serviceData.append(ServiceData(uuid: uuid, bytes: payload.copied()))
        if beacon == nil {
            beacon = BeaconFrame(uuid: uuid, payload: payload)
        }
        return true
    }
}

extension BluetoothUUID {
    /// Reads 2, 4 or 16 little-endian bytes; the caller has checked that they are there.
    fileprivate init(in data: RawSpan, at offset: Int, width: Int) {
        switch width {
        case 2: self.init(short: UInt32(data.littleEndian(at: offset, as: UInt16.self)))
        case 4: self.init(short: data.littleEndian(at: offset, as: UInt32.self))
        default: self.init(data.littleEndian(at: offset, as: UInt128.self))
        }
    }
}
