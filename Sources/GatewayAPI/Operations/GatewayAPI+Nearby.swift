import Advertising
import Gateway
import GatewayModel
import Hummingbird
import NIOConcurrencyHelpers

extension GatewayAPI {
    /// Time between two lines.
    private static let pause = Duration.seconds(1)
    /// Number of lines after which tables and runs are read again.
    private static let linesBetweenLooks = 3

    func nearby(dongle: String?, _ call: Call) async throws -> Response {
        var query = AdvertQuery()
        query.dongle = dongle
        query.isActive = true
        let reader = StreamedAdverts(try await gateway.adverts(query), streams)
        let start = await start(of: reader.subscription.id, dongle: dongle)
        let filter = AdvertFilter(query)
        let profiles = try await provisioningProfiles().profiles
        let nearby = NIOLockedValueBox(NearbyBeacons(services: Set(profiles.map(\.service))))
        let clock = ContinuousClock()
        let began = clock.now
        return LineResponse(call, access?.sessions).response(
            stopping: { reader.end(.stopping) }, cleanUp: { reader.leave() },
            produce: { lines in
                await lines.line("start") { $0.fields(start) }
                try await withThrowingTaskGroup { group in
                    group.addTask {
                        await reader.forEach(for: nil) { update in
                            guard case .adverts(let batch) = update else { return }
                            let now = clock.now - began
                            nearby.withLockedValue { nearby in
                                for (sighting, advert) in batch.adverts where filter.passes(sighting, advert) {
                                    nearby.take(sighting, advert, at: now)
                                }
                            }
                        }
                    }
                    group.addTask {
                        var knowledge = try await knowledge(profiles)
                        var count = 0
                        while true {
                            try await Task.sleep(for: GatewayAPI.pause)
                            count += 1
                            if count.isMultiple(of: GatewayAPI.linesBetweenLooks) {
                                knowledge = try await self.knowledge(profiles)
                            }
                            let isListening = await gateway.dongles.listening().isListening
                            let line = nearby.withLockedValue {
                                $0.line(knowledge, isListening: isListening, at: clock.now - began)
                            }
                            await lines.line("nearby") { $0.fields(line) }
                        }
                    }
                    // The end of the adverts ends the stream.
                    try await group.next()
                    group.cancelAll()
                }
                try Task.checkCancellation()
                await lines.line("end")
            })
    }

    /// Facts on beacons that are not in their adverts: tables, and the newest runs.
    private func knowledge(_ profiles: [ProvisioningProfile]) async throws -> BeaconCensus.Knowledge {
        var knowledge = BeaconCensus.Knowledge(profiles: profiles, shards: try await shards().uuids)
        var after: Int64 = 0
        // A gateway without a backend has no tables.
        while let page = try? await tables(state: nil, after: after, limit: 1_000).tables, let last = page.last {
            for table in page { knowledge.add(table) }
            after = last.id
        }
        var before: Int64?
        repeat {
            let page = try await runs(batch: nil, before: before, limit: 1_000).runs
            knowledge.add(page)
            before = page.count == 1_000 ? page.last?.id : nil
        } while before != nil
        return knowledge
    }
}
