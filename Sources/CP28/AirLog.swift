import Advertising

/// Adverts on the air, by address. Limited to ``addressLimit`` addresses: those not heard for
/// longest are dropped first. Pure: time is an argument.
package struct AirLog: Sendable {
    /// Maximum number of addresses stored.
    package static let addressLimit = 4_096
    /// Maximum number of identities stored for an address, the newest ones.
    static let identityLimit = 4
    private static let othersLimit = 16
    private static let gapLimit = Duration.seconds(30)
    /// A beacon counts as silent after this many times its longest gap.
    private static let missedGaps = 3
    /// Maximum difference between the signals of an old and a new address of the same beacon.
    /// Assumed: another TX power index may cause most of it.
    static let signalToleranceDB = 25

    /// Adverts of one address.
    package struct Record: Sendable, Hashable {
        package internal(set) var addressType: AddressType
        package internal(set) var lastHeard: Duration
        /// Signal in dBm; nil = unknown.
        package internal(set) var rssiDBm: Int8?
        /// Time of the last connectable advert; some beacons alternate between connectable and
        /// other adverts.
        package internal(set) var lastConnectable: Duration?
        package internal(set) var name: String?
        /// Longest gap between two of its adverts, of gaps shorter than 30 s.
        package internal(set) var longestGap = Duration.zero
        /// Whether the gap before its next advert is the beacon's own: false after a connection to
        /// it.
        fileprivate var isGapMeasured = true
        /// Identities that it sent, each with the time it was last heard, the newest last.
        package internal(set) var identities: [(identity: BeaconIdentity, power: Int8, at: Duration)] = []

        package static func == (left: Record, right: Record) -> Bool {
            left.addressType == right.addressType && left.lastHeard == right.lastHeard
                && left.rssiDBm == right.rssiDBm && left.lastConnectable == right.lastConnectable
                && left.name == right.name && left.identities.elementsEqual(right.identities, by: ==)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(addressType)
            hasher.combine(lastHeard)
        }

        func heard(_ identity: BeaconIdentity, since: Duration) -> Bool {
            identities.contains { $0.identity == identity && $0.at >= since }
        }
    }

    private var records: [BluetoothAddress: Record] = [:]
    /// Addresses that have sent each identity in ``records``.
    private var senders: [BeaconIdentity: Set<BluetoothAddress>] = [:]
    /// Number of addresses dropped to make room.
    package private(set) var forgotten: UInt64 = 0

    package init() {}

    package subscript(_ address: BluetoothAddress) -> Record? { records[address] }

    /// Records an advert.
    ///
    /// - Parameter listeningSince: Time since which the receiving dongle has listened without
    ///   interruption. A gap that began earlier is not the beacon's.
    package mutating func hear(
        _ advert: ParsedAdvert, from address: BluetoothAddress, _ addressType: AddressType, pdu: AdvertisingPDUType,
        rssiDBm: Int8?, at now: Duration, listeningSince: Duration
    ) {
        var record =
            records[address]
            ?? Record(addressType: addressType, lastHeard: now, rssiDBm: nil, lastConnectable: nil, name: nil)
        record.addressType = addressType
        let gap = now - record.lastHeard
        if record.isGapMeasured, listeningSince <= record.lastHeard, gap < Self.gapLimit {
            record.longestGap = max(record.longestGap, gap)
        }
        record.isGapMeasured = true
        record.lastHeard = now
        record.rssiDBm = rssiDBm ?? record.rssiDBm
        // For extended adverts, it is not known here whether they are connectable.
        if pdu == .connectable || pdu == .extended { record.lastConnectable = now }
        record.name = advert.localName ?? record.name
        if case .iBeacon(let beacon)? = advert.beacon {
            record.identities.removeAll { $0.identity == beacon.identity }
            record.identities.append((beacon.identity, beacon.measuredPowerDBm, now))
            senders[beacon.identity, default: []].insert(address)
            if record.identities.count > Self.identityLimit {
                forget(record.identities.removeFirst().identity, of: address)
            }
        }
        records[address] = record
        if records.count > Self.addressLimit { forgetOldest() }
    }

    /// Notes that a connection to a beacon begins or ends; the beacon is silent during the
    /// connection.
    package mutating func noteConnection(to address: BluetoothAddress) { records[address]?.isGapMeasured = false }

    /// Drops a quarter of the addresses at once, so that a flood does not cause a sort for each
    /// address.
    private mutating func forgetOldest() {
        let oldest = records.sorted { $0.value.lastHeard < $1.value.lastHeard }.prefix(Self.addressLimit / 4)
        for (address, record) in oldest {
            records[address] = nil
            for (identity, _, _) in record.identities { forget(identity, of: address) }
        }
        forgotten += UInt64(oldest.count)
    }

    private mutating func forget(_ identity: BeaconIdentity, of address: BluetoothAddress) {
        senders[identity]?.remove(address)
        if senders[identity]?.isEmpty == true { senders[identity] = nil }
    }

    /// Returns the addresses that have recently sent an identity.
    private func senders(of identity: BeaconIdentity, since: Duration) -> [BluetoothAddress: Record] {
        var found: [BluetoothAddress: Record] = [:]
        for address in senders[identity] ?? [] {
            if let record = records[address], record.heard(identity, since: since) { found[address] = record }
        }
        return found
    }

    // MARK: Evidence

    /// Returns the state on the air before a beacon is written to.
    ///
    /// - Parameter since: Older adverts do not count for the beacon's own state. Other addresses
    ///   count if they ever had the identity, because they may return to it.
    package func baseline(
        of address: BluetoothAddress, target: BeaconIdentity, since: Duration
    ) -> AirBaseline {
        let own = records[address]
        let others = senders(of: target, since: .zero).sorted { $0.value.lastHeard > $1.value.lastHeard }.map(\.key)
        let newest = own?.identities.last
        return AirBaseline(
            identity: newest?.identity, name: own?.name, measuredPowerDBm: newest?.power, rssiDBm: own?.rssiDBm,
            hadTarget: own?.heard(target, since: since) ?? false,
            others: others.filter { $0 != address }.prefix(Self.othersLimit).sorted())
    }

    /// Determines whether a beacon has its new configuration.
    ///
    /// - Parameters:
    ///   - before: State before the first write.
    ///   - known: Addresses of other beacons that were given the identity.
    ///   - since: Time when the beacon was asked to save; only later adverts count.
    ///   - listeningSince: Time since which a dongle has listened without interruption; nil = none
    ///     listens.
    ///   - goneAfter: Observed silence of the old address after which a new address may be the
    ///     beacon's; longer for a beacon with long gaps between its adverts.
    package func verdict(
        on wanted: BeaconConfiguration, at address: BluetoothAddress, before: AirBaseline,
        known: Set<BluetoothAddress> = [], since: Duration, listeningSince: Duration?, goneAfter: Duration,
        now: Duration
    ) -> AirVerdict {
        let target = wanted.identity
        let own = records[address]
        if let own, own.heard(target, since: since) {
            guard !before.hadTarget || own.differs(from: before, as: wanted, since: since) else {
                return .unverified(.seenBefore)
            }
            return .verified(at: address, rssiDBm: own.rssiDBm)
        }
        let senders = senders(of: target, since: since).filter { $0.key != address }
        guard !senders.isEmpty else {
            let stillOld = before.identity.map { own?.heard($0, since: since) ?? false } ?? false
            return .unverified(.notSeen(milliseconds: Int((now - since) / .milliseconds(1)), stillOld: stillOld))
        }
        let new = senders.filter { !before.others.contains($0.key) && !known.contains($0.key) }
        guard !before.hadTarget, let (sender, heard) = new.max(by: { $0.value.isWeaker(than: $1.value) }) else {
            return .unverified(.seenBefore)
        }
        func elsewhere(_ doubt: RunFailure.Doubt) -> AirVerdict {
            .unverified(.seenElsewhere(at: sender, rssiDBm: heard.rssiDBm, doubt))
        }
        // A beacon is also silent between two adverts.
        let silence = max(goneAfter, (own?.longestGap ?? .zero) * Self.missedGaps)
        guard let listeningSince, now - max(since, listeningSince, own?.lastHeard ?? since) >= silence else {
            let isOld = before.identity.map { own?.heard($0, since: since) ?? false } ?? false
            return elsewhere(isOld ? .oldIdentityHeard : .notSilent(milliseconds: Int(silence / .milliseconds(1))))
        }
        let recent = new.filter { $0.key != sender && $0.value.lastHeard >= now - silence }
        if let other = recent.keys.min() { return elsewhere(.several(other)) }
        if let old = before.rssiDBm, let now = heard.rssiDBm, abs(Int(old) - Int(now)) > Self.signalToleranceDB {
            return elsewhere(.otherSignal(before: old))
        }
        return .verified(at: sender, rssiDBm: heard.rssiDBm)
    }
}

extension AirLog.Record {
    fileprivate func isWeaker(than other: Self) -> Bool { (rssiDBm ?? -128) < (other.rssiDBm ?? -128) }

    /// Whether anything else that was written has changed to its new value.
    fileprivate func differs(from before: AirBaseline, as wanted: BeaconConfiguration, since: Duration) -> Bool {
        // A value that was not heard before may have been the same before.
        if let old = before.name, old != wanted.name, name == wanted.name { return true }
        let power = identities.last { $0.identity == wanted.identity && $0.at >= since }?.power
        guard let old = before.measuredPowerDBm else { return false }
        return power == wanted.rssiAt1mDBm && old != wanted.rssiAt1mDBm
    }
}
