import Concurrency
import NIOConcurrencyHelpers

/// Readers of ranging. A place is free as soon as its reader has left, so that the limit is exact.
final class RangingPlaces: Sendable {
    private struct Place {
        let query: RangingQuery
        weak var reader: RangingReader?
    }

    private struct State {
        var places: [String: Place] = [:]
        var next = 0
        var isFinished = false
    }

    /// Woken when a reader has left.
    let left = Signal()
    private let limit: Int
    private let state = NIOLockedValueBox(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Adds a reader.
    ///
    /// - Throws: ``GatewayError/tooMany(_:limit:)``, ``GatewayError/stopping``.
    func enter(_ query: RangingQuery) throws(GatewayError) -> RangingReader {
        let entered: Result<RangingReader, GatewayError> = state.withLockedValue { state in
            if state.isFinished { return .failure(.stopping) }
            guard state.places.count < limit else { return .failure(.tooMany("readers", limit: limit)) }
            state.next += 1
            // The random half makes sure that an id from an earlier run of the gateway never names
            // a reader of this run.
            let name = "r\(state.next)-" + String(UInt32.random(in: .min ... .max), radix: 36)
            let reader = RangingReader(name: name, query: query, places: self)
            state.places[name] = Place(query: query, reader: reader)
            return .success(reader)
        }
        return try entered.get()
    }

    /// Frees a reader's place. Does nothing the second time.
    func leave(_ name: String) {
        if state.withLockedValue({ $0.places.removeValue(forKey: name) }) != nil { left.wake() }
    }

    /// Ends every reader after the updates it holds, and refuses new ones.
    func finish() {
        state.withLockedValue { $0.isFinished = true }
        for reader in readers { reader.end() }
    }

    var isEmpty: Bool { state.withLockedValue(\.places.isEmpty) }
    var count: Int { state.withLockedValue(\.places.count) }
    var queries: [RangingQuery] { state.withLockedValue { $0.places.values.map(\.query) } }
    /// Readers that have not left. Collected under the lock but released outside it, because the
    /// end of a reader's last copy takes the lock.
    var readers: [RangingReader] { state.withLockedValue { $0.places.values.compactMap(\.reader) } }
}
