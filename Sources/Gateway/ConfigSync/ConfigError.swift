import Advertising
import FlockFinder

/// Why the config of a device could not be read, changed or kept.
package enum ConfigError: Error, Sendable, Hashable {
    // MARK: Of the order

    /// Neither `ble:` and an address or a name, nor `dongle`.
    case badDevice(String)
    /// A field that means nothing to this action; nothing was done.
    case pointless(field: String, action: String)
    case badConfig(ConfigFault)
    /// An entry of a config that is to be pushed is no pattern.
    case badEntry(PatternKind, index: Int, PatternFault)
    case badSetting(String, value: Int?, expected: String)
    case unknownSetting(String)
    case unknownTransfer(Int64)
    case nothingToRestore(device: String)

    // MARK: Of finding it

    /// Nobody of that name was heard.
    case notHeard(name: String, limit: Duration)
    /// Several of that name were heard.
    case severalHeard(name: String, [BluetoothAddress])
    /// It does not have all of what a FlockFinder has.
    case notAFlockFinder(missing: [BluetoothUUID])
    /// It is one, with a firmware that has no config to read or write.
    case hasNoConfig
    /// The dongle has no store for configs.
    case noConfigStore(dongle: String)
    /// A dongle streams nothing by which its intervals could be measured. Nothing was sent.
    case noStream
    /// Another order is at this device.
    case underWay(device: String)

    // MARK: Of reading

    /// It was asked for its config and said nothing.
    case silent(limit: Duration)
    /// Its notifications end where the ATT MTU ends them, and what arrived is no config.
    ///
    /// - Parameter action: What was to be done; nil: to look.
    case cut(mtu: Int, arrived: Int, action: String? = nil)
    /// What arrived is no config, though nothing was cut or lost, as far as the link knows.
    case unreadable(ConfigFault, lost: Int)
    /// It was asked so often, and never told the same twice in a row.
    case unsteady(readings: Int)
    /// Its config is of a version that this program does not know. Nothing was sent.
    case newerVersion(Int)

    // MARK: Of changing

    /// More than it takes. Nothing was sent.
    case tooMuch([DeviceProfile.Excess], of: ConfigSurplus)
    /// Somebody has to agree first. Nothing was changed.
    case needsConsent(DestructiveChange)
    /// Both sides have changed the same things, and nobody said whose word counts. The rest was done, unless it is a dry run.
    case conflicts(Int, isDryRun: Bool)
    /// It says that it did not take the config, in these words.
    case refused(String)
    /// It holds what it held before, though it refused nothing.
    ///
    /// - Parameter saysTaken: Whether it says that it took the config; otherwise it said nothing.
    case ignored(saysTaken: Bool)
    /// It holds some of what it was to.
    case partly(differences: Int)
    /// It holds what it was to, and does not scan at these intervals of it.
    case timingDiffers([StreamTiming.Interval])
    /// It holds what it was to, and its stream did not tell these intervals often enough.
    case timingUnseen([StreamTiming.Interval], limit: Duration, mtu: Int?)
    /// What was sent sets no interval, and the device's own cannot be read.
    case timingUnknown
    /// The connection ended again and again while the config was sent.
    case brokenOff(attempts: Int)
    /// Somebody else has changed its config since it was read. Nothing was changed.
    case changedMeanwhile

    // MARK: Of keeping

    /// It holds what an interrupted transfer has left: neither what was meant nor what was there before. It was not told to keep it.
    case halfWritten(transfer: Int64)
    /// It holds a made-up config by which it was tested. The order is none for that.
    case trialLeft(transfer: Int64)
    /// It did not say that it keeps what it holds.
    case notKept(String?)
    /// It was not seen to restart.
    case notRestarted(limit: Duration)
    /// After its restart it holds something else.
    case lostByRestart
}

/// Where what is more than a device takes comes from.
package enum ConfigSurplus: Sendable, Hashable {
    case tables
    case file
    /// The file, and lists that it says nothing of, so that the device keeps its own.
    case besideFile
    /// At least in part from the device itself, and the tables do not have it.
    case device
    /// It is what the device holds, which it cannot keep.
    case held
}

/// What an order would take away that somebody may want to keep.
package enum DestructiveChange: Sendable, Hashable {
    /// A push disables or removes entries of the device that the file does not have, or on which device and tables never agreed.
    case removing([Pattern.Key], isFile: Bool)
    /// A pull disables patterns of the tables.
    case disabling([Pattern.Key])
    /// A reset replaces a config that was read, and is kept.
    ///
    /// - Parameter isReadable: Whether what it has from the factory can be read back.
    case resetting(isReadable: Bool)
    /// A reset replaces a config that cannot be read.
    ///
    /// - Parameter kept: When what is kept of the device was read, microseconds since 1970; nil = nothing is.
    case unread(kept: Int64?)
}
