import Advertising
import Recording

/// The adverts that a scanner hears from the advertisers around it.
///
/// It does nothing while no scan runs. During a scan, `nextDue` is the time of the next packet.
struct VirtualAir {
    /// A scan as the controller performs it: in each interval it listens to one primary channel,
    /// for the length of the window.
    struct Scan: Sendable, Hashable {
        var isActive: Bool
        var interval: Duration
        var window: Duration

        func hears(at now: Duration) -> Bool {
            window >= interval || now.microseconds % max(1, interval.microseconds) < window.microseconds
        }

        func channel(at now: Duration) -> UInt8 {
            37 + UInt8(now.microseconds / max(1, interval.microseconds) % 3)
        }
    }

    let signal: SignalModel
    private(set) var advertisers: [Advertiser]
    private(set) var scan: Scan?

    init(advertisers: [Advertiser], signal: SignalModel) {
        self.advertisers = advertisers
        self.signal = signal
    }

    /// Time of the next advertising event; nil while no scan runs.
    var nextDue: Duration? {
        advertisers.reduce(nil) { Duration.earlier($0, $1.due) }
    }

    /// Starts a scan, or changes a running one.
    mutating func startScan(_ scan: Scan, at now: Duration) {
        if self.scan == nil {
            for advertiser in advertisers { advertiser.beginSchedule(at: now) }
        }
        self.scan = scan
    }

    mutating func stopScan() {
        scan = nil
        for advertiser in advertisers { advertiser.endSchedule() }
    }

    /// Sends all adverts that are due, in order of time.
    func advance(to now: Duration, hear: (RecordedAdvert) -> Void) {
        while let scan, let next = advertisers.lazy.filter({ $0.due != nil }).min(by: VirtualAir.isEarlier),
            let due = next.due, due <= now
        {
            next.scheduleNext()
            if next.isOn, scan.hears(at: due) { send(next, at: due, scan: scan, hear: hear) }
        }
    }

    private static func isEarlier(_ left: Advertiser, _ right: Advertiser) -> Bool {
        guard let left = left.due, let right = right.due else { return false }
        return left < right
    }

    private func send(_ advertiser: Advertiser, at due: Duration, scan: Scan, hear: (RecordedAdvert) -> Void) {
        /// - Returns: Whether the packet was heard.
        func arrive(_ pdu: AdvertisingPDUType, _ data: [UInt8]) -> Bool {
            guard let rssiDBm = advertiser.rssi(signal, at: due) else { return false }
            hear(
                RecordedAdvert(
                    timeSeconds: due / .seconds(1), address: advertiser.address(at: due),
                    addressType: advertiser.addressType, pdu: pdu, rssiDBm: rssiDBm, channel: scan.channel(at: due),
                    data: data))
            return true
        }
        let isScannable = advertiser.pdu == .connectable || advertiser.pdu == .scannable
        // A scanner that did not hear the advert does not ask for a scan response.
        if arrive(advertiser.pdu, advertiser.eventData), scan.isActive, isScannable, !advertiser.scanResponse.isEmpty {
            _ = arrive(.scanResponse, advertiser.scanResponse)
        }
    }
}
