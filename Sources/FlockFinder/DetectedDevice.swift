import Advertising

/// Key of a detected device: its address and radio, or an SSID where there is no address.
package enum DetectionKey: Sendable, Hashable {
    case address(BluetoothAddress, DetectionRadio)
    case ssid(String)

    /// `ble:aa:bb:cc:dd:ee:ff`, `wifi:aa:bb:cc:dd:ee:ff` or `ssid:TEXT`.
    package var text: String {
        switch self {
        case .address(let address, .bluetooth): "ble:\(address)"
        case .address(let address, .wifi): "wifi:\(address)"
        case .ssid(let ssid): "ssid:\(ssid)"
        }
    }

    /// Reads the format of ``text``; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        switch parts[0] {
        case "ssid": self = .ssid(String(parts[1]))
        case "ble", "wifi":
            guard let address = BluetoothAddress(parts[1]) else { return nil }
            self = .address(address, parts[0] == "ble" ? .bluetooth : .wifi)
        default: return nil
        }
    }

    package var address: BluetoothAddress? { if case .address(let address, _) = self { address } else { nil } }
    package var radio: DetectionRadio { if case .address(_, let radio) = self { radio } else { .wifi } }
}

/// A detected device and what is known about it.
package struct DetectedDevice: Sendable, Hashable {
    /// Most sources that are kept for one device; further ones are ignored.
    package static let sourceLimit = 8

    package let key: DetectionKey
    /// SSID or name that was heard last.
    package var name: String?
    /// Types, highest confidence first; at most ``DetectedType/limit``.
    package var types: [DetectedType]
    /// Methods, in the order of ``DetectionMethod``.
    package var methods: [DetectionMethod]
    /// Microseconds since 1970.
    package var firstSeen: Int64
    package var lastSeen: Int64
    /// Number of sightings that matched.
    package var count: UInt64
    /// Signal of the last sighting that had one, in dBm.
    package var lastRSSI: Int?
    /// Strongest signal, in dBm.
    package var bestRSSI: Int?
    package var channel: Int?
    /// Dongles, by their ids, and FlockFinders, as `ble:ADDRESS`.
    package var sources: [String]
    /// Position where the signal was strongest, among the sightings that have a position.
    package var position: DetectionPosition?
    package var isSimulated: Bool

    package init(
        key: DetectionKey, name: String? = nil, types: [DetectedType], methods: [DetectionMethod], firstSeen: Int64,
        lastSeen: Int64, count: UInt64 = 1, lastRSSI: Int? = nil, bestRSSI: Int? = nil,
        channel: Int? = nil, sources: [String] = [], position: DetectionPosition? = nil, isSimulated: Bool = false
    ) {
        self.key = key
        self.name = name
        self.types = types
        self.methods = methods
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
        self.count = count
        self.lastRSSI = lastRSSI
        self.bestRSSI = bestRSSI
        self.channel = channel
        self.sources = sources
        self.position = position
        self.isSimulated = isSimulated
    }

    package var deviceTypes: [String] { types.map(\.name) }
    /// Confidence in the type that is most certain, in percent.
    package var confidence: Int { types.first?.confidence ?? 0 }
    package var tier: DetectionTier { DetectionTier(confidence: confidence) }
}

/// One sighting of a device that matched a pattern. A NUL in its name is replaced by U+FFFD,
/// because stored names would end at it.
package struct DetectionSighting: Sendable, Hashable {
    package var key: DetectionKey
    package var name: String?
    package var verdict: DetectionVerdict
    package var rssiDBm: Int?
    package var channel: Int?
    /// One of ``DetectedDevice/sources``.
    package var source: String
    package var position: DetectionPosition?
    package var isSimulated: Bool
    /// Whether this sighting was counted before, because the same sighting is reported twice.
    package var isRepeat = false

    package init(
        key: DetectionKey, name: String? = nil, verdict: DetectionVerdict, rssiDBm: Int? = nil, channel: Int? = nil,
        source: String, position: DetectionPosition? = nil, isSimulated: Bool = false
    ) {
        self.key = if case .ssid(let ssid) = key { .ssid(ssid.withoutNUL) } else { key }
        self.name = name?.withoutNUL
        self.verdict = verdict
        self.rssiDBm = rssiDBm
        self.channel = channel
        self.source = source
        self.position = position
        self.isSimulated = isSimulated
    }
}

extension DetectedDevice {
    /// Makes a device from its first sighting.
    init(_ sighting: DetectionSighting, at now: Int64) {
        self.init(
            key: sighting.key, name: sighting.name, types: [], methods: sighting.verdict.methods, firstSeen: now,
            lastSeen: now, lastRSSI: sighting.rssiDBm, bestRSSI: sighting.rssiDBm, channel: sighting.channel,
            sources: [sighting.source], position: sighting.position, isSimulated: sighting.isSimulated)
        types.add(sighting.verdict.types)
    }

    mutating func take(_ sighting: DetectionSighting, at now: Int64) {
        if let name = sighting.name { self.name = name }
        if sighting.verdict.types != types { types.add(sighting.verdict.types) }
        if sighting.verdict.methods != methods { methods = Set(methods + sighting.verdict.methods).sorted() }
        // If the clock was set back, the later time stays.
        lastSeen = max(lastSeen, now)
        if !sighting.isRepeat { count += 1 }
        if let channel = sighting.channel { self.channel = channel }
        if !sources.contains(sighting.source), sources.count < Self.sourceLimit { sources.append(sighting.source) }
        let isBest = (sighting.rssiDBm ?? -128) >= (bestRSSI ?? -128)
        if let position = sighting.position, isBest || self.position == nil { self.position = position }
        if let rssi = sighting.rssiDBm {
            lastRSSI = rssi
            bestRSSI = max(bestRSSI ?? rssi, rssi)
        }
        isSimulated = isSimulated && sighting.isSimulated
    }

    /// Adds what an earlier run recorded about the device.
    mutating func add(_ earlier: DetectedDevice) {
        types.add(earlier.types)
        methods = Set(methods + earlier.methods).sorted()
        sources = Array((earlier.sources + sources).eachOnce.prefix(Self.sourceLimit))
        firstSeen = min(firstSeen, earlier.firstSeen)
        lastSeen = max(lastSeen, earlier.lastSeen)
        let sum = count.addingReportingOverflow(earlier.count)
        count = sum.overflow ? .max : sum.partialValue
        name = name ?? earlier.name
        channel = channel ?? earlier.channel
        lastRSSI = lastRSSI ?? earlier.lastRSSI
        if position == nil || (earlier.position != nil && (earlier.bestRSSI ?? -128) > (bestRSSI ?? -128)) {
            position = earlier.position
        }
        bestRSSI = [bestRSSI, earlier.bestRSSI].compactMap { $0 }.max()
        isSimulated = isSimulated && earlier.isSimulated
    }
}

extension String {
    fileprivate var withoutNUL: String { utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self }
}
