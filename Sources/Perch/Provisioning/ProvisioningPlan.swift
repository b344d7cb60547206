import Advertising
import Foundation
import GatewayModel
import LineFormats

/// Beacons to provision, as a file contains them.
struct ProvisioningPlan: Sendable, Hashable {
    static let version = 1
    /// Most bytes of a file with a plan, or of a file from which a plan is made.
    static let byteLimit = 4 * 1024 * 1024

    /// Beacons of the plan, 1...``PlanCheck/itemLimit``.
    var items: [ProvisioningItem]

    /// The whole file: one item a line, with the keys of the API.
    var json: [UInt8] {
        var writer = JSONWriter()
        var text = Array("{\n  \"version\": \(Self.version),\n  \"items\": [".utf8)
        for (index, item) in items.enumerated() {
            writer.element { $0.fields(item) }
            text += Array((index == 0 ? "\n    " : ",\n    ").utf8) + writer.take().drop { $0 == UInt8(ascii: ",") }
        }
        return text + Array("\n  ]\n}\n".utf8)
    }

    /// Faults of a file that is no plan. Places count the items from 1; 0 = the whole plan.
    struct Unreadable: Error, Sendable, Hashable {
        var faults: [PlanFault]
    }

    init(items: [ProvisioningItem]) {
        self.items = items
    }

    /// Parses the format of ``json``, with any whitespace and order of keys. Checks the form of the
    /// file, not the values in it.
    ///
    /// - Throws: ``Unreadable``.
    init(json: [UInt8]) throws(Unreadable) {
        let file: PlanFile
        do {
            file = try JSONDecoder().decode(PlanFile.self, from: Data(json))
        } catch let error as DecodingError {
            throw Unreadable(faults: [PlanFault(error)])
        } catch {
            throw Unreadable(faults: [PlanFault(place: 0, message: "it is not JSON")])
        }
        var faults: [PlanFault] = []
        if file.version != Self.version {
            faults.append(
                PlanFault(
                    place: 0, message: "it has version \(file.version); this perch reads version \(Self.version)"))
        }
        faults += file.unknownKeys.map { PlanFault(place: 0, message: "no key is called \"\($0)\"") }
        for (index, item) in file.items.enumerated() {
            faults += item.unknownKeys.map { PlanFault(place: index + 1, message: "no key is called \"\($0)\"") }
        }
        if !(1...PlanCheck.itemLimit).contains(file.items.count) {
            faults.append(
                PlanFault(
                    place: 0, message: "it has \(file.items.count) items; a plan has 1...\(PlanCheck.itemLimit)"))
        }
        guard faults.isEmpty else { throw Unreadable(faults: faults) }
        items = file.items.map(\.item)
    }
}

/// Form of the file, with the unknown keys in it.
private struct PlanFile: Decodable {
    var version: Int
    var items: [Item]
    var unknownKeys: [String]

    struct Item: Decodable {
        var item: ProvisioningItem
        var unknownKeys: [String]

        private static let known: Set = [
            "address", "address_type", "name", "uuid", "major", "minor", "rssi_at_1m", "interval_ms", "tx_power",
        ]

        init(from decoder: any Decoder) throws {
            unknownKeys = try PlanFile.keys(of: decoder).filter { !Self.known.contains($0) }
            item = try ProvisioningItem(from: decoder)
        }
    }

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        version = try container.decode(Int.self, forKey: Key(stringValue: "version"))
        // The content of another version is not checked.
        items =
            version == ProvisioningPlan.version
            ? try container.decode([Item].self, forKey: Key(stringValue: "items")) : []
        unknownKeys =
            version == ProvisioningPlan.version
            ? try PlanFile.keys(of: decoder).filter { !["version", "items"].contains($0) } : []
    }

    private static func keys(of decoder: any Decoder) throws -> [String] {
        try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue).sorted()
    }
}

extension PlanFault {
    fileprivate init(_ error: DecodingError) {
        let (path, message): ([any CodingKey], String) =
            switch error {
            case .keyNotFound(let key, let context): (context.codingPath, "the key \"\(key.stringValue)\" is missing")
            case .typeMismatch(_, let context), .valueNotFound(_, let context):
                (context.codingPath, "\"\(context.codingPath.last?.stringValue ?? "it")\" has the wrong type")
            case .dataCorrupted(let context):
                (
                    context.codingPath,
                    context.codingPath.last.map { "\"\($0.stringValue)\" cannot be read" } ?? "it is not JSON"
                )
            @unknown default: ([], "it is not JSON")
            }
        self.init(place: path.compactMap(\.intValue).first.map { $0 + 1 } ?? 0, message: message)
    }
}

extension JSONWriter {
    mutating func fields(_ item: ProvisioningItem) {
        field("address", text: item.address)
        field("address_type", item.addressType?.rawValue)
        field("name", item.name)
        field("uuid", text: item.uuid)
        field("major", item.major)
        field("minor", item.minor)
        if let rssi = item.rssiAt1m { field("rssi_at_1m", rssi) }
        if let interval = item.intervalMs { field("interval_ms", interval) }
        if let power = item.txPower { field("tx_power", power) }
    }
}
