import Advertising
import CP28
import Gateway
import GatewayClient
import GatewayModel
import Synchronization

extension BeaconCensus {
    /// Listens for devices nearby, and for scan responses.
    ///
    /// - Parameter duration: Duration of listening.
    /// - Returns: Every device and its kind, the strongest signal first.
    static func nearby(
        _ lease: GatewayLease, for duration: Duration, _ output: VerbOutput
    ) async throws -> [(device: Device, kind: Kind)] {
        let profiles = try await lease.client.provisioningProfiles().profiles
        let knowledge = try await knowledge(lease.client, profiles)
        var query = AdvertQuery()
        query.dongle = lease.dongle
        let scan = Scan(client: lease.client, query: query)
        let census = Mutex(BeaconCensus(services: Set(profiles.map(\.service))))
        try await scan.run(duration: duration, stop: output.stop, started: { output.note($0) }) {
            let adverts = try $0.heard()
            census.withLock { for advert in adverts { $0.take(advert) } }
        }
        return census.withLock { $0.entries(knowledge) }
    }

    private static func knowledge(
        _ client: GatewayClient, _ profiles: [ProvisioningProfile]
    ) async throws -> Knowledge {
        var knowledge = Knowledge(profiles: profiles, shards: try await client.shards().uuids)
        for table in try await client.knownTables() { knowledge.add(table) }
        for try await page in RunPages(client: client) { knowledge.add(page) }
        return knowledge
    }
}

extension BeaconCensus {
    mutating func take(_ heard: HeardAdvert) {
        take(
            ParsedAdvert(heard.data), from: heard.address, heard.addressType, pdu: heard.pdu,
            rssiDBm: heard.rssiDBm.map(Int.init), badge: heard.badge)
    }
}
