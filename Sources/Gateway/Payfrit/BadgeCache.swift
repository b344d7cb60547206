import Advertising
import CP28
import Concurrency
import GatewayModel
import NIOConcurrencyHelpers
import Payfrit
import Store

/// Known badges of beacons. Sends no requests.
final class BadgeCache: Sendable {
    /// Largest number of known identities of the user's own beacons, and of known groups of others.
    static let limit = 10_000
    /// Age from which knowledge no longer counts.
    static let age = Duration.seconds(600)
    /// Largest number of beacons that wait for a request. Further beacons are added when they are
    /// heard again.
    static let wishLimit = 1_000

    /// UUID and major, which all beacons of one business share.
    struct Group: Sendable, Hashable {
        let uuid: ProximityUUID
        let major: UInt16

        init(_ identity: BeaconIdentity) {
            uuid = identity.uuid
            major = identity.major
        }
    }

    /// Active beacon of the chosen business.
    struct Own: Sendable {
        var identity: BeaconIdentity?
        var address: BluetoothAddress?
        var name: String
    }

    private struct State {
        var ours: [BeaconIdentity: String] = [:]
        var owners: [BluetoothAddress: Own] = [:]
        var oursAt: Duration?
        /// Name of the business; nil = none has this group.
        var groups: [Group: (name: String?, at: Duration)] = [:]
        /// Names of tables that are planned here and not yet known to the backend. They take
        /// precedence over the backend's answers.
        var tables: [BeaconIdentity: String] = [:]
        /// Beacons that were heard but are not known.
        var wished: Set<BeaconIdentity> = []
        /// Beacons of every business as last read from the backend. They count where nothing newer
        /// is known.
        var everybodys: [BeaconIdentity: BackendBeacon] = [:]
        var isLoggedIn = false
        var business: Int?

        /// Returns the badge of a beacon; nil if nothing is known.
        func known(_ identity: BeaconIdentity, at now: Duration) -> PayfritBadge? {
            if BanList.bundled.entry(of: identity.uuid) != nil { return PayfritBadge(kind: .banned) }
            if let name = tables[identity] { return PayfritBadge(kind: .ours, name: name) }
            let knowsOurs = oursAt.map { now - $0 < BadgeCache.age } ?? false
            if knowsOurs, let name = ours[identity] { return PayfritBadge(kind: .ours, name: name) }
            guard let known = groups[Group(identity)], now - known.at < BadgeCache.age else { return nil }
            if let name = known.name { return PayfritBadge(kind: .other, name: name) }
            return knowsOurs || business == nil ? PayfritBadge(kind: .unknown) : nil
        }

        func lastKnown(_ identity: BeaconIdentity, at now: Duration) -> PayfritBadge? {
            guard let beacon = everybodys[identity] else { return nil }
            if beacon.business == business {
                // The newer list of the business's own beacons no longer has it.
                if let oursAt, now - oursAt < BadgeCache.age { return nil }
                return PayfritBadge(kind: .ours, name: beacon.name ?? "beacon \(beacon.id)")
            }
            return PayfritBadge(kind: .other, name: beacon.businessName ?? "business \(beacon.business)")
        }
    }

    private let state = NIOLockedValueBox(State())
    private let clock: GatewayClock
    /// Woken when there is something to ask the backend.
    let wished = Signal()

    init(clock: GatewayClock) {
        self.clock = clock
    }

    func badge(of identity: BeaconIdentity) -> PayfritBadge {
        let now = clock.now()
        return state.withLockedValue { $0.known(identity, at: now) ?? $0.lastKnown(identity, at: now) }
            ?? PayfritBadge(kind: .unknown)
    }

    /// Returns the badge for a reader of adverts: nil while nobody is logged in, and until it is
    /// known. Does not wait: an unknown beacon is noted for a later request, and the result is
    /// there at a later look.
    func look(_ identity: BeaconIdentity) -> PayfritBadge? {
        let now = clock.now()
        let (badge, isFirst) = state.withLockedValue { state -> (PayfritBadge?, Bool) in
            guard state.isLoggedIn else { return (nil, false) }
            if let badge = state.known(identity, at: now) { return (badge, false) }
            let last = state.lastKnown(identity, at: now)
            guard state.wished.count < Self.wishLimit else { return (last, false) }
            return (last, state.wished.insert(identity).inserted && state.wished.count == 1)
        }
        if isFirst { wished.wake() }
        return badge
    }

    /// Returns and clears the beacons that were looked up but are not known.
    func takeWished() -> [BeaconIdentity] {
        state.withLockedValue { state in
            defer { state.wished = [] }
            return Array(state.wished)
        }
    }

    /// Notes the login. Badges are shown to readers of adverts only while a user is logged in.
    ///
    /// - Parameter business: The business that was chosen.
    func follow(isLoggedIn: Bool, business: Int?) {
        state.withLockedValue { state in
            (state.isLoggedIn, state.business) = (isLoggedIn, business)
            if !isLoggedIn { state.wished = [] }
        }
    }

    /// Whether the business's own beacons must be requested again.
    var needsOurs: Bool { isOlder(than: Self.age) }

    /// Returns whether the knowledge of the business's own beacons has at least this age.
    func isOlder(than age: Duration) -> Bool {
        let now = clock.now()
        return state.withLockedValue { state in state.oursAt.map { now - $0 >= age } ?? true }
    }

    /// Causes a new request for the business's own beacons, after a change.
    func forgetOurs() { state.withLockedValue { $0.oursAt = nil } }

    /// Returns the business's own beacon with this address, regardless of the age of that
    /// knowledge.
    func owner(of address: BluetoothAddress) -> Own? { state.withLockedValue { $0.owners[address] } }

    /// Returns the groups of which nothing is known, each once.
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

    func setOurs(_ beacons: [Own]) {
        let now = clock.now()
        let beacons = beacons.prefix(Self.limit)
        state.withLockedValue { state in
            state.ours = Dictionary(
                beacons.compactMap { beacon in beacon.identity.map { ($0, beacon.name) } },
                uniquingKeysWith: { first, _ in first })
            state.owners = Dictionary(
                beacons.compactMap { beacon in beacon.address.map { ($0, beacon) } },
                uniquingKeysWith: { first, _ in first })
            state.oursAt = now
        }
    }

    func setKnown(_ beacons: [BackendBeacon]) {
        let all = beacons.compactMap { beacon -> (BeaconIdentity, BackendBeacon)? in
            guard let major = beacon.major, let minor = beacon.minor else { return nil }
            return (BeaconIdentity(uuid: beacon.uuid, major: major, minor: minor), beacon)
        }
        state.withLockedValue { $0.everybodys = Dictionary(all, uniquingKeysWith: { _, newest in newest }) }
    }

    func setTables(_ names: [(BeaconIdentity, String)]) {
        state.withLockedValue { state in
            state.tables = Dictionary(names.prefix(Self.limit), uniquingKeysWith: { _, last in last })
        }
    }

    /// Adds a table that has received its beacon.
    func addTable(_ identity: BeaconIdentity, _ name: String) {
        state.withLockedValue { state in
            guard state.tables.count < Self.limit else { return }
            state.tables[identity] = name
        }
    }

    /// Removes a table. The badge of its beacon is requested again.
    func dropTable(_ identity: BeaconIdentity) {
        state.withLockedValue { $0.tables[identity] = nil }
    }

    func set(_ group: Group, _ name: String?) {
        let now = clock.now()
        state.withLockedValue { state in
            if state.groups.count >= Self.limit, state.groups[group] == nil {
                state.groups = state.groups.filter { now - $0.value.at < Self.age }
                // Groups of strangers cannot displace what is known; a group for which there is no
                // room stays unknown.
                guard state.groups.count < Self.limit else { return }
            }
            state.groups[group] = (name, now)
        }
    }

    /// Forgets everything but the login, because another user or business sees other beacons.
    func clear() {
        state.withLockedValue { state in
            let before = state
            state = State()
            (state.isLoggedIn, state.business) = (before.isLoggedIn, before.business)
            state.everybodys = before.everybodys
        }
    }
}

extension BadgeCache.Own {
    init(_ beacon: Beacon) {
        self.init(
            identity: beacon.identity, address: beacon.address,
            name: beacon.servicePointName ?? beacon.name ?? "beacon \(beacon.id)")
    }
}
