import FlockFinder
import GatewayModel
import NIOConcurrencyHelpers

/// Conditions for the detections that a reader wants.
package struct DetectionQuery: Sendable, Hashable {
    package var leastTier: DetectionTier
    /// Device type that the reader wants; case does not matter.
    package var deviceType: String?
    /// Whether the reader also wants muted devices.
    package var includesMuted: Bool

    package init(leastTier: DetectionTier = .low, deviceType: String? = nil, includesMuted: Bool = false) {
        self.leastTier = leastTier
        self.deviceType = deviceType
        self.includesMuted = includesMuted
    }

    func includes(_ device: DetectedDevice, isMuted: Bool) -> Bool {
        guard device.tier >= leastTier, includesMuted || !isMuted else { return false }
        guard let deviceType else { return true }
        return device.deviceTypes.contains { $0.lowercased() == deviceType.lowercased() }
    }
}

/// Readers of detections. A place is free as soon as its reader has left.
final class DetectionReaders: Sendable {
    private struct State {
        var readers: [String: DetectionReader] = [:]
        var next = 0
        var isFinished = false
    }

    private let limit: Int
    private let state = NIOLockedValueBox(State())
    /// Called when a reader comes or goes.
    private let changed: NIOLockedValueBox<@Sendable () -> Void> = NIOLockedValueBox({})

    init(limit: Int) {
        self.limit = limit
    }

    func whenChanged(_ body: @escaping @Sendable () -> Void) { changed.withLockedValue { $0 = body } }

    var isEmpty: Bool { state.withLockedValue(\.readers.isEmpty) }
    var all: [DetectionReader] { state.withLockedValue { Array($0.readers.values) } }

    /// Adds a reader.
    ///
    /// - Throws: ``GatewayError/tooMany(_:limit:)``, ``GatewayError/stopping``.
    func enter(_ query: DetectionQuery) throws(GatewayError) -> DetectionReader {
        let entered: Result<DetectionReader, GatewayError> = state.withLockedValue { state in
            if state.isFinished { return .failure(.stopping) }
            guard state.readers.count < limit else { return .failure(.tooMany("readers", limit: limit)) }
            state.next += 1
            // The random half makes sure that an id from an earlier run of the gateway never names
            // a reader of this run.
            let name = "d\(state.next)-" + String(UInt32.random(in: .min ... .max), radix: 36)
            let reader = DetectionReader(name: name, query: query)
            state.readers[name] = reader
            return .success(reader)
        }
        let reader = try entered.get()
        changed.withLockedValue { $0 }()
        return reader
    }

    /// Removes a reader. Does nothing the second time.
    func leave(_ name: String) {
        guard let reader = state.withLockedValue({ $0.readers.removeValue(forKey: name) }) else { return }
        reader.finish()
        changed.withLockedValue { $0 }()
    }

    /// Ends every reader after the updates it holds, and refuses new ones.
    func finish() {
        state.withLockedValue { $0.isFinished = true }
        for reader in all { leave(reader.name) }
    }
}

/// Updates for one reader. A reader that is too slow misses the oldest, and is told how many.
final class DetectionReader: Sendable {
    let name: String
    let query: DetectionQuery
    let updates: LatestUpdates<DetectionSubscription.Element>

    init(name: String, query: DetectionQuery) {
        self.name = name
        self.query = query
        updates = LatestUpdates(capacity: DetectionSubscription.capacity) { .missed($0) }
    }

    /// - Returns: Number of updates that the reader misses because of this one.
    func tell(_ update: DetectionSubscription.Element) -> UInt64 { updates.tell(update) }

    func finish() { updates.finish() }
}

/// Detections for one reader. Holds at most ``capacity`` updates.
package struct DetectionSubscription: AsyncSequence, Sendable {
    package static let capacity = 4_096

    package enum Element: Sendable, Hashable {
        /// State of a device that was seen again.
        case device(DetectionDescription)
        /// Number of changes that were dropped because the reader was too slow. The following
        /// updates are newer.
        case missed(UInt64)
    }

    let reader: DetectionReader
    let readers: DetectionReaders

    /// Identifier of the reader, never used again.
    package var id: String { reader.name }

    package func makeAsyncIterator() -> LatestUpdatesIterator<Element> { reader.updates.makeIterator() }

    /// Ends the subscription at once. Call it on every path.
    package func end() { readers.leave(reader.name) }
}
