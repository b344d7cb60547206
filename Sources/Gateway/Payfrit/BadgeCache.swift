import Advertising
import CP28
import Concurrency
import GatewayModel
import NIOConcurrencyHelpers
import Payfrit
import Store

/// Whose beacons are, as far as is known. Asks nobody.
final class BadgeCache: Sendable {
    /// Known identities of our own, and known groups of others.
    static let limit = 10_000
    /// Older knowledge counts as none.
    static let age = Duration.seconds(600)
    /// Beacons that wait to be asked about. Whichever comes beyond is heard again.
    static let wishLimit = 1_000

    /// The beacons of one business have the same UUID and major.
    struct Group: Sendable, Hashable {
        let uuid: ProximityUUID
        let major: UInt16

        init(_ identity: BeaconIdentity) {
            uuid = identity.uuid
            major = identity.major
        }
    }

    /// An active beacon of the business.
    struct Own: Sendable {
        var identity: BeaconIdentity?
        var address: BluetoothAddress?
        var name: String
    }

    private struct State {
        var ours: [BeaconIdentity: String] = [:]
        var owners: [BluetoothAddress: Own] = [:]
        var oursAt: Duration?
        /// The name of the business; nil = nobody's.
        var groups: [Group: (name: String?, at: Duration)] = [:]
        /// What counts before any of these: planned here, and not yet known to the backend.
        var tables: [BeaconIdentity: String] = [:]
        /// Heard, and not known.
        var wished: Set<BeaconIdentity> = []
        /// The beacons of every business as the backend last told them. They count where nothing newer is known.
        var everybodys: [BeaconIdentity: BackendBeacon] = [:]
        var isLoggedIn = false
        var business: Int?

        /// Nil where nobody has said it yet.
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
                // The newer list of our own does not have it any more.
                if let oursAt, now - oursAt < BadgeCache.age { return nil }
                return PayfritBadge(kind: .ours, name: beacon.name ?? "beacon \(beacon.id)")
            }
            return PayfritBadge(kind: .other, name: beacon.businessName ?? "business \(beacon.business)")
        }
    }

    private let state = NIOLockedValueBox(State())
    private let clock: GatewayClock
    /// There is something to ask.
    let wished = Signal()

    init(clock: GatewayClock) {
        self.clock = clock
    }

    func badge(of identity: BeaconIdentity) -> PayfritBadge {
        let now = clock.now()
        return state.withLockedValue { $0.known(identity, at: now) ?? $0.lastKnown(identity, at: now) }
            ?? PayfritBadge(kind: .unknown)
    }

    /// The same for those who follow what is heard: nil while nobody is logged in, and until it is known. Waits for nobody; what
    /// is not known is asked in a while, and known to those who look then.
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

    /// What was looked for and not known.
    func takeWished() -> [BeaconIdentity] {
        state.withLockedValue { state in
            defer { state.wished = [] }
            return Array(state.wished)
        }
    }

    /// Who looks is told of beacons only while somebody is logged in.
    ///
    /// - Parameter business: The one that was chosen.
    func follow(isLoggedIn: Bool, business: Int?) {
        state.withLockedValue { state in
            (state.isLoggedIn, state.business) = (isLoggedIn, business)
            if !isLoggedIn { state.wished = [] }
        }
    }

    /// Whether the beacons of our own are to be asked for again.
    var needsOurs: Bool { isOlder(than: Self.age) }

    /// Whether what is known of the beacons of our own is at least so old.
    func isOlder(than age: Duration) -> Bool {
        let now = clock.now()
        return state.withLockedValue { state in state.oursAt.map { now - $0 >= age } ?? true }
    }

    /// Has the beacons of our own be asked for again, after something was changed.
    func forgetOurs() { state.withLockedValue { $0.oursAt = nil } }

    /// The beacon of our own with this address, however long ago it was asked for.
    func owner(of address: BluetoothAddress) -> Own? { state.withLockedValue { $0.owners[address] } }

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

    /// A table that has got its beacon.
    func addTable(_ identity: BeaconIdentity, _ name: String) {
        state.withLockedValue { state in
            guard state.tables.count < Self.limit else { return }
            state.tables[identity] = name
        }
    }

    /// A table that is no more. Whose its beacon is is asked for again.
    func dropTable(_ identity: BeaconIdentity) {
        state.withLockedValue { $0.tables[identity] = nil }
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
