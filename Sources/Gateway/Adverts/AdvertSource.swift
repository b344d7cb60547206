import Concurrency
import NIOConcurrencyHelpers

/// One dongle as the hub sees it: told what to scan for, and asked how far it is with that.
final class AdvertSource: Sendable {
    /// Tells it from every other port of this gateway.
    let key: Int
    /// Woken when what is to be scanned for may have changed, or the link has.
    let changed = Signal()

    private struct State {
        var id: String?
        var isOpen = false
        /// The newest version of the demand that holds on the dongle.
        var applied: UInt64 = 0
        var waiting: [(version: UInt64, latch: Latch)] = []
        var isInterrupted = false
    }

    private let state = NIOLockedValueBox(State())

    init(key: Int) {
        self.key = key
    }

    /// Id of the dongle; nil before the first greeting.
    var id: String? {
        get { state.withLockedValue(\.id) }
        set { state.withLockedValue { $0.id = newValue } }
    }

    /// Whether there is a link to scan on.
    var isOpen: Bool { state.withLockedValue(\.isOpen) }

    func open() {
        state.withLockedValue { $0.isOpen = true }
    }

    /// The link is gone: nobody needs to wait for it.
    func close() {
        let waiting = state.withLockedValue { state in
            state.isOpen = false
            defer { state.waiting = [] }
            return state.waiting
        }
        for (_, latch) in waiting { latch.set() }
        changed.wake()
    }

    /// The demand holds on the dongle in this version.
    func apply(_ version: UInt64) {
        let served = state.withLockedValue { state in
            state.applied = max(state.applied, version)
            let served = state.waiting.filter { $0.version <= state.applied }
            state.waiting.removeAll { $0.version <= state.applied }
            return served
        }
        for (_, latch) in served { latch.set() }
    }

    /// Waits until the demand holds in this version, or there is no link, or the task is cancelled.
    func settled(_ version: UInt64) async {
        let latch = Latch()
        let waits = state.withLockedValue { state in
            guard state.isOpen, state.applied < version else { return false }
            state.waiting.append((version, latch))
            return true
        }
        if waits { await latch.wait() }
    }

    /// Notes whether its readers know of an interruption. Returns whether that is news.
    func setInterrupted(_ isInterrupted: Bool) -> Bool {
        state.withLockedValue { state in
            defer { state.isInterrupted = isInterrupted }
            return state.isInterrupted != isInterrupted
        }
    }
}

/// Whose adverts a reader gets.
enum AdvertScope: Sendable, Hashable {
    case all
    /// The dongle with this id, wherever it is.
    case dongle(String)
    /// Whatever is on this port.
    case port(key: Int)

    func includes(id: String?, key: Int) -> Bool {
        switch self {
        case .all: true
        case .dongle(let wanted): wanted == id
        case .port(let wanted): wanted == key
        }
    }
}
