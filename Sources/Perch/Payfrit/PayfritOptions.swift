import ArgumentParser
import Failures
import Gateway
import GatewayClient
import GatewayModel
import Settings

/// The options by which a verb finds the gateway that talks to the Payfrit backend.
struct PayfritOptions: ParsableArguments {
    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions

    /// Lends the running gateway, or else one inside this process, which uses the backend of this
    /// user's settings with this user's login. Writes a banner first, where the backend is a
    /// development backend.
    ///
    /// - Parameters:
    ///   - delivers: Whether the gateway inside this process delivers registrations meanwhile. A
    /// registration cannot be changed while it is being delivered.
    ///   - hasBanner: Whether the banner is written; a file has no room for it.
    func withPayfrit<Value>(
        _ output: VerbOutput, delivers: Bool = true, hasBanner: Bool = true,
        _ body: (GatewayClient, PayfritStatus) async throws -> Value
    ) async throws -> Value {
        // Only the Payfrit settings are used: the verb sends no notices to webhooks.
        var setup = try Settings.forVerb().payfrit
        setup.delivers = delivers
        return try await gateway.withStoreGateway(output, payfrit: setup) { client in
            let status = try await client.payfritStatus()
            if hasBanner { await output.devBanner(status) }
            return try await body(client, status)
        }
    }
}

extension GatewayClient {
    /// Returns all tables that were not dropped, the oldest first.
    func allTables() async throws -> [PayfritTable] {
        var all: [PayfritTable] = []
        var page: [PayfritTable] = []
        repeat {
            page = try await tables(state: nil, after: page.last?.id ?? 0, limit: 1000).tables
            all += page
        } while !page.isEmpty
        return all
    }

    /// Returns the same as ``allTables()``, and no tables where the gateway has no backend.
    func knownTables() async throws -> [PayfritTable] {
        do { return try await allTables() } catch {
            guard case ClientError.problem = error else { throw error }
            return []
        }
    }
}

extension VerbOutput {
    /// Writes the banner above beacons and their provisioning, where the gateway uses a development
    /// backend and has a login or tables.
    func devBanner(of client: GatewayClient) async {
        guard !isJSON, let status = try? await client.payfritStatus(), status.user != nil || !status.tables.isEmpty
        else {
            return
        }
        await devBanner(status)
    }

    /// Writes the banner above the output about a development backend. Also reports that the
    /// environment of this process names another backend.
    func devBanner(_ status: PayfritStatus) async {
        if let words = status.unheededEnvironment() { say("perch: \(words)") }
        guard status.isDev else { return }
        await text(Terminal.painted(printable("DEV — \(status.base)"), .orange))
    }
}
