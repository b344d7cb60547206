import Advertising

/// Result of checking on the air whether a beacon has its new configuration.
package enum AirVerdict: Sendable, Hashable {
    /// Verified; `rssiDBm` is nil if unknown.
    case verified(at: BluetoothAddress, rssiDBm: Int8?)
    /// Not verified so far, with the reason.
    case unverified(RunFailure)
}
