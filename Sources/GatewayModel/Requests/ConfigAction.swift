import LineFormats

/// Action on a device's config; the last part of the path.
package enum ConfigAction: String, Word {
    /// Reads the device's config, and reports entries that the device cut short.
    case read
    /// Compares the device's config with the tables.
    case diff
    /// Copies the device's config to the tables.
    case pull
    /// Writes the tables, or a given text, to the device.
    case push
    /// Applies the changes of each side to the other.
    case sync
    /// Saves the current config on the device.
    case save
    /// Restores the factory config on the device and saves it.
    case reset
    /// Writes back the config that a transfer replaced.
    case restore

    /// Whether the action may change the device's current or saved config.
    package var changesDevice: Bool {
        switch self {
        case .read, .diff, .pull: false
        case .push, .sync, .save, .reset, .restore: true
        }
    }
}
