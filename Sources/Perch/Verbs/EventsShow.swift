import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch events show`, or `perch events` for short.
struct EventsShow: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the newest events, oldest first.")

    @Flag(help: "Keep showing new events until ^C; reconnect after a lost connection.")
    var follow = false

    @Option(
        name: .customLong("type"),
        help: "Only events of this type; may be given several times.")
    var types: [EventType] = []

    @Option(help: "Most events to show from the log, 1...1000; without it, 100, or 10 with --follow.")
    var limit: Int?

    @Option(help: "Only events after the one with this number.")
    var after: Int64?

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var frame: LocalFrame

    func validate() throws {
        guard limit.map((1...1000).contains) ?? true else { throw ValidationError("--limit takes 1...1000.") }
        guard after.map({ $0 >= 0 }) ?? true else { throw ValidationError("--after takes 0 or more.") }
    }

    func run(_ output: VerbOutput) async throws {
        let printer = EventPrinter(output: output, hasColour: output.hasColour)
        output.setResult { $0.field("events", printer.count) }
        guard follow else {
            return try await gateway.withStoreGateway(output) { client in
                _ = try await show(client, printer)
                if printer.count == 0 { await output.text("There are no events.") }
            }
        }
        try await gateway.withRunningGateway(output) { client in
            let last = try await show(client, printer)
            try await EventFollower(client: client, types: types, last: last).run(printer, output)
        }
    }

    /// Prints the events.
    ///
    /// - Returns: The number of the last event shown, or else `after`.
    private func show(_ client: GatewayClient, _ printer: EventPrinter) async throws -> Int64? {
        let events = try await client.events(after: after, type: types, limit: limit ?? (follow ? 10 : 100)).events
        for event in events { await printer.print(event) }
        return events.compactMap(\.id).last ?? after
    }
}

extension EventType: ExpressibleByArgument {}
