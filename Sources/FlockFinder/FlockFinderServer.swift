import Advertising

/// GATT server of a FlockFinder. Source: the firmware. Its UUIDs are those of a widespread example,
/// so that a FlockFinder is recognised only by three characteristics together and its name.
package enum FlockFinderServer {
    package static let service = BluetoothUUID(0x4fafc201_1fb5_459e_8fcc_c5c9c331914b)
    /// Read, notify: one JSON object per detection.
    package static let detection = BluetoothUUID(0xbeb5483e_36e1_4688_b7f5_ea07361b26a8)
    /// Write with response: commands.
    package static let command = BluetoothUUID(0xbeb5483e_36e1_4688_b7f5_ea07361b26a9)
    /// Read, notify: the devices it hears, while streaming.
    package static let stream = BluetoothUUID(0xbeb5483e_36e1_4688_b7f5_ea07361b26aa)
    /// Read, write, notify: configs and replies.
    package static let config = BluetoothUUID(0xbeb5483e_36e1_4688_b7f5_ea07361b26ab)
    /// Name in the advertisement.
    package static let name = "FlockFinder-S3"
    /// Characteristics that every firmware has; firmware without a config has no others.
    package static let listening = [detection, command, stream]
}
