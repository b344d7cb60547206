import LineFormats

/// Result of writing a config to a device, judged by what was read back.
package enum SyncOutcome: String, Word {
    /// The device holds the config. A restart may undo it.
    case applied
    /// The device holds the config, was told to save it, and says that it did.
    case appliedAndSaved = "applied-and-saved"
    /// The device holds part of the config.
    case partiallyApplied = "partially-applied"
    /// The device holds what it held before.
    case notApplied = "not-applied"
    /// The config was sent and the device says that it accepted it, but it cannot be read back.
    case unverified
    /// The device's config could not be read, or not completely.
    case unknown

    /// - Parameters:
    ///   - found: Config that was read back; nil if that failed.
    ///   - previous: Config that the device held before; nil if unknown.
    package init(wanted: DeviceConfig, found: DeviceConfig?, previous: DeviceConfig?, profile: DeviceProfile?) {
        guard let found else {
            self = .unknown
            return
        }
        if wanted.differences(from: found, profile: profile).isEmpty {
            self = .applied
        } else if let previous, previous.differences(from: found, profile: profile).isEmpty {
            self = .notApplied
        } else {
            self = .partiallyApplied
        }
    }
}
