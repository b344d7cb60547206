import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch payfrit servicepoints add`: adds a service point.
struct PayfritServicePointAddVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a service point, where the API can.",
        discussion: "It is sent once: where nobody knows what became of it, look with `perch payfrit servicepoints`.")

    @Argument(help: "Its name, 1 to 100 characters.")
    var name: String

    @OptionGroup var fields: ServicePointFields
    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let order = fields.order(name: name)
        let made = try await payfrit.client.addServicePoint(order)
        try await output.servicePoint(made)
    }
}

/// Options for the fields of a service point other than its name.
struct ServicePointFields: ParsableArguments {
    @Option(help: "Number of its type: which kind of place it is, by the backend's own numbers.")
    var type: Int?

    @Option(help: "Its code.")
    var code: String?

    @Option(help: "Its place in the list, 0...100000.")
    var sortOrder: Int?

    @Flag(inversion: .prefixedNo, help: "Whether it is in use.")
    var active: Bool?

    func order(name: String?) -> PayfritServicePointOrder {
        PayfritServicePointOrder(name: name, type: type, code: code, sortOrder: sortOrder, active: active)
    }
}
