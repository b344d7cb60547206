import Advertising
import CZlib

extension ParsedAdvert {
    /// Returns the CRC-32 of the fields, continued from `sum`, as `parser_peer.py` computes it.
    func checksum(_ sum: UInt) -> UInt {
        var sum = sum
        func add(_ bytes: UnsafeBufferPointer<UInt8>) {
            sum = crc32(sum, bytes.baseAddress, UInt32(bytes.count))
        }
        func add(_ uuid: BluetoothUUID) {
            // Written in full, as in the other parser.
            var text = ProximityUUID(uuid.value).description.lowercased()
            text.withUTF8(add)
        }
        if var name = localName { name.withUTF8(add) }
        if let txPowerDBm { sum ^= UInt(UInt8(bitPattern: txPowerDBm)) }
        for uuid in serviceUUIDs { add(uuid) }
        for data in serviceData {
            add(data.uuid)
            data.bytes.withUnsafeBufferPointer(add)
        }
        for data in manufacturerData {
            sum ^= UInt(data.companyID)
            data.bytes.withUnsafeBufferPointer(add)
        }
        return sum
    }

    /// FNV-1a, 64 bits, of the fields in the form of `parser_peer.py`.
    ///
    /// The other parser keeps only the last structure of a company or service, at the position of
    /// the first, and so does this digest.
    var digest: UInt64 {
        var bytes: [UInt8] = []
        func append(sized value: some Collection<UInt8>) {
            bytes += [UInt8(truncatingIfNeeded: value.count >> 8), UInt8(truncatingIfNeeded: value.count)] + value
        }
        func append(_ uuid: BluetoothUUID) {
            for shift in stride(from: 120, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: uuid.value >> UInt128(shift)))
            }
        }
        if let localName {
            bytes.append(UInt8(ascii: "+"))
            append(sized: localName.utf8)
        } else {
            bytes.append(UInt8(ascii: "-"))
        }
        bytes += txPowerDBm.map { [UInt8(ascii: "+"), UInt8(bitPattern: $0)] } ?? [UInt8(ascii: "-")]
        bytes.append(UInt8(truncatingIfNeeded: serviceUUIDs.count))
        for uuid in serviceUUIDs { append(uuid) }
        let services = ParsedAdvert.lastOfEach(serviceData.map { ($0.uuid, Array($0.bytes)) })
        bytes.append(UInt8(truncatingIfNeeded: services.count))
        for (uuid, value) in services {
            append(uuid)
            append(sized: value)
        }
        let companies = ParsedAdvert.lastOfEach(manufacturerData.map { ($0.companyID, Array($0.bytes)) })
        bytes.append(UInt8(truncatingIfNeeded: companies.count))
        for (company, value) in companies {
            bytes += [UInt8(company >> 8), UInt8(truncatingIfNeeded: company)]
            append(sized: value)
        }
        return bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    private static func lastOfEach<Key: Hashable>(_ pairs: [(Key, [UInt8])]) -> [(Key, [UInt8])] {
        var kept: [(Key, [UInt8])] = []
        for pair in pairs {
            if let index = kept.firstIndex(where: { $0.0 == pair.0 }) { kept[index] = pair } else { kept.append(pair) }
        }
        return kept
    }
}
