import JSONLines

/// What became of a config that was to be on a device, by what was read back from it.
package enum SyncOutcome: String, Word {
    /// It is what was meant. A restart may undo it.
    case applied
    /// It is what was meant, and the device has been told to keep it, and says that it does.
    case appliedAndSaved = "applied-and-saved"
    /// Some of it is.
    case partiallyApplied = "partially-applied"
    /// The device holds what it held before.
    case notApplied = "not-applied"
    /// It was sent though it cannot be read back, and the device says that it took it.
    case unverified
    /// The device could not be read, or not whole.
    case unknown

    /// - Parameters:
    ///   - found: What was read back; nil where that failed.
    ///   - previous: What was there before; nil where that is not known.
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
