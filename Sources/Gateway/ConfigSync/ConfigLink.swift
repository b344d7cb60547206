import Advertising
import FlockFinder

/// A way to the config of one device.
protocol ConfigLink: Sendable {
    var identity: ConfigIdentity { get async }

    /// The config that the device holds now.
    ///
    /// - Parameter known: Texts that it may hold: what is one of them but for a part was not told whole.
    /// - Throws: ``ConfigError/silent(limit:)``, ``ConfigError/cut(mtu:arrived:)``, ``ConfigError/unreadable(_:lost:)``,
    ///   ``ConfigError/unsteady(readings:)``, ``ConfigError/newerVersion(_:)``, `LinkError`, ``GatewayError``.
    func read(known: [[UInt8]]) async throws -> HeldConfig

    /// Sends a config. That it returns says nothing of whether the device has applied it.
    ///
    /// - Parameters:
    ///   - mayGather: Whether the device may still gather a text whose end never came.
    ///   - progress: Called with the bytes that have arrived.
    func write(
        _ text: [UInt8], in place: HeldConfig, profile: DeviceProfile, mayGather: Bool,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> ConfigWriting

    /// Has the device keep what it holds over a restart.
    func save() async throws -> ConfigSaving

    /// Has the device go back to what it had from the factory, and keep that.
    func reset() async throws -> [DeviceReply]

    /// Waits until the device has restarted, and is there again.
    ///
    /// - Parameter streams: Whether it scans for anything, so that its stream has something to tell.
    /// - Throws: ``ConfigError/notRestarted(limit:)``.
    func awaitRestart(limit: Duration, streams: Bool) async throws

    /// Measures until everything is seen or the time is over.
    ///
    /// - Throws: ``ConfigError/brokenOff(attempts:)`` where the connection ended before that.
    func measure(_ timing: StreamTiming, limit: Duration) async throws -> StreamTiming

    func close() async
}

/// Which device a link leads to.
struct ConfigIdentity: Sendable, Hashable {
    /// `ble:aa:bb:cc:dd:ee:ff`, or `dongle:` and its id.
    var device: String
    var name: String?
    var addressType: AddressType?
    /// Id of the dongle.
    var dongle: String
    var isSimulated: Bool
    /// ATT MTU; nil for a dongle.
    var mtu: Int?
    /// The longest text it takes, where it says so, bytes.
    var largestText: Int?
}

/// A config as a device told it.
struct HeldConfig: Sendable, Hashable {
    /// Word by word.
    var text: [UInt8]
    var reading: ConfigReading
    /// What the device itself keeps, where that is not ``text``: one that was never told anything keeps nothing.
    var kept: [UInt8]?
    /// Notifications that were lost before it came whole.
    var lost = 0
    /// Readings that were not as the one before.
    var differing = 0
    /// Times that it was asked for.
    var reads = 1
    /// Whether it is what the next start runs, where the device can tell.
    var isSaved: Bool?

    var config: DeviceConfig { reading.config }
}

/// What sending a config took, and what the device said to it.
struct ConfigWriting: Sendable, Hashable {
    var replies: [DeviceReply] = []
    var writes = 0
    var attempts = 0
}

/// What a device said to being told to keep its config.
struct ConfigSaving: Sendable, Hashable {
    var replies: [DeviceReply] = []
    /// Whether it was seen in its flash.
    var isInFlash = false
}
