import Advertising
import Concurrency
import DongleLink
import DongleProtocol
import FlockFinder
import LineFormats
import Logging
import NIOConcurrencyHelpers

/// Input from dongles other than adverts: Wi-Fi sightings, and detections by dongles that match by
/// themselves.
extension DetectionService {
    private static let wifiRetry = (shortest: Duration.seconds(1), longest: Duration.seconds(60))

    /// Link to a dongle that can scan Wi-Fi.
    final class WifiLink: Sendable {
        /// Id of the dongle.
        let dongle: String
        /// Woken when the scan may have to be started or stopped.
        let changed = Signal()

        init(dongle: String) { self.dongle = dongle }
    }

    /// Whether Wi-Fi should be scanned.
    var wantsWifi: Bool { isWanted && rules.matcher.hasWifiPatterns }

    /// Follows a link until it is closed.
    func serve(_ link: OpenLink) async {
        let hasWifi = link.hello.features.contains(.wifiScan)
        guard hasWifi || link.hello.features.contains(.detection) else { return }
        let events = await link.dongle.events()
        nextWifiLink += 1
        let (key, wifi) = (nextWifiLink, WifiLink(dongle: link.id))
        if hasWifi { wifiLinks[key] = wifi }
        defer { wifiLinks[key] = nil }
        let sessions = SessionCounter()
        await withTaskGroup(of: Void.self) { group in
            if hasWifi {
                group.addTask { await self.followWifi(link) }
                group.addTask { await self.keepWifi(link.dongle, wifi, sessions) }
            }
            for await event in events {
                switch event {
                case .detection(let detection):
                    guard takesReports else { continue }
                    // If loading fails, the stored rows are merged with the new ones later.
                    if !isLoaded { try? await load() }
                    hear(detection, from: link.id, isSimulated: link.isSimulated)
                case .restored:
                    sessions.next()
                    wifi.changed.wake()
                default: continue
                }
            }
            group.cancelAll()
        }
    }

    /// Starts and stops the Wi-Fi scan as needed.
    private func keepWifi(_ dongle: Dongle, _ wifi: WifiLink, _ sessions: SessionCounter) async {
        /// Session in which the scan was started; nil: it does not run.
        var running: Int?
        var backOff = BackOff(shortest: Self.wifiRetry.shortest)
        while !Task.isCancelled {
            let session = sessions.number
            let isRunning = running == session
            guard wantsWifi != isRunning else {
                await wifi.changed.wait()
                continue
            }
            do {
                if isRunning {
                    try await dongle.stopWifiScan()
                    running = nil
                } else {
                    try await dongle.startWifiScan()
                    running = session
                }
                backOff.reset()
            } catch {
                guard !Task.isCancelled else { return }
                logger.warning("The Wi-Fi scan cannot be started or stopped: \(configuration.describe(error).message)")
                await wifi.changed.wait(
                    until: clock.now() + backOff.wait(atMost: Self.wifiRetry.longest), clock)
            }
        }
    }

    private func followWifi(_ link: OpenLink) async {
        var next: UInt32?
        for await batch in await link.dongle.wifiBatches() {
            let gap = Int32(bitPattern: batch.firstNumber &- (next ?? batch.firstNumber))
            // Numbers restart with each session.
            if gap > 0 { wifiLost += UInt64(gap) }
            next = batch.firstNumber &+ UInt32(batch.sightings.count)
            hear(batch, from: link.id, isSimulated: link.isSimulated)
        }
    }

    func hear(_ batch: WifiBatch, from dongle: String, isSimulated: Bool) {
        guard wantsWifi else { return }
        let now = timeOfDay().microsecondsSince1970
        for sighting in batch.sightings {
            let address = BluetoothAddress(sighting.address.rawValue)
            let ssid = Array(sighting.ssid.prefix(Pattern.ssidLimit))
            guard let verdict = verdict(address, ssid: ssid) else { continue }
            take(
                DetectionSighting(
                    key: .address(address, .wifi),
                    name: ssid.isEmpty ? nil : String(decoding: ssid, as: UTF8.self),
                    verdict: verdict, rssiDBm: sighting.rssiDBm == 127 ? nil : Int(sighting.rssiDBm),
                    channel: Int(sighting.channel), source: dongle, isSimulated: isSimulated), at: now)
        }
    }

    /// Takes a detection that a dongle made by its own config.
    func hear(_ detection: Detection, from dongle: String, isSimulated: Bool) {
        guard takesReports else { return }
        let address = detection.address.rawValue == 0 ? nil : BluetoothAddress(detection.address.rawValue)
        let channel = detection.channel == 255 ? nil : Int(detection.channel)
        // Wi-Fi has channels 1...14; advertising channels are 37...39.
        let isWifi =
            detection.matched == .ssid || (detection.matched == .macPrefix && (1...14).contains(channel ?? 0))
        var sighting = FlockFinderSighting(
            radio: isWifi ? .wifi : .bluetooth, address: address, text: detection.text.isEmpty ? nil : detection.text,
            rssiDBm: detection.rssiDBm == 127 ? nil : Int(detection.rssiDBm), channel: channel,
            confidence: Int(min(detection.confidence, 100)))
        sighting.method = DetectionMethod(detection.matched, over: sighting.radio)?.rawValue
        let hearsWifi = wifiLinks.values.contains { $0.dongle == dongle }
        let isCompared = isWifi ? wantsWifi && hearsWifi : subscription != nil
        var isRepeat = false
        if isCompared, ownVerdict(sighting) != nil {
            // The sighting itself arrives separately, with its address, and is compared here.
            guard let address else { return }
            isRepeat = book[.address(address, sighting.radio)]?.sources.contains(dongle) == true
        }
        hear(sighting, from: dongle, isSimulated: isSimulated, isRepeat: isRepeat)
    }

    /// Whether detections by dongles themselves are used.
    private var takesReports: Bool { (configuration.isDaemon && configuration.detects) || !readers.isEmpty }
}

/// Number of the link's session, by which a scan from an earlier session is known to have ended.
private final class SessionCounter: Sendable {
    private let count = NIOLockedValueBox(0)

    var number: Int { count.withLockedValue { $0 } }
    func next() { count.withLockedValue { $0 += 1 } }
}

extension DetectionMethod {
    fileprivate init?(_ kind: MatchedPatternKind, over radio: DetectionRadio) {
        switch kind {
        case .ssid: self = .ssid
        case .macPrefix: self = radio == .wifi ? .wifiMAC : .bleMAC
        case .bleName: self = .bleName
        case .bleServiceUUID: self = .bleUUID
        default: return nil
        }
    }
}
