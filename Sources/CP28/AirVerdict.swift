import Advertising

/// Whether the air shows that a beacon is what it is to be.
package enum AirVerdict: Sendable, Hashable {
    /// `rssiDBm` is nil where it is not known.
    case verified(at: BluetoothAddress, rssiDBm: Int8?)
    /// Not so far, and why.
    case unverified(RunFailure)
}
