import ArgumentParser
import GatewayClient
import GatewayModel

/// `perch payfrit servicepoints add`: adds a service point.
struct PayfritServicePointAddVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a service point, if the API can.",
        discussion: "The request is sent once; if its outcome is unknown, check with `perch payfrit servicepoints`.")

    @Argument(help: "Name of the service point, 1 to 100 characters.")
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
    @Option(help: "Number of its type (kind of place), as the backend numbers it.")
    var type: Int?

    @Option(help: "Code of the service point: any text.")
    var code: String?

    @Option(help: "Place in the list, 0...100000.")
    var sortOrder: Int?

    @Flag(inversion: .prefixedNo, help: "Whether the service point is in use.")
    var active: Bool?

    func order(name: String?) -> PayfritServicePointOrder {
        PayfritServicePointOrder(name: name, type: type, code: code, sortOrder: sortOrder, active: active)
    }
}
