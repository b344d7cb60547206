import Advertising
import Failures
import Gateway
import GatewayModel

/// The devices of a scan's table. Pure: time is an argument, counted from the start of the scan.
///
/// Beacons are distinguished by their identities, other devices by their addresses.
struct ScanTable: Sendable {
    /// Most devices that are kept; beyond this, the device that was not heard for the longest time
    /// is removed.
    static let limit = 1000
    /// Most addresses whose beacon is remembered. Beyond this, the quarter that was not heard for
    /// the longest time is removed.
    static let addressLimit = 4 * limit
    /// Length of a row's history, in seconds.
    static let memorySeconds = 12

    enum Key: Sendable, Hashable {
        case beacon(BeaconIdentity)
        case address(BluetoothAddress)
    }

    struct Row: Sendable, Hashable {
        let key: Key
        var name: String?
        var detail: String?
        var badge: PayfritBadge?
        var address: BluetoothAddress
        var rssiDBm: Int8?
        var lastHeard: Duration
        /// History by seconds, the newest last; seconds without an advert are left out.
        var seconds: [Second] = []
    }

    struct Second: Sendable, Hashable {
        var number: Int64
        var adverts: Int
        var strongestDBm: Int8?
    }

    private var rows: [Key: Row] = [:]
    /// Beacon that each address last broadcast, so that its scan responses go to the beacon's row.
    private var beacons: [BluetoothAddress: Remembered] = [:]

    private struct Remembered: Sendable {
        var beacon: BeaconIdentity
        var lastHeard: Duration
    }

    /// Devices that were removed for lack of room.
    private(set) var forgottenDevices: UInt64 = 0
    /// Addresses of beacons that were removed for lack of room. Their other packets go to a row of
    /// their own until they broadcast their identity again.
    private(set) var forgottenAddresses: UInt64 = 0

    var count: Int { rows.count }

    var addressCount: Int { beacons.count }

    /// Returns the rows by their recent signal, the strongest first; devices not heard for 10 s
    /// come last.
    func sorted(at now: Duration) -> [Row] {
        rows.values.sorted { left, right in
            let stale = (now - left.lastHeard > .seconds(10), now - right.lastHeard > .seconds(10))
            if stale.0 != stale.1 { return stale.1 }
            let strength = (left.strength, right.strength)
            return strength.0 == strength.1 ? left.address < right.address : strength.0 > strength.1
        }
    }

    mutating func take(_ heard: HeardAdvert, _ advert: ParsedAdvert, at now: Duration) {
        let key = key(of: advert, from: heard.address, at: now)
        var row = rows[key] ?? Row(key: key, address: heard.address, lastHeard: now)
        row.address = heard.address
        row.name = advert.localName ?? row.name
        row.detail = advert.detail ?? row.detail
        row.badge = heard.badge ?? row.badge
        row.lastHeard = now
        row.hear(rssiDBm: heard.rssiDBm, second: now.components.seconds)
        rows[key] = row
        if rows.count > ScanTable.limit { forgetOldest() }
    }

    private mutating func key(of advert: ParsedAdvert, from address: BluetoothAddress, at now: Duration) -> Key {
        guard let said = advert.beacon?.identity ?? beacons[address]?.beacon else { return .address(address) }
        beacons[address] = Remembered(beacon: said, lastHeard: now)
        if beacons.count > ScanTable.addressLimit { forgetOldestAddresses() }
        return .beacon(said)
    }

    private mutating func forgetOldest() {
        guard let oldest = rows.values.min(by: { $0.lastHeard < $1.lastHeard }) else { return }
        rows[oldest.key] = nil
        forgottenDevices += 1
        guard case .beacon(let beacon) = oldest.key else { return }
        beacons = beacons.filter { $0.value.beacon != beacon }
    }

    /// Removes a quarter of the addresses at once, so that a flood does not cause a sort for each
    /// new address.
    private mutating func forgetOldestAddresses() {
        let oldest = beacons.sorted { $0.value.lastHeard < $1.value.lastHeard }.prefix(ScanTable.addressLimit / 4)
        for (address, _) in oldest { beacons[address] = nil }
        forgottenAddresses += UInt64(oldest.count)
    }
}

extension ScanTable.Row {
    /// Returns adverts per second over the last 5 s.
    func rate(at now: Duration) -> Double {
        let second = now.components.seconds
        let span = min(max(now / .seconds(1), 1), 5)
        return Double(seconds.filter { $0.number > second - 5 }.reduce(0) { $0 + $1.adverts }) / span
    }

    fileprivate mutating func hear(rssiDBm: Int8?, second: Int64) {
        self.rssiDBm = rssiDBm ?? self.rssiDBm
        if seconds.last?.number == second {
            seconds[seconds.count - 1].adverts += 1
            seconds[seconds.count - 1].strongestDBm = [seconds[seconds.count - 1].strongestDBm, rssiDBm].compactMap {
                $0
            }.max()
        } else {
            seconds.append(ScanTable.Second(number: second, adverts: 1, strongestDBm: rssiDBm))
            seconds.removeAll { $0.number <= second - Int64(ScanTable.memorySeconds) }
        }
    }

    /// Mean signal of the last three seconds heard, which is steadier than that of a single advert,
    /// so that rows do not jump.
    fileprivate var strength: Int {
        let heard = seconds.suffix(3).compactMap(\.strongestDBm)
        return heard.isEmpty ? -128 : heard.reduce(0) { $0 + Int($1) } / heard.count
    }
}

extension ParsedAdvert {
    /// Summary of the advert's data besides the name.
    fileprivate var detail: String? {
        if let beacon { return beacon.payload.summary }
        return manufacturerData.first.map {
            CompanyNames.all[$0.companyID] ?? "company " + hexadecimalNumber($0.companyID)
        }
    }
}
