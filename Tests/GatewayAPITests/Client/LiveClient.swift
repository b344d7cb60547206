import Failures
import Foundation
import Gateway
import GatewayTestSupport
import GatewayModel
import SimulatedDongle
import Store
import Testing

@testable import GatewayClient

/// A client of a real server, whose gateway has a simulated dongle.
func withLiveClient(
    dongle hasDongle: Bool = true, scenario: String = "restaurant", store: Store? = nil,
    gateway change: (inout Gateway.Configuration) -> Void = { _ in },
    _ body: @escaping (GatewayClient) async throws -> Void
) async throws {
    let dongle = hasDongle ? try simulatedDongle(scenario: scenario) : nil
    defer { dongle?.stop() }
    try await ServedGateway.with(
        store: store,
        configuration: {
            $0.describe = {
                let failure = Failure($0)
                return (failure.code, failure.message, failure.hint)
            }
            change(&$0)
        }
    ) { served in
        let client = GatewayClient(address: .socket(served.socket))
        do {
            if let dongle { _ = try await client.adopt(AdoptionRequest(port: dongle.path)) }
            try await body(client)
            await client.close()
        } catch {
            await client.close()
            throw error
        }
    }
}

/// Expects a request to be refused with this code and HTTP status.
func refused(_ code: String, _ status: Int, _ body: () async throws -> Void) async throws {
    do {
        try await body()
        Issue.record("it was done: \(code)")
    } catch ClientError.problem(let problem) {
        #expect(problem.code == code && problem.status == status)
    }
}
