import GatewayModel
import Testing

@testable import GatewayAPI

@Suite struct APITests {
    @Test("a gateway without dongles is degraded, and alive", arguments: Transport.allCases)
    func health(_ transport: Transport) async throws {
        try await transport.with { ask in
            let answer = try await ask("GET", "/healthz")
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            #expect(try answer.object() == Health(status: "degraded", version: APIVersion.program, api: 1))
        }
    }
}
