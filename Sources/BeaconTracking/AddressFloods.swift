import Advertising

/// Addresses that send too many identities to be beacons.
///
/// A bounded memory of addresses, in two generations: when the younger is full, or as old as a
/// beacon is kept, it becomes the elder, and the previous elder is forgotten. Addresses that are
/// heard again are kept.
struct AddressFloods: Sendable {
    /// Number of identities from one address that counts as a flood.
    ///
    /// Source: Home Assistant, iBeacon integration, MAX_IDS.
    static let identities = 10

    fileprivate struct Sent: Sendable {
        let first: BeaconIdentity
        /// Further identities, fewer than ``AddressFloods/identities``; emptied when the address
        /// floods.
        var others: [BeaconIdentity] = []
        var isFlooding = false
    }

    /// Maximum number of addresses in a generation.
    let capacity: Int
    let keptFor: Duration
    private var younger: [BluetoothAddress: Sent] = [:]
    private var elder: [BluetoothAddress: Sent] = [:]
    private var begun: Duration?

    init(capacity: Int, keptFor: Duration) {
        self.capacity = capacity
        self.keptFor = keptFor
    }

    /// Number of addresses remembered.
    var count: Int { younger.count + elder.count }

    /// Records that an address sends an identity. Returns whether the address floods.
    mutating func note(_ address: BluetoothAddress, _ identity: BeaconIdentity, at now: Duration) -> Bool {
        turn(at: now)
        if var sent = younger[address] {
            if sent.add(identity) { younger[address] = sent }
            return sent.isFlooding
        }
        var sent = elder.removeValue(forKey: address) ?? Sent(first: identity)
        _ = sent.add(identity)
        younger[address] = sent
        return sent.isFlooding
    }

    private mutating func turn(at now: Duration) {
        let begun = self.begun ?? now
        self.begun = begun
        guard younger.count >= capacity || now - begun >= keptFor else { return }
        elder = younger
        younger = [:]
        self.begun = now
    }
}

extension AddressFloods.Sent {
    /// - Returns: Whether anything changed.
    fileprivate mutating func add(_ identity: BeaconIdentity) -> Bool {
        guard !isFlooding, identity != first, !others.contains(identity) else { return false }
        others.append(identity)
        if others.count + 1 >= AddressFloods.identities {
            isFlooding = true
            others = []
        }
        return true
    }
}
