import ArgumentParser
import GatewayClient
import GatewayModel

/// The frame of a verb that uses the Payfrit backend.
struct PayfritFrame: VerbFrame {
    struct Needs: VerbNeeds {
        /// Whether a gateway inside this process delivers registrations meanwhile. A registration
        /// cannot be changed while it is being delivered.
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

/// A gateway that talks to the Payfrit backend.
struct PayfritLease: Sendable {
    let client: GatewayClient
    /// State of the login and the backend at the start of the verb.
    let status: PayfritStatus
}
