import ArgumentParser
import GatewayClient
import GatewayModel
import LineFormats

/// `perch payfrit servicepoints`: the tables and other places of the business.
struct PayfritServicePointsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "servicepoints", abstract: "Show and change the business's service points, and their beacons.",
        subcommands: [
            PayfritServicePointsListVerb.self, PayfritServicePointAddVerb.self, PayfritServicePointEditVerb.self,
            PayfritAssignVerb.self, PayfritUnassignVerb.self,
        ], defaultSubcommand: PayfritServicePointsListVerb.self)
}

/// `perch payfrit servicepoints list`, or `perch payfrit servicepoints` for short.
struct PayfritServicePointsListVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the service points, with their beacons.",
        discussion: """
            ● active, ○ not active; then name, type, and the assigned beacon. A type is one of the backend's kinds of \
            places, such as tables; the API php has only its number.
            """)

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let list = try await payfrit.client.servicePoints()
        let points = list.servicePoints
        output.setResult { $0.field("count", points.count) }
        let needsTypes = !output.isJSON && points.contains { $0.type != nil }
        let types = needsTypes ? try await payfrit.client.payfritTypeNames(payfrit.status) : [:]
        let hasColour = output.hasColour
        for point in points { try await output.line("service-point", of: point) }
        await output.text(PayfritServicePoint.table(points, types: types, hasColour: hasColour))
        if points.isEmpty { await output.text("No service points") }
        if points.contains(where: { $0.type.map { types[$0] == nil } ?? false }) {
            await output.text(
                "type N: number of a kind of place; the backend does not give the kind's name.")
        }
        try await output.leftOut(list.leftOut)
    }
}

extension GatewayClient {
    /// Returns the names of the types of service points, by number; empty unless the API is cfm, as
    /// php has no names.
    func payfritTypeNames(_ status: PayfritStatus) async throws -> [Int: String] {
        guard status.api == .cfm else { return [:] }
        let types = try await self.servicePointTypes().types
        return Dictionary(types.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    }
}

extension VerbOutput {
    /// Writes the current state of a service point.
    func servicePoint(_ point: PayfritServicePoint) async throws {
        try await line("service-point", of: point)
        await text(PayfritServicePoint.table([point], types: [:], hasColour: hasColour))
    }
}
