import Advertising
import DongleLink

/// What a scan's table knows of each device. Pure: time is an argument, counted from the scan's start.
///
/// Beacons are told apart by what they say they are, everything else by its address.
struct ScanTable: Sendable {
    /// Most devices that are kept; beyond it the one not heard for longest goes.
    static let limit = 1000
    /// Seconds that a row remembers.
    static let memorySeconds = 12

    enum Key: Sendable, Hashable {
        case beacon(BeaconIdentity)
        case address(BluetoothAddress)
    }

    struct Row: Sendable, Hashable {
        let key: Key
        var name: String?
        var detail: String?
        var address: BluetoothAddress
        var rssiDBm: Int8?
        var lastHeard: Duration
        /// The newest second last; seconds without an advert are missing.
        var seconds: [Second] = []
    }

    struct Second: Sendable, Hashable {
        var number: Int64
        var adverts: Int
        var strongestDBm: Int8?
    }

    private var rows: [Key: Row] = [:]
    /// What an address last said it was, so that its scan responses join the beacon's row.
    private var keys: [BluetoothAddress: Key] = [:]

    var count: Int { rows.count }

    /// The strongest of late first, those not heard for 10 s last.
    func sorted(at now: Duration) -> [Row] {
        rows.values.sorted { left, right in
            let stale = (now - left.lastHeard > .seconds(10), now - right.lastHeard > .seconds(10))
            if stale.0 != stale.1 { return stale.1 }
            let strength = (left.strength, right.strength)
            return strength.0 == strength.1 ? left.address < right.address : strength.0 > strength.1
        }
    }

    mutating func take(_ sighting: Sighting, _ advert: ParsedAdvert, at now: Duration) {
        let key = key(of: advert, from: sighting.address)
        var row = rows[key] ?? Row(key: key, address: sighting.address, lastHeard: now)
        row.address = sighting.address
        row.name = advert.localName ?? row.name
        row.detail = advert.detail ?? row.detail
        row.lastHeard = now
        row.hear(rssiDBm: sighting.rssiDBm == 127 ? nil : sighting.rssiDBm, second: now.components.seconds)
        rows[key] = row
        if rows.count > ScanTable.limit { forgetOldest() }
    }

    private mutating func key(of advert: ParsedAdvert, from address: BluetoothAddress) -> Key {
        let said: Key? =
            switch advert.beacon {
            case .iBeacon(let beacon): .beacon(beacon.identity)
            case .altBeacon(let beacon): .beacon(beacon.identity)
            default: nil
            }
        if let said { keys[address] = said }
        return said ?? keys[address] ?? .address(address)
    }

    private mutating func forgetOldest() {
        guard let oldest = rows.values.min(by: { $0.lastHeard < $1.lastHeard }) else { return }
        rows[oldest.key] = nil
        keys = keys.filter { rows[$0.value] != nil }
    }
}

extension ScanTable.Row {
    /// Adverts a second, over the last five.
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

    /// Steadier than a single advert's, so that rows do not jump about.
    fileprivate var strength: Int {
        let heard = seconds.suffix(3).compactMap(\.strongestDBm)
        return heard.isEmpty ? -128 : heard.reduce(0) { $0 + Int($1) } / heard.count
    }
}

extension ParsedAdvert {
    /// What the data say of the device besides its name.
    fileprivate var detail: String? {
        switch beacon {
        case .eddystoneURL(let beacon): beacon.url
        case .eddystoneUID(let beacon): "Eddystone \(beacon.namespace)/\(beacon.instance)"
        case .eddystoneEID, .eddystoneTLM: "Eddystone"
        case .iBeacon, .altBeacon: nil
        case nil: manufacturerData.first.map { "company " + hexadecimalNumber($0.companyID) }
        }
    }
}
