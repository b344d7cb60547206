import Randomness
import Advertising

/// A device that sends adverts.
///
/// The data may be changed at any time. The next advertising event sends the new data.
package final class Advertiser {
    /// Largest random delay, which is added to every interval so that two devices do not collide
    /// forever.
    ///
    /// Source: Core Specification, Vol 6, Part B, 4.4.2.2.1.
    private static let largestDelay = Duration.milliseconds(10)

    /// Human-readable name. The advertised name may differ.
    package let name: String
    /// The AD structures, well-formed or not.
    package var data: [UInt8]
    /// Data that replaces ``data`` except in every n-th advertising event, n being `every`; nil =
    /// none.
    package var between: (data: [UInt8], every: Int)?
    /// Data for an active scanner that asks for it; empty = no scan response.
    package var scanResponse: [UInt8]
    /// Type of its adverts: connectable or not, scannable or not.
    package var pdu: AdvertisingPDUType
    /// Time between two advertising events, before the random delay.
    package var interval: Duration
    /// Received power at one metre.
    package var powerAt1mDBm: Int8
    /// Distance from the dongle, if it has no path.
    package var distanceM: Double
    /// Its movement; nil = it stays at ``distanceM``.
    package var path: DistancePath?
    /// Whether it sends adverts.
    package var isOn = true

    /// Whether its addresses are public or random.
    package let addressType: AddressType
    private var address: BluetoothAddress
    private let rotation: Duration?
    private let rotationSeed: UInt64
    private var random: SplitMix64
    /// Number of advertising events so far.
    private var events = 0
    /// Time of the next advertising event; nil while no scan runs.
    private(set) var due: Duration?

    /// - Parameters:
    ///   - rotation: Time for which a random address is kept; nil = forever. With a rotation,
    ///     `address` is only the seed for the addresses.
    ///   - random: Generator used only by this advertiser, for delays, noise and addresses.
    package init(
        name: String, address: BluetoothAddress, addressType: AddressType, rotation: Duration? = nil,
        pdu: AdvertisingPDUType, interval: Duration, powerAt1mDBm: Int8 = -59, distanceM: Double = 1,
        path: DistancePath? = nil, data: [UInt8], scanResponse: [UInt8] = [], random: SplitMix64
    ) {
        self.name = name
        self.address = address
        self.addressType = addressType
        self.rotation = rotation
        self.pdu = pdu
        self.interval = interval
        self.powerAt1mDBm = powerAt1mDBm
        self.distanceM = distanceM
        self.path = path
        self.data = data
        self.scanResponse = scanResponse
        self.random = random
        rotationSeed = self.random.next() ^ address.value
    }

    /// Whether a central can connect in response to its adverts.
    var isConnectable: Bool { pdu == .connectable || pdu == .directed }

    /// Returns the address in use at a time.
    package func address(at now: Duration) -> BluetoothAddress {
        guard let rotation else { return address }
        let period = UInt64(max(0, now.microseconds / max(1, rotation.microseconds)))
        var addresses = SplitMix64(seed: rotationSeed, index: period)
        // The two highest bits 01 mark a resolvable private address.
        return BluetoothAddress(addresses.next() & 0x3FFF_FFFF_FFFF | 0x4000_0000_0000)
    }

    /// Changes the address to another one of the same type. If the address rotates, this changes
    /// nothing.
    func move(to address: BluetoothAddress) {
        self.address = address
    }

    /// Starts at a random point within the interval, like a device that was there before the scan.
    func beginSchedule(at now: Duration) {
        due = now + .microseconds(Int64.random(in: 0...interval.microseconds, using: &random))
    }

    func endSchedule() {
        due = nil
    }

    /// Data of the current advertising event, which ``scheduleNext()`` has just counted.
    var eventData: [UInt8] {
        guard let between, !events.isMultiple(of: between.every) else { return data }
        return between.data
    }

    /// Moves on to the next advertising event.
    func scheduleNext() {
        events &+= 1
        let delay = Int64.random(in: 0...Advertiser.largestDelay.microseconds, using: &random)
        due = due.map { $0 + interval + .microseconds(delay) }
    }

    /// Returns the time that a central waits for a packet if it starts listening now.
    func timeToNextEvent() -> Duration {
        .microseconds(Int64.random(in: 0...(interval + Advertiser.largestDelay).microseconds, using: &random))
    }

    /// Returns the signal of a packet sent now, in dBm; nil if it is too weak to be heard.
    func rssi(_ model: SignalModel, at now: Duration) -> Int8? {
        model.rssi(powerAt1mDBm: powerAt1mDBm, distanceM: path?.distanceM(at: now) ?? distanceM, random: &random)
    }
}
