import Advertising
import CP28

/// Checks the future identities and settings of beacons before anything is begun. Pure.
struct PlanCheck: Sendable {
    /// Most beacons in a plan.
    static let itemLimit = 1000

    private(set) var faults: [PlanFault] = []
    private var addresses: [BluetoothAddress: Int] = [:]
    private var identities: [BeaconIdentity: Int] = [:]
    private var names: [String: Int] = [:]
    private let unit: String
    private let banList: BanList

    /// An identity that is in no ban list, for checks of everything but the identity.
    private static let neutral = BeaconIdentity(uuid: ProximityUUID(0x5EED << 112 | 1), major: 0, minor: 0)

    /// - Parameter unit: Unit of places: `line` or `item`.
    init(unit: String, banList: BanList = .bundled) {
        self.unit = unit
        self.banList = banList
    }

    /// Notes all faults of a beacon, both on its own and in comparison with the beacons before it.
    /// Missing values are not checked.
    ///
    /// - Returns: The draft without its invalid values.
    @discardableResult
    mutating func take(_ draft: PlanDraft, at place: Int) -> PlanDraft {
        var sound = draft
        if let text = draft.address {
            if let address = BluetoothAddress(text) {
                noteTwin(addresses.keepFirst(place, for: address), "the address \(address)", at: place)
            } else {
                note("\"\(text)\" is not an address; the form is aa:bb:cc:dd:ee:ff", at: place)
                sound.address = nil
            }
        }
        if let type = draft.addressType, AddressType(rawValue: type) == nil {
            note("\"\(type)\" is not a type of address; the types are public and random", at: place)
        }
        if let name = draft.name {
            if let fault = fault(name: name) {
                note(fault.clause, at: place)
                sound.name = nil
            } else {
                noteTwin(names.keepFirst(place, for: name), "the name \"\(name)\"", at: place)
            }
        }
        for fault in [
            draft.rssiAt1m.flatMap { fault(rssi: $0) }, draft.intervalMs.flatMap { fault(interval: $0) },
            draft.txPower.flatMap { fault(power: $0) },
        ].compactMap({ $0 }) { note(fault.clause, at: place) }
        takeIdentity(draft, &sound, at: place)
        return sound
    }

    private mutating func takeIdentity(_ draft: PlanDraft, _ sound: inout PlanDraft, at place: Int) {
        let uuid = draft.uuid.flatMap { ProximityUUID($0) }
        if let text = draft.uuid {
            if uuid == nil {
                note("\"\(text)\" is not a UUID", at: place)
                sound.uuid = nil
            } else if let uuid, let fault = fault(identity: BeaconIdentity(uuid: uuid, major: 0, minor: 0)) {
                note(fault.clause, at: place)
                sound.uuid = nil
            }
        }
        let numbers = [(draft.major, "major"), (draft.minor, "minor")]
        for (value, what) in numbers where value.map({ UInt16(exactly: $0) == nil }) ?? false {
            note("\(value ?? 0) is not a \(what); the range is 0...65535", at: place)
        }
        let (major, minor) = (draft.major.flatMap(UInt16.init(exactly:)), draft.minor.flatMap(UInt16.init(exactly:)))
        if major == nil { sound.major = nil }
        if minor == nil { sound.minor = nil }
        guard let uuid, let major, let minor else { return }
        let identity = BeaconIdentity(uuid: uuid, major: major, minor: minor)
        noteTwin(identities.keepFirst(place, for: identity), "the identity \(identity)", at: place)
    }

    /// Returns the fault of one value, with valid defaults for the others; nil where it has none.
    private func fault(
        name: String = "A", identity: BeaconIdentity = neutral, rssi: Int = BeaconConfiguration.standardRSSIAt1mDBm,
        interval: Int = BeaconConfiguration.standardIntervalMs, power: Int = BeaconConfiguration.standardTxPowerIndex
    ) -> BeaconConfiguration.Fault? {
        do throws(BeaconConfiguration.Fault) {
            _ = try BeaconConfiguration(
                name: name, identity: identity, rssiAt1mDBm: rssi, intervalMs: interval, txPowerIndex: power,
                banList: banList)
            return nil
        } catch {
            return error
        }
    }

    private mutating func noteTwin(_ other: Int?, _ what: String, at place: Int) {
        if let other { note("\(what) is already used by \(unit) \(other)", at: place) }
    }

    private mutating func note(_ message: String, at place: Int) {
        faults.append(PlanFault(place: place, message: message))
    }
}

extension Dictionary {
    /// Stores a value unless the key has one already.
    ///
    /// - Returns: The value that was there already; nil where the new one was stored.
    fileprivate mutating func keepFirst(_ value: Value, for key: Key) -> Value? {
        if let first = self[key] { return first }
        self[key] = value
        return nil
    }
}
