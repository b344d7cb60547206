import Advertising

/// What is on the air, by address. Bounded: of ``addressLimit`` addresses, the one not heard for longest goes first. Pure: time is
/// an argument.
package struct AirLog: Sendable {
    /// Addresses that are remembered.
    package static let addressLimit = 4_096
    /// Identities of one address that are remembered, the newest.
    static let identityLimit = 4
    private static let othersLimit = 16
    private static let gapLimit = Duration.seconds(30)
    /// A beacon is silent once it has missed so many of its longest silences.
    private static let missedGaps = 3
    /// A new address is heard about as strongly as the old one was. Another TX power index may make up most of this; assumed.
    static let signalToleranceDB = 25

    /// What one address has sent.
    package struct Record: Sendable, Hashable {
        package internal(set) var addressType: AddressType
        package internal(set) var lastHeard: Duration
        /// Nil = not known.
        package internal(set) var rssiDBm: Int8?
        /// When it last sent an advert that can be answered by connecting; such beacons alternate with others that cannot.
        package internal(set) var lastConnectable: Duration?
        package internal(set) var name: String?
        /// The longest silence between two of its adverts, of those shorter than half a minute.
        package internal(set) var longestGap = Duration.zero
        /// Whether the silence before its next advert is one of its own: somebody listened, and nobody was connected to it.
        fileprivate var isGapMeasured = true
        /// What it said it was, and when it last did, the newest last.
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
    /// Who has sent an identity that is in ``records``.
    private var senders: [BeaconIdentity: Set<BluetoothAddress>] = [:]
    /// Addresses that were dropped for want of room.
    package private(set) var forgotten: UInt64 = 0

    package init() {}

    package subscript(_ address: BluetoothAddress) -> Record? { records[address] }

    /// Takes an advert.
    ///
    /// - Parameter listeningSince: Since when the dongle that heard it listens without a break. A silence that began before is not
    ///   the beacon's.
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
        // An extended advert does not say here whether it can.
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

    /// Somebody connects to a beacon, or ends that: it is silent meanwhile.
    package mutating func noteConnection(to address: BluetoothAddress) { records[address]?.isGapMeasured = false }

    /// Many at a time, so that a flood of addresses is not sorted anew for each of them.
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

    /// Who has sent an identity of late.
    private func senders(of identity: BeaconIdentity, since: Duration) -> [BluetoothAddress: Record] {
        var found: [BluetoothAddress: Record] = [:]
        for address in senders[identity] ?? [] {
            if let record = records[address], record.heard(identity, since: since) { found[address] = record }
        }
        return found
    }

    // MARK: Evidence

    /// How things stand before a beacon is written to.
    ///
    /// - Parameter since: What is older does not count as what the beacon is. Others that ever had the identity may have it again.
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

    /// Whether a beacon has become what it is to be.
    ///
    /// - Parameters:
    ///   - before: How things stood before.
    ///   - known: Addresses of other beacons that were given the identity.
    ///   - since: When it was told to keep it; only what is heard from then on counts.
    ///   - listeningSince: Since when a dongle has listened without a break; nil = none does.
    ///   - goneAfter: Silence of its old address, listened to, after which a new one may be its own; longer for a beacon that is
    ///     silent for long between its adverts.
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
        // Between two adverts it is silent, too.
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

    /// Whether something else of what was written has changed to what it is to be.
    fileprivate func differs(from before: AirBaseline, as wanted: BeaconConfiguration, since: Duration) -> Bool {
        // What was not heard before may have been so before.
        if let old = before.name, old != wanted.name, name == wanted.name { return true }
        let power = identities.last { $0.identity == wanted.identity && $0.at >= since }?.power
        guard let old = before.measuredPowerDBm else { return false }
        return power == wanted.rssiAt1mDBm && old != wanted.rssiAt1mDBm
    }
}
