import CServedFiles

/// Names of the companies that have an id in Bluetooth adverts.
///
/// Source: Bluetooth SIG, Assigned Numbers, company identifiers, 0x0000 to 0x0CFF.
package enum CompanyNames {
    /// All names by id.
    package static let all: [UInt16: String] = {
        let file = perch_file_companies()
        var names: [UInt16: String] = [:]
        for line in UnsafeBufferPointer(start: file.bytes, count: file.count).split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
            guard let id = UInt16(String(decoding: parts[0], as: UTF8.self), radix: 16) else { continue }
            names[id] = String(decoding: parts[1], as: UTF8.self)
        }
        return names
    }()
}
