import Concurrency
import DongleLink
import FlockFinder
import NIOConcurrencyHelpers

/// Notifications of a FlockFinder's config characteristic, in order, until they are fetched. Holds
/// the newest 64.
final class ConfigInbox: Sendable {
    enum Item: Sendable, Hashable {
        case event(ConfigReceiver.Event)
        /// The connection ended.
        case ended
        /// Nothing arrived within the time limit.
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

    /// Notifications lost so far: in the dongle, on the serial line or here.
    var lost: Int { state.withLockedValue(\.lost) }
    var isEnded: Bool { state.withLockedValue(\.isEnded) }
    /// Bytes received of the config that is arriving.
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

    /// Marks the subscription as ended.
    func end() {
        state.withLockedValue { $0.isEnded = true }
        changed.wake()
    }

    /// Drops everything received, so that whatever comes next answers the next request.
    func clear() {
        state.withLockedValue { state in
            state.events = []
            _ = state.receiver.giveUp()
        }
    }

    /// Returns the received part of a config whose end did not arrive.
    func giveUp() -> ConfigReceiver.Received? { state.withLockedValue { $0.receiver.giveUp() } }

    /// Returns the next event as soon as there is one.
    ///
    /// - Parameters:
    ///   - silence: Longest wait since this call or since the last arrival.
    ///   - deadline: Time at which ``Item/silence`` is returned even though data keeps arriving.
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
