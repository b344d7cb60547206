import JSONLines

/// What can be asked of the config of a device; the last part of the path.
package enum ConfigAction: String, Word {
    /// What the device holds, and what was cut short.
    case read
    /// In what the tables and the device differ.
    case diff
    /// The tables take over what the device holds.
    case pull
    /// The device takes over what the tables, or a text, say.
    case push
    /// Each takes over what the other has changed.
    case sync
    /// The device is told to keep what it holds.
    case save
    /// The device goes back to what it had from the factory, and keeps that.
    case reset
    /// The device takes back what a transfer replaced.
    case restore

    /// Whether it may change what the device holds or keeps.
    package var changesDevice: Bool {
        switch self {
        case .read, .diff, .pull: false
        case .push, .sync, .save, .reset, .restore: true
        }
    }
}
