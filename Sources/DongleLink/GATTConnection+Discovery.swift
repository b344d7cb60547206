import Advertising
import DongleProtocol

/// A primary service with its characteristics.
public struct GATTService: Sendable, Hashable {
    public let range: ClosedRange<UInt16>
    public let uuid: BluetoothUUID
    public let characteristics: [GATTCharacteristic]
}

/// A characteristic with its descriptors.
public struct GATTCharacteristic: Sendable, Hashable {
    public let declarationHandle: UInt16
    public let valueHandle: UInt16
    public let properties: CharacteristicProperties
    public let uuid: BluetoothUUID
    public let descriptors: [GATTDescriptor]

    /// Handle of the Client Characteristic Configuration descriptor, 0x2902.
    public var configurationHandle: UInt16? {
        descriptors.first { $0.uuid == BluetoothUUID(short: 0x2902) }?.handle
    }
}

/// A descriptor of a characteristic.
public struct GATTDescriptor: Sendable, Hashable {
    public let handle: UInt16
    public let uuid: BluetoothUUID
}

extension GATTConnection {
    /// Discovers all primary services with their characteristics and descriptors.
    public func discover() async throws -> [GATTService] {
        var services: [GATTService] = []
        for service in try await page(.primaryServices, 1...UInt16.max, of: { $0.services }) {
            guard service.firstHandle <= service.lastHandle else { continue }
            let range = service.firstHandle...service.lastHandle
            services.append(
                GATTService(
                    range: range, uuid: BluetoothUUID(service.uuid),
                    characteristics: try await characteristics(in: range)))
        }
        return services
    }

    private func characteristics(in range: ClosedRange<UInt16>) async throws -> [GATTCharacteristic] {
        let records = try await page(.characteristics, range, of: { $0.characteristics })
        var found: [GATTCharacteristic] = []
        for (index, record) in records.enumerated() {
            // Descriptors lie between a value's handle and the next declaration.
            let last = index + 1 < records.count ? records[index + 1].declarationHandle &- 1 : range.upperBound
            var descriptors: [GATTDescriptor] = []
            if record.valueHandle < last {
                let between = try await page(.descriptors, record.valueHandle + 1...last, of: { $0.descriptors })
                descriptors = between.map { GATTDescriptor(handle: $0.handle, uuid: BluetoothUUID($0.uuid)) }
            }
            found.append(
                GATTCharacteristic(
                    declarationHandle: record.declarationHandle, valueHandle: record.valueHandle,
                    properties: record.properties, uuid: BluetoothUUID(record.uuid), descriptors: descriptors))
        }
        return found
    }

    private func page<Record: Sendable>(
        _ kind: DiscoveryKind, _ range: ClosedRange<UInt16>, of records: (DiscoveredRecords) -> [Record]
    ) async throws -> [Record] {
        var all: [Record] = []
        var first = range.lowerBound
        while true {
            let request = DiscoverRequest(
                deadlineMs: deadline.deadlineMs, connection: connection, what: kind, firstHandle: first,
                lastHandle: range.upperBound)
            let result = try await dongle.request(request, epoch: epoch)
            all += records(result.records)
            // The handle must increase, so that a dongle that repeats itself cannot keep the loop
            // running.
            guard result.nextHandle > first, result.nextHandle <= range.upperBound else { return all }
            first = result.nextHandle
        }
    }
}

extension DiscoveredRecords {
    fileprivate var services: [ServiceRecord] { if case .primaryServices(let records) = self { records } else { [] } }
    fileprivate var characteristics: [CharacteristicRecord] {
        if case .characteristics(let records) = self { records } else { [] }
    }
    fileprivate var descriptors: [DescriptorRecord] { if case .descriptors(let records) = self { records } else { [] } }
}

extension BluetoothUUID {
    /// Converts an attribute's UUID. It has 2 or 16 bytes, so the conversion always succeeds.
    init(_ uuid: AttributeUUID) {
        self = BluetoothUUID(littleEndian: uuid.bytes) ?? BluetoothUUID(short: 0)
    }
}
