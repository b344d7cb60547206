import Advertising
import BeaconTracking
import GatewayModel

/// Those who range.
extension BeaconService {
    /// Lets a reader in.
    ///
    /// - Throws: ``GatewayError``: too many, the region is not known, the gateway stops.
    public func subscribe(_ query: RangingQuery) async throws -> RangingSubscription {
        try await load()
        if isFinished { throw GatewayError.stopping }
        if let name = query.region, regions[name] == nil { throw GatewayError.unknownRegion(name, known: names) }
        guard readers.count < configuration.readerLimit else {
            throw GatewayError.tooMany("readers", limit: configuration.readerLimit)
        }
        nextReader += 1
        let name = "r\(nextReader)-" + String(UInt32.random(in: .min ... .max), radix: 36)
        let reader = RangingReader(name: name, query: query) { [weak self] in
            // Its place is freed whenever that can be: nobody waits for it.
            Task { await self?.remove(name) }
        }
        readers[name] = query
        places[name] = WeakReader(reader: reader)
        expectUUIDs()
        wishesChanged()
        return RangingSubscription(reader: reader)
    }

    func remove(_ name: String) {
        guard readers.removeValue(forKey: name) != nil else { return }
        places[name] = nil
        expectUUIDs()
        wishesChanged()
    }

    var readerCount: Int { readers.count }

    var names: [String] { regions.keys.sorted() }

    /// Nobody's beacons are a flood who is waited for.
    func expectUUIDs() {
        tracker.expect(Set(regions.values.map(\.uuid) + readers.values.compactMap(\.uuid)))
    }

    func tell(_ update: RangingUpdate, to isMeant: (RangingQuery) -> Bool) {
        for place in places.values {
            if let reader = place.reader, isMeant(reader.query) { updatesMissed += reader.tell(update) }
        }
    }
}
