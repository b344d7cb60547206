import Concurrency
import NIOConcurrencyHelpers

/// One dongle as the hub sees it: which version of the scan demand it has applied, and who waits
/// for that.
final class AdvertSource: Sendable {
    /// Key that distinguishes this port from every other port of the gateway.
    let key: Int
    /// Woken when the scan demand or the link may have changed.
    let changed = Signal()

    private struct State {
        var id: String?
        var isOpen = false
        /// Newest version of the demand that the dongle has applied.
        var applied: UInt64 = 0
        var waiting: [(version: UInt64, latch: Latch)] = []
        var isInterrupted = false
    }

    private let state = NIOLockedValueBox(State())

    init(key: Int) {
        self.key = key
    }

    /// Id of the dongle; nil before its first greeting.
    var id: String? {
        get { state.withLockedValue(\.id) }
        set { state.withLockedValue { $0.id = newValue } }
    }

    /// Whether there is a link to scan over.
    var isOpen: Bool { state.withLockedValue(\.isOpen) }

    func open() {
        state.withLockedValue { $0.isOpen = true }
    }

    /// Marks the link as closed, and ends every wait for it.
    func close() {
        let waiting = state.withLockedValue { state in
            state.isOpen = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for (_, latch) in waiting { latch.set() }
        changed.wake()
    }

    /// Notes that the dongle has applied this version of the demand.
    func apply(_ version: UInt64) {
        let served = state.withLockedValue { state in
            state.applied = max(state.applied, version)
            let served = state.waiting.filter { $0.version <= state.applied }
            state.waiting.removeAll { $0.version <= state.applied }
            return served
        }
        for (_, latch) in served { latch.set() }
    }

    /// Waits until the dongle has applied this version, the link is closed, or the task is
    /// cancelled.
    func settled(_ version: UInt64) async {
        let latch = Latch()
        let waits = state.withLockedValue { state in
            guard state.isOpen, state.applied < version else { return false }
            state.waiting.append((version, latch))
            return true
        }
        if waits { await latch.wait() }
    }

    /// Notes whether the readers have been told of an interruption. Returns whether this is a
    /// change.
    func setInterrupted(_ isInterrupted: Bool) -> Bool {
        state.withLockedValue { state in
            defer { state.isInterrupted = isInterrupted }
            return state.isInterrupted != isInterrupted
        }
    }
}

/// Dongles whose adverts a reader gets.
enum AdvertScope: Sendable, Hashable {
    case all
    /// The dongle with this id, on any port.
    case dongle(String)
    /// Any dongle on this port.
    case port(key: Int)

    func includes(id: String?, key: Int) -> Bool {
        switch self {
        case .all: true
        case .dongle(let wanted): wanted == id
        case .port(let wanted): wanted == key
        }
    }
}
