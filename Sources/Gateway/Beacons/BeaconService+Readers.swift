import Advertising
import BeaconTracking
import Concurrency
import GatewayModel

/// Readers of ranging.
extension BeaconService {
    /// Adds a reader.
    ///
    /// - Throws: ``GatewayError``: too many readers, the region is unknown, or the gateway is
    ///   stopping; `StoreError`.
    package func subscribe(_ query: RangingQuery) async throws -> RangingSubscription {
        try await load()
        if let name = query.region, regions[name] == nil { throw GatewayError.unknownRegion(name, known: names) }
        let reader = try places.enter(query)
        wishesChanged()
        return RangingSubscription(reader: reader)
    }

    /// Waits for readers to leave, for whatever reason, and updates the demand.
    func followReaders() async {
        while !Task.isCancelled {
            await places.left.wait()
            wishesChanged()
        }
    }

    var names: [String] { regions.keys.sorted() }

    func tell(_ update: RangingUpdate, to isMeant: (RangingQuery) -> Bool) {
        for reader in places.readers where isMeant(reader.query) { updatesMissed += reader.tell(update) }
    }
}
