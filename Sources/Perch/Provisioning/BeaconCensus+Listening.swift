import Advertising
import CP28
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
            census.withLock { for advert in adverts { $0.take(advert, ParsedAdvert(advert.data)) } }
        }
        return census.withLock { $0.entries(knowledge) }
    }

    private static func knowledge(
        _ client: GatewayClient, _ profiles: [ProvisioningProfile]
    ) async throws -> Knowledge {
        var knowledge = Knowledge()
        knowledge.factoryUUIDs = Set(profiles.flatMap(\.factoryUUIDs))
        for table in try await client.knownTables() {
            guard let identity = BeaconIdentity(table.identityWords), let address = table.beaconAddress else {
                continue
            }
            knowledge.ofTables[identity] = (table.name, address)
        }
        var seen: Set<BluetoothAddress> = []
        for try await page in RunPages(client: client) {
            // The newest run of an address comes first, and only this one counts.
            for run in page {
                if run.state.isWritten, let identity = BeaconIdentity(run.identityWords) {
                    knowledge.names[identity] = knowledge.names[identity] ?? run.name
                }
                let address = run.address
                guard seen.insert(address).inserted,
                    run.state == .failed, let reason = run.reason, reason.isFinal
                else { continue }
                knowledge.unsuitable[address] = reason.message
            }
        }
        let shards = try await client.shards()
        knowledge.shards = Set(shards.uuids)
        return knowledge
    }
}
