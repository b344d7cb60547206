import JSONLines

extension JSONWriter {
    /// Writes what ``DetectionDescription`` reads.
    package mutating func fields(_ detection: DetectionDescription) {
        field("key", detection.key)
        field("radio", detection.radio)
        field("address", detection.address)
        field("name", detection.name)
        array("device_types") { for type in detection.deviceTypes { $0.element(type) } }
        array("type_confidences") { for confidence in detection.typeConfidences { $0.element(confidence) } }
        array("methods") { for method in detection.methods { $0.element(method) } }
        field("confidence", detection.confidence)
        field("tier", detection.tier)
        field("first_seen", plain: { $0.append(detection.firstSeen) })
        field("last_seen", plain: { $0.append(detection.lastSeen) })
        field("count", detection.count)
        if let rssi = detection.rssi { field("rssi", rssi) }
        if let rssi = detection.bestRSSI { field("best_rssi", rssi) }
        if let channel = detection.channel { field("channel", channel) }
        array("sources") { for source in detection.sources { $0.element(source) } }
        if let place = detection.position {
            object("position") {
                $0.field("latitude", place.latitude, decimals: 7)
                $0.field("longitude", place.longitude, decimals: 7)
                if let accuracy = place.accuracy { $0.field("accuracy", thousandths: accuracy) }
            }
        }
        field("muted", detection.muted)
        if let simulated = detection.simulated { field("simulated", simulated) }
    }
}
