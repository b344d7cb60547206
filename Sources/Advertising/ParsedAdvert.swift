/// All information in an advert's data.
///
/// It keeps the data; the bytes of ``manufacturerData`` and ``serviceData`` are slices of it.
/// Parsing accepts any bytes: well-formed parts are kept, and ``malformation`` names the first
/// fault.
public struct ParsedAdvert: Sendable, Hashable {
    /// Flags with the device's discoverability. Nil if the data has none.
    public private(set) var flags: ADFlags?
    /// The complete name if the data has one, otherwise the shortened one. Invalid UTF-8 is
    /// replaced by U+FFFD; zero bytes at the end are dropped.
    public private(set) var localName: String?
    /// Whether ``localName`` is only the beginning of the name.
    public private(set) var localNameIsShortened = false
    /// Transmit power of the packet, in dBm. Not a beacon's measured power.
    public private(set) var txPowerDBm: Int8?
    /// Services of all lists, complete or not, in the order of the data.
    public private(set) var serviceUUIDs: ShortList<BluetoothUUID> = ShortList()
    /// Service-data structures in the order of the data.
    public var serviceData: ShortList<ServiceData> {
        ShortList(services) { ServiceData(uuid: $0.uuid, slice: bytes($0.place)) }
    }
    /// Manufacturer-specific structures in the order of the data.
    public var manufacturerData: ShortList<ManufacturerData> {
        ShortList(companies) { ManufacturerData(companyID: $0.id, slice: bytes($0.place)) }
    }
    /// The first structure in a known beacon format. The structure also stays in its list.
    public private(set) var beacon: BeaconFrame?
    /// The first fault; nil for well-formed data.
    public private(set) var malformation: Malformation?

    // Positions are stored instead of bytes, so parsing only counts one reference and copies
    // nothing.
    private let data: ArraySlice<UInt8>
    private var companies = ShortList<Company>()
    private var services = ShortList<Service>()

    private struct Company: Sendable, Hashable {
        var id: UInt16
        /// Position from the beginning of the data.
        var place: Range<Int>
    }

    private struct Service: Sendable, Hashable {
        var uuid: BluetoothUUID
        /// Position from the beginning of the data.
        var place: Range<Int>
    }

    private func bytes(_ place: Range<Int>) -> ArraySlice<UInt8> {
        data[data.startIndex + place.lowerBound..<data.startIndex + place.upperBound]
    }

    /// Parses the AD structures of one advert, or of an advert followed by its scan response.
    public init(_ data: RawSpan) {
        self.init(data, of: data.copied()[...])
    }

    /// Parses the AD structures of one advert.
    public init(_ data: borrowing [UInt8]) {
        self.init(data.span.bytes, of: (copy data)[...])
    }

    /// Parses the AD structures of one advert; offsets in ``malformation`` count from the slice's
    /// start.
    public init(_ data: borrowing ArraySlice<UInt8>) {
        self.init(data.span.bytes, of: copy data)
    }

    /// - Parameter data: The same bytes, to keep.
    @inline(__always)
    private init(_ bytes: RawSpan, of data: consuming ArraySlice<UInt8>) {
        self.data = data
        var structures = ADStructures()
        while let structure = structures.next(in: bytes) {
            if !take(structure, of: bytes) && malformation == nil {
                malformation = .truncatedField(offset: structure.offset, type: structure.type)
            }
        }
        // A faulty field comes before the fault that ended the iteration.
        malformation = malformation ?? structures.malformation
    }

    /// - Returns: False if the value is too short for its type. Types without a property here are
    ///   always well formed.
    @inline(__always)
    private mutating func take(_ structure: ADStructure, of bytes: RawSpan) -> Bool {
        let value = bytes.extracting(structure.value)
        switch structure.type {
        case .flags:
            guard value.byteCount >= 1 else { return false }
            flags = ADFlags(rawValue: value.byte(at: 0))
        case .shortenedLocalName: takeName(value, shortened: true)
        case .completeLocalName: takeName(value, shortened: false)
        case .txPowerLevel:
            guard value.byteCount >= 1 else { return false }
            txPowerDBm = Int8(bitPattern: value.byte(at: 0))
        case .manufacturerData:
            guard value.byteCount >= 2 else { return false }
            takeManufacturerData(value, at: structure.value.lowerBound + 2..<structure.value.upperBound)
        case .incompleteUUIDs16, .completeUUIDs16: return takeServiceUUIDs(value, width: 2)
        case .incompleteUUIDs32, .completeUUIDs32: return takeServiceUUIDs(value, width: 4)
        case .incompleteUUIDs128, .completeUUIDs128: return takeServiceUUIDs(value, width: 16)
        case .serviceData16, .serviceData32, .serviceData128:
            let width = structure.type == .serviceData16 ? 2 : structure.type == .serviceData32 ? 4 : 16
            guard value.byteCount >= width else { return false }
            takeServiceData(value, width: width, at: structure.value.lowerBound + width..<structure.value.upperBound)
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

    private mutating func takeManufacturerData(_ value: RawSpan, at place: Range<Int>) {
        let companyID = value.littleEndian(at: 0, as: UInt16.self)
        companies.append(Company(id: companyID, place: place))
        if beacon == nil {
            beacon = BeaconFrame(companyID: companyID, payload: value.extracting(2..<value.byteCount))
        }
    }

    private mutating func takeServiceUUIDs(_ value: RawSpan, width: Int) -> Bool {
        var offset = 0
        while value.byteCount - offset >= width {
            serviceUUIDs.append(BluetoothUUID(in: value, at: offset, width: width))
            offset += width
        }
        return offset == value.byteCount
    }

    private mutating func takeServiceData(_ value: RawSpan, width: Int, at place: Range<Int>) {
        let uuid = BluetoothUUID(in: value, at: 0, width: width)
        services.append(Service(uuid: uuid, place: place))
        if beacon == nil {
            beacon = BeaconFrame(uuid: uuid, payload: value.extracting(width..<value.byteCount))
        }
    }
}

// Adverts are equal if they contain the same information, wherever it is in their data.
extension ParsedAdvert {
    public static func == (left: ParsedAdvert, right: ParsedAdvert) -> Bool {
        left.flags == right.flags && left.localName == right.localName
            && left.localNameIsShortened == right.localNameIsShortened && left.txPowerDBm == right.txPowerDBm
            && left.serviceUUIDs == right.serviceUUIDs && left.serviceData == right.serviceData
            && left.manufacturerData == right.manufacturerData && left.beacon == right.beacon
            && left.malformation == right.malformation
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(localName)
        hasher.combine(serviceUUIDs)
        hasher.combine(serviceData)
        hasher.combine(manufacturerData)
        hasher.combine(malformation)
    }
}

extension BluetoothUUID {
    /// Decodes 2, 4 or 16 little-endian bytes; the caller has checked that they are there.
    fileprivate init(in data: RawSpan, at offset: Int, width: Int) {
        switch width {
        case 2: self.init(short: UInt32(data.littleEndian(at: offset, as: UInt16.self)))
        case 4: self.init(short: data.littleEndian(at: offset, as: UInt32.self))
        default: self.init(data.littleEndian(at: offset, as: UInt128.self))
        }
    }
}
