import ArgumentParser
import LineFormats

/// `perch gatt read`: reads one value.
struct GATTRead: Verb {
    static let configuration = CommandConfiguration(commandName: "read", abstract: "Read the value of an attribute.")

    @OptionGroup var attribute: AttributeOptions
    @OptionGroup var frame: PeripheralFrame

    func run(_ peripheral: Peripheral, _ output: VerbOutput) async throws {
        let handle = try await attribute.valueHandle(on: peripheral)
        let value = try await peripheral.read(handle)
        output.setResult { $0.field("length", value.count) }
        await output.line("value") {
            $0.field("handle", handle)
            $0.field(value: value)
        }
        await output.text(valueText(value))
    }
}
