import Advertising
import FlockFinder

/// Reason why the config of a device could not be read, changed or saved.
package enum ConfigError: Error, Sendable, Hashable {
    // MARK: Errors of the order

    /// The device is given neither as `dongle` nor as `ble:` with an address or a name.
    case badDevice(String)
    /// A field has no meaning for this action; nothing was done.
    case pointless(field: String, action: String)
    case badConfig(ConfigFault)
    /// An entry of a config to be pushed is not a valid pattern.
    case badEntry(PatternKind, index: Int, PatternFault)
    case badSetting(String, value: Int?, expected: String)
    case unknownSetting(String)
    case unknownTransfer(Int64)
    case nothingToRestore(device: String)

    // MARK: Errors of finding the device

    /// No device of that name was heard.
    case notHeard(name: String, limit: Duration)
    /// Several devices of that name were heard.
    case severalHeard(name: String, [BluetoothAddress])
    /// The device lacks parts of a FlockFinder's GATT service.
    case notAFlockFinder(missing: [BluetoothUUID])
    /// The device is a FlockFinder whose firmware has no config to read or write.
    case hasNoConfig
    /// The dongle has no store for configs.
    case noConfigStore(dongle: String)
    /// A dongle has no stream by which its intervals could be measured. Nothing was sent.
    case noStream
    /// Another order is using this device.
    case underWay(device: String)

    // MARK: Errors of reading

    /// The device was asked for its config and did not answer.
    case silent(limit: Duration)
    /// The device's notifications end at the ATT MTU, and the received text is not a config.
    ///
    /// - Parameter action: Action that was intended; nil: only reading.
    case cut(mtu: Int, arrived: Int, action: String? = nil)
    /// The received text is not a config, though the link knows of no cut or lost part.
    case unreadable(ConfigFault, lost: Int)
    /// The device was read this many times, and no two readings in a row were the same.
    case unsteady(readings: Int)
    /// The device's config has a version that this program does not know. Nothing was sent.
    case newerVersion(Int)

    // MARK: Errors of changing

    /// The config exceeds what the device takes. Nothing was sent.
    case tooMuch([DeviceProfile.Excess], of: ConfigSurplus)
    /// The change needs the user's consent. Nothing was changed.
    case needsConsent(DestructiveChange)
    /// Both sides changed the same items, and the order does not say which side wins. Everything
    /// else was done, unless this is a dry run.
    case conflicts(Int, isDryRun: Bool)
    /// The device reported with this text that it did not take the config.
    case refused(String)
    /// The device still holds its earlier config, though it refused nothing.
    ///
    /// - Parameter saysTaken: Whether the device reported that it took the config; otherwise it
    ///   reported nothing.
    case ignored(saysTaken: Bool)
    /// The device holds only a part of the config that was sent.
    case partly(differences: Int)
    /// The device holds the config that was sent, but does not scan at these of its intervals.
    case timingDiffers([StreamTiming.Interval])
    /// The device holds the config that was sent, but its stream showed these intervals too rarely
    /// to measure them.
    case timingUnseen([StreamTiming.Interval], limit: Duration, mtu: Int?)
    /// The config that was sent sets no interval, and the device's own intervals cannot be read.
    case timingUnknown
    /// The connection ended in every attempt to send the config.
    case brokenOff(attempts: Int)
    /// The device's config was changed by another client since it was read. Nothing was changed.
    case changedMeanwhile

    // MARK: Errors of saving

    /// The device holds the rest of an interrupted transfer: neither the new config nor the earlier
    /// one. It was not asked to save this.
    case halfWritten(transfer: Int64)
    /// The device holds a made-up config from a test, which this order must not work on.
    case trialLeft(transfer: Int64)
    /// The device did not confirm that it saved its config.
    case notKept(String?)
    /// The device was not seen to restart.
    case notRestarted(limit: Duration)
    /// After its restart the device holds a different config.
    case lostByRestart
}

/// Origin of the entries that exceed what a device takes.
package enum ConfigSurplus: Sendable, Hashable {
    case tables
    case file
    /// The file, together with lists that it does not mention, whose entries the device therefore
    /// keeps.
    case besideFile
    /// The device itself, at least in part: the tables do not have these entries.
    case device
    /// The config that the device already holds, which it cannot save.
    case held
}

/// Change that would remove entries or settings that the user may want to keep.
package enum DestructiveChange: Sendable, Hashable {
    /// A push disables or removes entries of the device that the file does not have, or that were
    /// never part of a config agreed between device and tables.
    case removing([Pattern.Key], isFile: Bool)
    /// A pull disables patterns of the tables.
    case disabling([Pattern.Key])
    /// A reset replaces a config that was read and stored.
    ///
    /// - Parameter isReadable: Whether the factory config can be read back.
    case resetting(isReadable: Bool)
    /// A reset replaces a config that cannot be read.
    ///
    /// - Parameter kept: Time at which the device's stored config was read, in microseconds since
    ///   1970; nil = none is stored.
    case unread(kept: Int64?)
}
