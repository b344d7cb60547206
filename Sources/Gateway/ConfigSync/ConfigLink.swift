import Advertising
import Crypto
import FlockFinder
import GatewayModel
import LineFormats

/// Access to the config of one device.
protocol ConfigLink: Sendable {
    var identity: ConfigIdentity { get async }

    /// Reads the config that the device holds now.
    ///
    /// - Parameter known: Texts that the device may hold. A reading that is one of them with a part
    ///   missing was not received whole.
    /// - Throws: ``ConfigError/silent(limit:)``, ``ConfigError/cut(mtu:arrived:)``,
    ///   ``ConfigError/unreadable(_:lost:)``, ``ConfigError/unsteady(readings:)``,
    ///   ``ConfigError/newerVersion(_:)``, `LinkError`, ``GatewayError``.
    func read(known: [[UInt8]]) async throws -> HeldConfig

    /// Sends a config. A return without error does not mean that the device has applied it.
    ///
    /// - Parameters:
    ///   - mayGather: Whether the device may still hold the beginning of a text whose end never came.
    ///   - progress: Called with the number of bytes that have arrived.
    func write(
        _ text: [UInt8], in place: HeldConfig, profile: DeviceProfile, mayGather: Bool,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> ConfigWriting

    /// Sends a text that the device once held. If the device can return to it in another way, so that
    /// it is also as saved as it was, it does.
    ///
    /// - Parameters: As those of ``write(_:in:profile:mayGather:progress:)``.
    func putBack(
        _ text: [UInt8], in place: HeldConfig, profile: DeviceProfile, mayGather: Bool,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> ConfigWriting

    /// Makes the device save its config, so that it survives a restart.
    func save() async throws -> ConfigSaving

    /// Resets the device to its factory config, and makes it save that.
    func reset() async throws -> [DeviceReply]

    /// Waits until the device has restarted and can be reached again.
    ///
    /// - Parameter streams: Whether the device scans for anything, so that its stream is not empty.
    /// - Throws: ``ConfigError/notRestarted(limit:)``.
    func awaitRestart(limit: Duration, streams: Bool) async throws

    /// Measures until every interval was seen or the time limit is reached.
    ///
    /// - Throws: ``ConfigError/brokenOff(attempts:)`` if the connection ended before that.
    func measure(_ timing: StreamTiming, limit: Duration) async throws -> StreamTiming

    func close() async
}

/// Device that a link leads to.
struct ConfigIdentity: Sendable, Hashable {
    /// `ble:aa:bb:cc:dd:ee:ff`, or `dongle:` and the dongle's id.
    var device: String
    var name: String?
    var addressType: AddressType?
    /// Id of the dongle.
    var dongle: String
    var isSimulated: Bool
    /// ATT MTU; nil for a dongle.
    var mtu: Int?
    /// Longest text that the device takes, in bytes, if it reports that.
    var largestText: Int?
}

/// A config as read from a device.
struct HeldConfig: Sendable, Hashable {
    /// Text exactly as received.
    var text: [UInt8]
    var reading: ConfigReading
    /// Text that the device itself stores, where that is not ``text``: empty on a device that never
    /// received a config.
    var kept: [UInt8]?
    /// Notifications that were lost before the config was received whole.
    var lost = 0
    /// Readings that differed from the one before.
    var differing = 0
    /// Number of times that the config was requested.
    var reads = 1
    /// Whether the device will start with this config, if it can tell.
    var isSaved: Bool?
    /// Whether this is the device's factory config, if it can tell.
    var isFactory: Bool?
    /// The dongle's flash; nil for another device.
    var flash: ConfigFlash?

    var config: DeviceConfig { reading.config }

    /// SHA-256 of the device's bytes, in hexadecimal.
    var sha256: String { Hexadecimal.text(Array(SHA256.hash(data: kept ?? text))) }
}

/// Cost of sending a config, and the device's replies.
struct ConfigWriting: Sendable, Hashable {
    var replies: [DeviceReply] = []
    var writes = 0
    var attempts = 0
}

/// A device's replies to the request to save its config.
struct ConfigSaving: Sendable, Hashable {
    var replies: [DeviceReply] = []
    /// Whether the saved config was seen in the device's flash.
    var isInFlash = false
}
