import Advertising
import FlockFinder
import LineFormats

/// Reports of a FlockFinder, or of a dongle that matches by itself, about the devices around it.
extension DetectionService {
    /// Device type of a match whose pattern only the reporter knows.
    static let unknownType = DetectedType.unknownName
    /// Takes a report. This gateway's patterns decide first; if none matches, the reporter's own
    /// verdict counts.
    ///
    /// - Parameter isRepeat: Whether the same sighting was counted before.
    /// - Returns: Whether the report was a detection.
    @discardableResult
    func hear(
        _ report: FlockFinderSighting, from source: String, isSimulated: Bool, isRepeat: Bool = false
    ) -> Bool {
        var report = report
        if report.radio == .wifi { report.text = report.text?.cut(toBytes: Pattern.ssidLimit) }
        let own = ownVerdict(report)
        guard let verdict = own ?? (report.isMatch ? report.verdict : nil) else { return false }
        let key: DetectionKey
        if let address = report.address {
            key = .address(address, report.radio)
        } else if report.radio == .wifi, let ssid = report.text {
            key = .ssid(ssid)
        } else {
            return false
        }
        var sighting = DetectionSighting(
            key: key, name: report.text, verdict: verdict, rssiDBm: report.rssiDBm, channel: report.channel,
            source: source, position: report.position, isSimulated: isSimulated)
        sighting.isRepeat = isRepeat
        take(
            sighting, at: timeOfDay().microsecondsSince1970)
        return true
    }

    func ownVerdict(_ report: FlockFinderSighting) -> DetectionVerdict? {
        switch report.radio {
        case .wifi: verdict(report.address, ssid: Array((report.text ?? "").utf8))
        case .bluetooth: report.address.flatMap { verdict($0, advert: report.advert) }
        }
    }
}

extension String {
    /// Returns the text shortened by whole characters to at most `limit` bytes.
    fileprivate func cut(toBytes limit: Int) -> String {
        var text = self
        while text.utf8.count > limit { text.unicodeScalars.removeLast() }
        return text
    }
}

extension FlockFinderSighting {
    /// The sighting's name and services as AD structures.
    fileprivate var advert: [UInt8] {
        var bytes: [UInt8] = []
        let name = (text ?? "").utf8.prefix(Pattern.nameLimit)
        if !name.isEmpty { bytes += [UInt8(name.count + 1), ADType.completeLocalName.rawValue] + name }
        // As many as an advert can hold.
        for uuid in services.prefix(16) {
            let value = (0..<16).map { UInt8(truncatingIfNeeded: uuid.value >> UInt128($0 * 8)) }
            bytes += [17, ADType.completeUUIDs128.rawValue] + value
        }
        return bytes
    }

    /// The reporter's own verdict. If it names no method, the method follows from its confidence,
    /// because the firmware assigns each method a fixed one.
    fileprivate var verdict: DetectionVerdict {
        let method = method.flatMap(DetectionMethod.init) ?? assumedMethod
        return DetectionVerdict(
            methods: [method],
            types: [
                DetectedType(
                    deviceType ?? DetectionService.unknownType, confidence: confidence ?? method.confidence)
            ])
    }

    private var assumedMethod: DetectionMethod {
        switch radio {
        case .wifi: address == nil || confidence == DetectionMethod.ssid.confidence ? .ssid : .wifiMAC
        case .bluetooth:
            switch confidence {
            case DetectionMethod.bleUUID.confidence: .bleUUID
            case DetectionMethod.bleName.confidence: .bleName
            default: .bleMAC
            }
        }
    }
}
