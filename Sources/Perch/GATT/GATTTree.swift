import Advertising
import DongleLink
import DongleProtocol
import JSONLines

/// The services of a peripheral as lines of a tree.
enum GATTTree {
    static func lines(_ services: [GATTService]) -> [String] {
        services.flatMap { service in
            ["\(label(service.uuid))  [\(service.range.lowerBound)...\(service.range.upperBound)]"]
                + branches(service.characteristics) { characteristic in
                    let words = characteristic.properties.words.joined(separator: ", ")
                    return ["\(label(characteristic.uuid))  handle \(characteristic.valueHandle)  \(words)"]
                        + branches(characteristic.descriptors) { ["\(label($0.uuid))  handle \($0.handle)"] }
                }
        }
    }

    private static func branches<Item>(_ items: [Item], _ lines: (Item) -> [String]) -> [String] {
        items.enumerated().flatMap { index, item in
            let isLast = index == items.count - 1
            return lines(item).enumerated().map { number, line in
                (number == 0 ? (isLast ? "└─ " : "├─ ") : (isLast ? "   " : "│  ")) + line
            }
        }
    }

    private static func label(_ uuid: BluetoothUUID) -> String {
        WellKnownUUIDs.name(uuid).map { "\(uuid) \($0)" } ?? uuid.description
    }
}

extension CharacteristicProperties {
    /// What is allowed, in words.
    var words: [String] {
        let names: [(CharacteristicProperties, String)] = [
            (.broadcast, "broadcast"), (.read, "read"), (.writeWithoutResponse, "write-without-response"),
            (.write, "write"), (.notify, "notify"), (.indicate, "indicate"), (.signedWrite, "signed-write"),
            (.extended, "extended"),
        ]
        return names.filter { contains($0.0) }.map(\.1)
    }
}

extension JSONWriter {
    /// Writes the fields of a service's line.
    mutating func fields(_ service: GATTService) {
        field("uuid", service.uuid.description)
        field("name", WellKnownUUIDs.name(service.uuid))
        field("first_handle", service.range.lowerBound)
        field("last_handle", service.range.upperBound)
        array("characteristics") { for characteristic in service.characteristics { $0.element(characteristic) } }
    }

    private mutating func element(_ characteristic: GATTCharacteristic) {
        element {
            $0.field("uuid", characteristic.uuid.description)
            $0.field("name", WellKnownUUIDs.name(characteristic.uuid))
            $0.field("declaration", characteristic.declarationHandle)
            $0.field("handle", characteristic.valueHandle)
            $0.array("properties") { for word in characteristic.properties.words { $0.element(word) } }
            $0.array("descriptors") {
                for descriptor in characteristic.descriptors {
                    $0.element {
                        $0.field("uuid", descriptor.uuid.description)
                        $0.field("name", WellKnownUUIDs.name(descriptor.uuid))
                        $0.field("handle", descriptor.handle)
                    }
                }
            }
        }
    }
}
