import Advertising
import ArgumentParser
import Failures
import GatewayModel
import LineFormats

/// `perch gatt write`: writes one value.
struct GATTWrite: Verb {
    static let configuration = CommandConfiguration(commandName: "write", abstract: "Write the value of an attribute.")

    @OptionGroup var attribute: AttributeOptions

    @Option(help: "The value as hexadecimal digits, with or without blanks.")
    var hex: String?

    @Option(help: "The value as text.")
    var text: String?

    @Flag(
        help: """
            Do not ask the device to confirm the write. The verb ends once the device has answered something else \
            behind it.
            """)
    var noResponse = false

    @OptionGroup var frame: PeripheralFrame

    /// Longest attribute value. Source: Core Specification, Vol 3, Part F, 3.2.9.
    private static let longestValue = 512

    private var value: [UInt8]? {
        text.map { Array($0.utf8) } ?? hex.flatMap { Hexadecimal.bytes($0.filter { $0 != " " }) }
    }

    func validate() throws {
        guard (hex == nil) != (text == nil) else { throw ValidationError("Give either --hex or --text.") }
        guard let value else { throw ValidationError("--hex takes an even number of hexadecimal digits.") }
        guard value.count <= GATTWrite.longestValue else {
            throw ValidationError("A value has at most \(GATTWrite.longestValue) bytes; this one has \(value.count).")
        }
    }

    func run(_ peripheral: Peripheral, _ output: VerbOutput) async throws {
        let value = value ?? []
        let handle = try await attribute.valueHandle(on: peripheral)
        output.setResult { $0.field("handle", handle) }
        if noResponse { try await peripheral.widen(for: value.count) }
        let result = try await peripheral.write(value, to: handle, confirmed: !noResponse)
        // Until then, the value may wait in the dongle.
        if noResponse { try await peripheral.disconnect() }
        output.setResult {
            $0.field("handle", handle)
            $0.field("length", value.count)
            $0.field("confirmed", result.confirmed)
        }
        let became =
            result.confirmed ? "confirmed by the device" : "sent; the device does not acknowledge such writes"
        await output.text("\(value.count) bytes to handle \(handle): \(became).")
    }
}
