import Advertising
import BeaconTracking
import Concurrency
import GatewayModel

/// Those who range.
extension BeaconService {
    /// Lets a reader in.
    ///
    /// - Throws: ``GatewayError``: too many, the region is not known, the gateway stops; `StoreError`.
    package func subscribe(_ query: RangingQuery) async throws -> RangingSubscription {
        try await load()
        if let name = query.region, regions[name] == nil { throw GatewayError.unknownRegion(name, known: names) }
        let reader = try places.enter(query)
        wishesChanged()
        return RangingSubscription(reader: reader)
    }

    /// Notices readers that have left, whoever ended them.
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
