import ArgumentParser
import LineFormats

/// `perch gatt discover`: lists the services of a device.
struct GATTDiscover: Verb {
    static let configuration = CommandConfiguration(
        commandName: "discover", abstract: "List the services, characteristics and descriptors of a device.")

    @OptionGroup var frame: PeripheralFrame

    func run(_ peripheral: Peripheral, _ output: VerbOutput) async throws {
        let services = try await peripheral.services()
        output.setResult { $0.field("services", services.count) }
        for service in services { await output.line("service") { $0.fields(service) } }
        for line in GATTTree.lines(services) { await output.text(line) }
        if services.isEmpty { await output.text("The device lists no services.") }
    }
}
