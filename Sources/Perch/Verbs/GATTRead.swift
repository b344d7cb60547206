import ArgumentParser
import JSONLines

/// `perch gatt read`: reads one value.
struct GATTRead: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "read", abstract: "Read the value of an attribute.")

    @OptionGroup var target: GATTTarget
    @OptionGroup var attribute: AttributeOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await target.withPeripheral(output) { peripheral in
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
    }
}
