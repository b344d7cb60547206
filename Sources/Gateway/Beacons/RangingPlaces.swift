import Concurrency
import NIOConcurrencyHelpers

/// Who ranges. A place is free as soon as its reader has left, so that the limit is exact.
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

    /// Woken when somebody has left.
    let left = Signal()
    private let limit: Int
    private let state = NIOLockedValueBox(State())

    init(limit: Int) {
        self.limit = limit
    }

    /// Lets a reader in.
    ///
    /// - Throws: ``GatewayError/tooMany(_:limit:)``, ``GatewayError/stopping``.
    func enter(_ query: RangingQuery) throws(GatewayError) -> RangingReader {
        let entered: Result<RangingReader, GatewayError> = state.withLockedValue { state in
            if state.isFinished { return .failure(.stopping) }
            guard state.places.count < limit else { return .failure(.tooMany("readers", limit: limit)) }
            state.next += 1
            // The random half keeps ids of an earlier run of the gateway from meaning a reader of this one.
            let name = "r\(state.next)-" + String(UInt32.random(in: .min ... .max), radix: 36)
            let reader = RangingReader(name: name, query: query, places: self)
            state.places[name] = Place(query: query, reader: reader)
            return .success(reader)
        }
        return try entered.get()
    }

    /// Does nothing the second time.
    func leave(_ name: String) {
        if state.withLockedValue({ $0.places.removeValue(forKey: name) }) != nil { left.wake() }
    }

    /// Ends every reader behind what it holds, and lets no other in.
    func finish() {
        state.withLockedValue { $0.isFinished = true }
        for reader in readers { reader.end() }
    }

    var isEmpty: Bool { state.withLockedValue(\.places.isEmpty) }
    var count: Int { state.withLockedValue(\.places.count) }
    var queries: [RangingQuery] { state.withLockedValue { $0.places.values.map(\.query) } }
    /// The last copy of a reader is not let go of under the lock, which its end takes.
    var readers: [RangingReader] { state.withLockedValue { $0.places.values.compactMap(\.reader) } }
}
