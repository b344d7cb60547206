import Concurrency
import DongleLink
import FlockFinder
import NIOConcurrencyHelpers

/// What a FlockFinder notifies on its config characteristic, in order, until somebody asks for it. Holds the newest 64.
final class ConfigInbox: Sendable {
    enum Item: Sendable, Hashable {
        case event(ConfigReceiver.Event)
        /// The connection ended.
        case ended
        /// Nothing came for so long.
        case silence
    }

    private struct State {
        var receiver = ConfigReceiver()
        var events: [ConfigReceiver.Event] = []
        var isEnded = false
        var lost = 0
        var lastArrival = Duration.zero
    }

    private static let limit = 64
    private let state = NIOLockedValueBox(State())
    private let changed = Signal()
    private let clock: GatewayClock

    init(clock: GatewayClock) {
        self.clock = clock
    }

    /// Notifications that were lost so far, in the dongle, on the line or here.
    var lost: Int { state.withLockedValue(\.lost) }
    var isEnded: Bool { state.withLockedValue(\.isEnded) }
    /// Bytes of the config that is arriving.
    var received: Int { state.withLockedValue(\.receiver.received) }

    func take(_ update: GATTUpdate) {
        let now = clock.now()
        state.withLockedValue { state in
            state.lastArrival = now
            switch update {
            case .value(let bytes):
                guard let event = state.receiver.take(bytes) else { break }
                state.events.append(event)
                if state.events.count > Self.limit {
                    state.events.removeFirst()
                    state.lost += 1
                }
            case .lost(let count):
                state.receiver.lost(Int(count))
                state.lost += Int(count)
            case .disconnected, .interrupted: state.isEnded = true
            }
        }
        changed.wake()
    }

    /// The subscription is over.
    func end() {
        state.withLockedValue { $0.isEnded = true }
        changed.wake()
    }

    /// Forgets what has come, so that what comes next is an answer to what is asked next.
    func clear() {
        state.withLockedValue { state in
            state.events = []
            _ = state.receiver.giveUp()
        }
    }

    /// What has come of a config whose end did not.
    func giveUp() -> ConfigReceiver.Received? { state.withLockedValue { $0.receiver.giveUp() } }

    /// The next event, as soon as there is one.
    ///
    /// - Parameters:
    ///   - silence: Longest wait since this call, or since something came.
    ///   - deadline: When it is ``Item/silence`` though something comes all the time.
    /// - Throws: `CancellationError`.
    func next(silence: Duration, until deadline: Duration) async throws -> Item {
        let begin = clock.now()
        while true {
            try Task.checkCancellation()
            let (event, isEnded, last) = state.withLockedValue { state in
                (state.events.isEmpty ? nil : state.events.removeFirst(), state.isEnded, state.lastArrival)
            }
            if let event { return .event(event) }
            if isEnded { return .ended }
            let end = min(max(begin, last) + silence, deadline)
            if clock.now() >= end { return .silence }
            await changed.wait(until: end, clock)
        }
    }
}
