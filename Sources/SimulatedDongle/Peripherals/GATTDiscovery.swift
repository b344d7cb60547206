import Advertising

/// Result of a discovery procedure over a range of handles, in order of handles.
struct GATTDiscovery: Sendable, Hashable {
    enum Subject: UInt8, Sendable {
        case primaryServices = 1
        case characteristics = 2
        case descriptors = 3
    }

    struct Record: Sendable, Hashable {
        let handle: UInt16
        /// Last handle of a service, value handle of a characteristic, otherwise 0.
        let second: UInt16
        let properties: UInt8
        /// 2 or 16 bytes, least significant first.
        let uuid: [UInt8]
    }

    let subject: Subject
    let records: [Record]

    init(_ subject: Subject, of table: GATTTable, in handles: ClosedRange<UInt16>) {
        self.subject = subject
        switch subject {
        case .primaryServices:
            records = table.services.filter { handles.contains($0.handles.lowerBound) }.map {
                Record(
                    handle: $0.handles.lowerBound, second: $0.handles.upperBound, properties: 0,
                    uuid: $0.uuid.attributeBytes)
            }
        case .characteristics:
            records = table.characteristics.filter { handles.contains($0.declaration) }.map {
                Record(
                    handle: $0.declaration, second: $0.valueHandle, properties: $0.properties.rawValue,
                    uuid: $0.uuid.attributeBytes)
            }
        case .descriptors:
            records = table.attributes.filter { handles.contains($0.handle) }.map {
                Record(handle: $0.handle, second: 0, properties: 0, uuid: $0.type.attributeBytes)
            }
        }
    }

    /// Returns the number of requests that the procedure needs. Each answer holds records with
    /// UUIDs of the same width, and one more request finds the end.
    func rounds(attMTU: Int) -> Int {
        let fixed =
            switch subject {
            case .primaryServices: 4
            case .characteristics: 5
            case .descriptors: 2
            }
        var rounds = 1
        var space = 0
        var width = 0
        for record in records {
            let needed = fixed + record.uuid.count
            if record.uuid.count != width || space < needed {
                rounds += 1
                space = attMTU - 2
                width = record.uuid.count
            }
            space -= needed
        }
        return rounds
    }
}

extension BluetoothUUID {
    /// UUID of 2 or 16 bytes, least significant first. ATT has no UUIDs of 32 bits.
    fileprivate var attributeBytes: [UInt8] {
        let shortest = littleEndianBytes
        guard shortest.count == 4 else { return shortest }
        return withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
