import Advertising

/// A device that sends adverts.
///
/// What it sends may be changed at any time; the next advertising event carries it.
package final class Advertiser {
    /// Added to every interval, at random, so that two devices do not collide for ever.
    ///
    /// Source: Core Specification, Vol 6, Part B, 4.4.2.2.1.
    private static let largestDelay = Duration.milliseconds(10)

    /// For people; what it advertises may bear another.
    package let name: String
    /// The AD structures, well formed or not.
    package var data: [UInt8]
    /// What takes the place of ``data`` but for each so-manieth advertising event; nil = nothing does.
    package var between: (data: [UInt8], every: Int)?
    /// What an active scanner gets on asking; nothing when empty.
    package var scanResponse: [UInt8]
    /// What its adverts are: connectable or not, scannable or not.
    package var pdu: AdvertisingPDUType
    /// Time between two advertising events, before the random delay.
    package var interval: Duration
    /// Received power at one metre.
    package var powerAt1mDBm: Int8
    /// From the dongle, where it has no path.
    package var distanceM: Double
    /// How it moves; nil = it stays at ``distanceM``.
    package var path: DistancePath?
    /// Whether it sends at all.
    package var isOn = true

    /// Whether its addresses are public or random.
    package let addressType: AddressType
    private var address: BluetoothAddress
    private let rotation: Duration?
    private let rotationSeed: UInt64
    private var random: SplitMix64
    /// Advertising events so far.
    private var events = 0
    /// When it sends next; nil until a scan has asked for it.
    private(set) var due: Duration?

    /// - Parameters:
    ///   - rotation: How long a random address is kept; nil = for ever. `address` then only seeds the addresses.
    ///   - random: Its own generator, for delays, noise and addresses.
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

    /// Whether a central could connect to what it sends.
    var isConnectable: Bool { pdu == .connectable || pdu == .directed }

    /// The address it uses at a time.
    package func address(at now: Duration) -> BluetoothAddress {
        guard let rotation else { return address }
        let period = UInt64(max(0, now.microseconds / max(1, rotation.microseconds)))
        var addresses = SplitMix64(seed: rotationSeed, index: period)
        // The two highest bits 01 mark a resolvable private address.
        return BluetoothAddress(addresses.next() & 0x3FFF_FFFF_FFFF | 0x4000_0000_0000)
    }

    /// Takes another address, of the same type. Where it rotates, its addresses stay what they were.
    func move(to address: BluetoothAddress) {
        self.address = address
    }

    /// Begins anywhere within its interval, as a device does that was there before the scan.
    func beginSchedule(at now: Duration) {
        due = now + .microseconds(Int64.random(in: 0...interval.microseconds, using: &random))
    }

    func endSchedule() {
        due = nil
    }

    /// What the advertising event holds that ``scheduleNext()`` has moved on from.
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

    /// How long a central that starts listening now waits for a packet.
    func timeToNextEvent() -> Duration {
        .microseconds(Int64.random(in: 0...(interval + Advertiser.largestDelay).microseconds, using: &random))
    }

    /// How strong a packet sent now arrives, in dBm; nil where it is too weak to be heard.
    func rssi(_ model: SignalModel, at now: Duration) -> Int8? {
        model.rssi(powerAt1mDBm: powerAt1mDBm, distanceM: path?.distanceM(at: now) ?? distanceM, random: &random)
    }
}
