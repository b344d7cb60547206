import Advertising
import Failures
import GatewayModel
import LineFormats

/// The services of a peripheral as lines of a tree.
enum GATTTree {
    static func lines(_ services: [ServiceDescription]) -> [String] {
        services.flatMap { service in
            ["\(label(service.uuid))  [\(service.firstHandle)...\(service.lastHandle)]"]
                + branches(service.characteristics) { characteristic in
                    let words = characteristic.properties.map(printable).joined(separator: ", ")
                    return ["\(label(characteristic.uuid))  handle \(characteristic.handle)  \(words)"]
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
        printable(WellKnownUUIDs.name(uuid).map { "\(uuid) \($0)" } ?? "\(uuid)")
    }
}

extension JSONWriter {
    /// Writes the fields of a service's line.
    mutating func fields(_ service: ServiceDescription) {
        field("uuid", text: service.uuid)
        field("name", WellKnownUUIDs.name(service.uuid))
        field("first_handle", service.firstHandle)
        field("last_handle", service.lastHandle)
        array("characteristics") { for characteristic in service.characteristics { $0.element(characteristic) } }
    }

    private mutating func element(_ characteristic: CharacteristicDescription) {
        element {
            $0.field("uuid", text: characteristic.uuid)
            $0.field("name", WellKnownUUIDs.name(characteristic.uuid))
            $0.field("declaration", characteristic.declaration)
            $0.field("handle", characteristic.handle)
            $0.array("properties") { for word in characteristic.properties { $0.element(word) } }
            $0.array("descriptors") {
                for descriptor in characteristic.descriptors {
                    $0.element {
                        $0.field("uuid", text: descriptor.uuid)
                        $0.field("name", WellKnownUUIDs.name(descriptor.uuid))
                        $0.field("handle", descriptor.handle)
                    }
                }
            }
        }
    }
}
