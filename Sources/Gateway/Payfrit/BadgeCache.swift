import Advertising
import CP28
import GatewayModel
import NIOConcurrencyHelpers

/// Whose beacons are, as far as is known. Asks nobody.
final class BadgeCache: Sendable {
    /// Known identities of our own, and known groups of others.
    static let limit = 10_000
    /// Older knowledge counts as none.
    static let age = Duration.seconds(600)

    /// The beacons of one business have the same UUID and major.
    struct Group: Sendable, Hashable {
        let uuid: ProximityUUID
        let major: UInt16

        init(_ identity: BeaconIdentity) {
            uuid = identity.uuid
            major = identity.major
        }
    }

    private struct State {
        var ours: [BeaconIdentity: String] = [:]
        var oursAt: Duration?
        /// The name of the business; nil = nobody's.
        var groups: [Group: (name: String?, at: Duration)] = [:]
        /// What counts before any of these: planned here, and not yet known to the backend.
        var tables: [BeaconIdentity: String] = [:]
    }

    private let state = NIOLockedValueBox(State())
    private let clock: GatewayClock

    init(clock: GatewayClock) {
        self.clock = clock
    }

    func badge(of identity: BeaconIdentity) -> PayfritBadge {
        if BanList.bundled.entry(of: identity.uuid) != nil { return PayfritBadge(kind: .banned) }
        let now = clock.now()
        return state.withLockedValue { state in
            if let name = state.tables[identity] { return PayfritBadge(kind: .ours, name: name) }
            if let at = state.oursAt, now - at < Self.age, let name = state.ours[identity] {
                return PayfritBadge(kind: .ours, name: name)
            }
            if let known = state.groups[Group(identity)], now - known.at < Self.age, let name = known.name {
                return PayfritBadge(kind: .other, name: name)
            }
            return PayfritBadge(kind: .unknown)
        }
    }

    /// Whether the beacons of our own are to be asked for again.
    var needsOurs: Bool {
        let now = clock.now()
        return state.withLockedValue { state in state.oursAt.map { now - $0 >= Self.age } ?? true }
    }

    /// Groups of which nothing is known, each once.
    func unknown(among identities: [BeaconIdentity]) -> [Group] {
        let now = clock.now()
        return state.withLockedValue { state in
            var seen: Set<Group> = []
            return identities.compactMap { identity in
                let group = Group(identity)
                guard state.tables[identity] == nil, state.ours[identity] == nil,
                    BanList.bundled.entry(of: identity.uuid) == nil, seen.insert(group).inserted
                else { return nil }
                if let known = state.groups[group], now - known.at < Self.age { return nil }
                return group
            }
        }
    }

    func setOurs(_ names: [(BeaconIdentity, String)]) {
        let now = clock.now()
        state.withLockedValue { state in
            state.ours = Dictionary(names.prefix(Self.limit), uniquingKeysWith: { first, _ in first })
            state.oursAt = now
        }
    }

    func setTables(_ names: [(BeaconIdentity, String)]) {
        state.withLockedValue { state in
            state.tables = Dictionary(names.prefix(Self.limit), uniquingKeysWith: { _, last in last })
        }
    }

    func set(_ group: Group, _ name: String?) {
        let now = clock.now()
        state.withLockedValue { state in
            if state.groups.count >= Self.limit, state.groups[group] == nil {
                state.groups = state.groups.filter { now - $0.value.at < Self.age }
                // Those of strangers cannot push out what is known; what does not fit stays unknown.
                guard state.groups.count < Self.limit else { return }
            }
            state.groups[group] = (name, now)
        }
    }

    /// Another user or business sees other beacons.
    func clear() { state.withLockedValue { $0 = State() } }
}
