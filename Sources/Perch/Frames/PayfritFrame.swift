import ArgumentParser
import GatewayClient
import GatewayModel

/// The frame of a verb that asks the Payfrit backend.
struct PayfritFrame: VerbFrame {
    struct Needs: VerbNeeds {
        /// Whether a gateway inside this process delivers registrations meanwhile. One that is being delivered cannot be
        /// changed.
        var delivers = true
    }

    @OptionGroup var options: PayfritOptions
    @OptionGroup var output: OutputOptions

    var writesJSON: Bool { output.json }

    func lend(
        _ needs: Needs, _ output: VerbOutput, _ body: (PayfritLease) async throws -> Void
    ) async throws {
        try await options.withPayfrit(output, delivers: needs.delivers) {
            try await body(PayfritLease(client: $0, status: $1))
        }
    }
}

/// A gateway that speaks to the Payfrit backend.
struct PayfritLease: Sendable {
    let client: GatewayClient
    /// The login and the backend, as the verb found them.
    let status: PayfritStatus
}
