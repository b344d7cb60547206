import Advertising

/// What a FlockFinder says of the devices around it: a notification of its detection or its stream characteristic, or a line that
/// the classic firmware prints.
package enum FlockFinderNotification: Sendable, Hashable {
    /// Bytes of a notification or a line that are looked at. Source: a value of ATT is at most 512 bytes long; lines of the
    /// classic firmware are longer.
    package static let lengthLimit = 2_048

    /// One of its own patterns matched.
    case detection(FlockFinderSighting)
    /// It heard a device.
    case sighting(FlockFinderSighting)
    case status(String)
    /// It listens to this Wi-Fi channel now.
    case channel(Int)
}

/// A device that a FlockFinder heard.
package struct FlockFinderSighting: Sendable, Hashable {
    package var radio: DetectionRadio
    /// Whether it could be the other one: the device does not say it, and nothing it says tells it.
    package var isRadioAssumed = false
    /// That of the pattern that matched; nil where the device does not say it.
    package var deviceType: String?
    /// Nil where it does not say, as for an SSID that matched.
    package var address: BluetoothAddress?
    /// SSID over Wi-Fi, name over Bluetooth; nil where there is none, or it is hidden.
    package var text: String?
    package var services: [BluetoothUUID]
    /// dBm.
    package var rssiDBm: Int?
    package var channel: Int?
    /// Percent; nil where it does not say.
    package var confidence: Int?
    /// As the device calls it; nil where it does not say.
    package var method: String?
    /// Whether one of its patterns matched.
    package var isMatch: Bool
    /// Whether one may have, though it does not say so: firmware without a config leaves it out of its stream.
    package var mayMatch = false
    package var position: DetectionPosition?

    package init(
        radio: DetectionRadio, address: BluetoothAddress? = nil, text: String? = nil, services: [BluetoothUUID] = [],
        rssiDBm: Int? = nil, channel: Int? = nil, confidence: Int? = nil, method: String? = nil, isMatch: Bool = true,
        position: DetectionPosition? = nil
    ) {
        self.radio = radio
        self.address = address
        self.text = text
        self.services = services
        self.rssiDBm = rssiDBm
        self.channel = channel
        self.confidence = confidence
        self.method = method
        self.isMatch = isMatch
        self.position = position
    }
}

/// Where a device was heard.
package struct DetectionPosition: Sendable, Hashable {
    /// Degrees north, -90...90.
    package var latitude: Double
    /// Degrees east, -180...180.
    package var longitude: Double
    /// Metres; nil where it is not known.
    package var accuracyM: Double?

    /// Nil for what is no place on Earth.
    package init?(latitude: Double, longitude: Double, accuracyM: Double? = nil) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.accuracyM = accuracyM.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }
}

/// Why bytes are nothing that a FlockFinder says.
package enum NotificationFault: Error, Sendable, Hashable {
    case tooLong(bytes: Int)
    /// It begins as an object and does not end as one: the device cut it, or the MTU did.
    case cutOff(bytes: Int)
    /// Log text, for one.
    case notAnObject
    /// An object, and none that is known.
    case unknown
}
