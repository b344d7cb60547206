import FlockFinder
import GatewayModel
import NIOConcurrencyHelpers

/// What a reader of detections wants to hear of.
package struct DetectionQuery: Sendable, Hashable {
    package var leastTier: DetectionTier
    /// Only devices of this type, whatever the case.
    package var deviceType: String?
    /// Whether muted devices are told of, too.
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

/// Who follows detections. A place is free as soon as its reader has left.
final class DetectionReaders: Sendable {
    private struct State {
        var readers: [String: DetectionReader] = [:]
        var next = 0
        var isFinished = false
    }

    private let limit: Int
    private let state = NIOLockedValueBox(State())
    /// Told when somebody comes or goes.
    private let changed: NIOLockedValueBox<@Sendable () -> Void> = NIOLockedValueBox({})

    init(limit: Int) {
        self.limit = limit
    }

    func whenChanged(_ body: @escaping @Sendable () -> Void) { changed.withLockedValue { $0 = body } }

    var isEmpty: Bool { state.withLockedValue(\.readers.isEmpty) }
    var all: [DetectionReader] { state.withLockedValue { Array($0.readers.values) } }

    /// Lets a reader in.
    ///
    /// - Throws: ``GatewayError/tooMany(_:limit:)``, ``GatewayError/stopping``.
    func enter(_ query: DetectionQuery) throws(GatewayError) -> DetectionReader {
        let entered: Result<DetectionReader, GatewayError> = state.withLockedValue { state in
            if state.isFinished { return .failure(.stopping) }
            guard state.readers.count < limit else { return .failure(.tooMany("readers", limit: limit)) }
            state.next += 1
            // The random half keeps ids of an earlier run of the gateway from meaning a reader of this one.
            let name = "d\(state.next)-" + String(UInt32.random(in: .min ... .max), radix: 36)
            let reader = DetectionReader(name: name, query: query)
            state.readers[name] = reader
            return .success(reader)
        }
        let reader = try entered.get()
        changed.withLockedValue { $0 }()
        return reader
    }

    /// Does nothing the second time.
    func leave(_ name: String) {
        guard let reader = state.withLockedValue({ $0.readers.removeValue(forKey: name) }) else { return }
        reader.finish()
        changed.withLockedValue { $0 }()
    }

    /// Ends every reader behind what it holds, and lets no other in.
    func finish() {
        state.withLockedValue { $0.isFinished = true }
        for reader in all { leave(reader.name) }
    }
}

/// One reader's updates. It misses the oldest where it is too late, and is told how many.
final class DetectionReader: Sendable {
    let name: String
    let query: DetectionQuery
    let updates: LatestUpdates<DetectionSubscription.Element>

    init(name: String, query: DetectionQuery) {
        self.name = name
        self.query = query
        updates = LatestUpdates(capacity: DetectionSubscription.capacity) { .missed($0) }
    }

    /// - Returns: How many updates it misses for this one.
    func tell(_ update: DetectionSubscription.Element) -> UInt64 { updates.tell(update) }

    func finish() { updates.finish() }
}

/// One reader of detections. Holds at most ``capacity`` updates.
package struct DetectionSubscription: AsyncSequence, Sendable {
    package static let capacity = 4_096

    package enum Element: Sendable, Hashable {
        /// How a device stands that was seen again.
        case device(DetectionDescription)
        /// So many changes were dropped, because the reader was too slow. What comes next is newer than they were.
        case missed(UInt64)
    }

    let reader: DetectionReader
    let readers: DetectionReaders

    /// Names it; never used again.
    package var id: String { reader.name }

    package func makeAsyncIterator() -> LatestUpdatesIterator<Element> { reader.updates.makeIterator() }

    /// Leaves at once. To be called on every path.
    package func end() { readers.leave(reader.name) }
}
