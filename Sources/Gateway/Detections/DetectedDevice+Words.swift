import Advertising
import FlockFinder
import GatewayModel
import LineFormats
import Store

extension DetectionDescription {
    init(_ device: DetectedDevice, isMuted: Bool) {
        self.init(
            key: device.key.text, radio: device.key.radio, address: device.key.address,
            name: device.name, deviceTypes: device.deviceTypes, typeConfidences: device.types.map(\.confidence),
            methods: device.methods, confidence: device.confidence, tier: device.tier,
            firstSeen: Timestamp(microsecondsSince1970: device.firstSeen),
            lastSeen: Timestamp(microsecondsSince1970: device.lastSeen), count: device.count, rssi: device.lastRSSI,
            bestRSSI: device.bestRSSI, channel: device.channel, sources: device.sources,
            position: device.position.map {
                DetectionPlace(latitude: $0.latitude, longitude: $0.longitude, accuracy: $0.accuracyM)
            }, muted: isMuted, simulated: device.isSimulated ? true : nil)
    }
}

extension DetectedDevice {
    /// Description of the device in the event log.
    var sentence: String {
        let place = key.address.map { "at \($0)" } ?? "without an address"
        let called = name.map { ", \"\($0)\"" } ?? ""
        let how = methods.map(\.rawValue).joined(separator: ", ")
        let heard = bestRSSI.map { ", \($0) dBm" } ?? ""
        return "\(deviceTypes.first ?? "A device") \(place)\(called), by \(how), \(confidence) %\(heard)."
    }
}

extension DetectionMute {
    /// - Throws: ``DetectionError/notAMute(kind:value:expected:)``.
    init(checked record: DetectionMuteRecord) throws(DetectionError) {
        guard let mute = DetectionMute(kind: record.kind, value: record.value) else {
            let expected =
                switch record.kind {
                case .tier: "high, medium or low"
                case .type: "a device type of 1 to \(Pattern.deviceTypeLimit) bytes"
                case .address: "an address such as aa:bb:cc:dd:ee:ff"
                }
            throw .notAMute(kind: record.kind, value: record.value, expected: expected)
        }
        self = mute
    }
}
