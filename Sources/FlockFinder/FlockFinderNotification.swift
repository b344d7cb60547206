import Advertising

/// Report of a FlockFinder about the devices around it: a notification of its detection or stream
/// characteristic, or a line that the classic firmware prints.
package enum FlockFinderNotification: Sendable, Hashable {
    /// Longest notification or line that is read, in bytes. Source: an ATT value has at most 512
    /// bytes; lines of the classic firmware are longer.
    package static let lengthLimit = 2_048

    /// A device matched one of the FlockFinder's own patterns.
    case detection(FlockFinderSighting)
    /// The FlockFinder heard a device.
    case sighting(FlockFinderSighting)
    case status(String)
    /// The FlockFinder now listens to this Wi-Fi channel.
    case channel(Int)
}

/// A device that a FlockFinder heard.
package struct FlockFinderSighting: Sendable, Hashable {
    package var radio: DetectionRadio
    /// Whether the radio is a guess: neither the report nor anything in it determines it.
    package var isRadioAssumed = false
    /// Type of the pattern that matched; nil if not reported.
    package var deviceType: String?
    /// Nil if not reported, as for an SSID that matched.
    package var address: BluetoothAddress?
    /// SSID over Wi-Fi, name over Bluetooth; nil if there is none, or it is hidden.
    package var text: String?
    package var services: [BluetoothUUID]
    /// Signal, in dBm.
    package var rssiDBm: Int?
    package var channel: Int?
    /// Percent; nil if not reported.
    package var confidence: Int?
    /// Method in the FlockFinder's own words; nil if not reported.
    package var method: String?
    /// Whether one of the FlockFinder's patterns matched.
    package var isMatch: Bool
    /// Whether a pattern may have matched though the report does not say so: firmware without a
    /// config does not state it in its stream.
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

/// Position where a device was heard.
package struct DetectionPosition: Sendable, Hashable {
    /// Degrees north, -90...90.
    package var latitude: Double
    /// Degrees east, -180...180.
    package var longitude: Double
    /// Metres; nil if unknown.
    package var accuracyM: Double?

    /// Nil if the coordinates are out of range.
    package init?(latitude: Double, longitude: Double, accuracyM: Double? = nil) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = latitude
        self.longitude = longitude
        self.accuracyM = accuracyM.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    }
}

/// Reason why bytes are not a report of a FlockFinder.
package enum NotificationFault: Error, Sendable, Hashable {
    case tooLong(bytes: Int)
    /// The bytes begin as an object but do not end as one: the device or the MTU cut them.
    case cutOff(bytes: Int)
    /// Not an object: log text, for example.
    case notAnObject
    /// An object of an unknown form.
    case unknown
}
