import Advertising
import Foundation

/// UUIDs that makers ship or that are meaningless: a beacon with one of them is not provisioned
/// yet.
///
/// A UUID is banned by its first 32 bits.
package struct BanList: Sendable, Hashable {
    package struct Entry: Sendable, Hashable {
        /// First eight digits of the UUID.
        package let prefix: UInt32
        /// The whole UUID, if known.
        package let uuid: ProximityUUID?
        /// Names of the makers that ship it; several can share one.
        package let vendors: [String]

        package init(prefix: UInt32, uuid: ProximityUUID?, vendors: [String]) {
            self.prefix = prefix
            self.uuid = uuid
            self.vendors = vendors
        }
    }

    /// Entries ordered by prefix.
    package let entries: [Entry]

    /// Ban list of the program.
    // Decoding cannot fail: a test reads the embedded file.
    package static let bundled =
        (try? JSONDecoder().decode(BanList.self, from: Data(PackageResources.factory_uuids_json)))
        ?? BanList(entries: [])

    package init(entries: [Entry]) {
        self.entries = entries.sorted { $0.prefix < $1.prefix }
    }

    /// Returns the entry that bans a UUID: one with the whole UUID, otherwise the first with its
    /// prefix.
    package func entry(of uuid: ProximityUUID) -> Entry? {
        let candidates = entries.filter { $0.prefix == uuid.prefix }
        return candidates.first { $0.uuid == uuid } ?? candidates.first
    }
}

extension BanList: Decodable {
    private enum CodingKeys: String, CodingKey {
        case entries
    }

    package init(from decoder: any Decoder) throws {
        self.init(entries: try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .entries))
    }
}

extension BanList.Entry: Decodable {
    private enum CodingKeys: String, CodingKey {
        case prefix, uuid, vendors
    }

    /// Prefix and UUID are strings; the UUID must begin with the prefix.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let digits = try container.decode(String.self, forKey: .prefix)
        guard digits.utf8.count == 8, digits.allSatisfy(\.isHexDigit), let prefix = UInt32(digits, radix: 16) else {
            throw DecodingError.dataCorruptedError(forKey: .prefix, in: container, debugDescription: "not 8 digits")
        }
        let text = try container.decodeIfPresent(String.self, forKey: .uuid)
        let uuid = text.flatMap { ProximityUUID($0) }
        guard (uuid == nil) == (text == nil), uuid.map({ $0.prefix == prefix }) ?? true else {
            throw DecodingError.dataCorruptedError(
                forKey: .uuid, in: container, debugDescription: "no UUID with this prefix")
        }
        self.init(prefix: prefix, uuid: uuid, vendors: try container.decode([String].self, forKey: .vendors))
    }
}

extension ProximityUUID {
    fileprivate var prefix: UInt32 { UInt32(truncatingIfNeeded: value >> 96) }
}
