import Advertising

/// One advert as received.
package struct RecordedAdvert: Sendable, Hashable {
    /// Time of reception: seconds since 1970, or since the start of the recording if the recorder
    /// knew no date.
    ///
    /// Finite and not negative. Has the precision of the file, so that a recording is written back
    /// as it was read.
    package let timeSeconds: Double
    /// Address of the sender.
    package let address: BluetoothAddress
    /// Type of the address: public or random.
    package let addressType: AddressType
    /// Type of the packet that carried the advert.
    package let pdu: AdvertisingPDUType
    /// Received signal in dBm; 127 if the receiver did not measure it.
    package let rssiDBm: Int8
    /// Link-layer channel index, 0...39, of which 37...39 are the primary advertising channels. Nil
    /// if unknown.
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
