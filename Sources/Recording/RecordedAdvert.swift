import Advertising

/// One advert as a receiver heard it.
package struct RecordedAdvert: Sendable, Hashable {
    /// When it was heard: seconds since 1970, or since the recording began where its recorder knew no date.
    ///
    /// Finite and not negative. Kept as the file's number, so that a recording is written back as it was read.
    package let timeSeconds: Double
    /// Who sent it.
    package let address: BluetoothAddress
    /// Whether that address is public or random.
    package let addressType: AddressType
    /// The kind of packet it came in.
    package let pdu: AdvertisingPDUType
    /// Received power, in dBm; 127 where the receiver did not measure it.
    package let rssiDBm: Int8
    /// Link-layer channel index, 0...39, 37 and up being the primary advertising channels. Nil where it is not known.
    package let channel: UInt8?
    /// The AD structures, well formed or not.
    package let data: [UInt8]

    /// - Parameters:
    ///   - timeSeconds: A value below zero, or not finite, becomes zero.
    ///   - channel: A value above 39 becomes nil.
    package init(
        timeSeconds: Double, address: BluetoothAddress, addressType: AddressType, pdu: AdvertisingPDUType,
        rssiDBm: Int8, channel: UInt8?, data: [UInt8]
    ) {
        self.timeSeconds = timeSeconds.isFinite && timeSeconds > 0 ? timeSeconds : 0
        self.address = address
        self.addressType = addressType
        self.pdu = pdu
        self.rssiDBm = rssiDBm
        self.channel = channel.flatMap { $0 <= 39 ? $0 : nil }
        self.data = data
    }
}
