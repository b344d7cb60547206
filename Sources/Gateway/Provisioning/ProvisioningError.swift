import CP28

/// Reason why an order to provision beacons was refused. Nothing was begun.
package enum ProvisioningError: Error, Sendable, Hashable {
    /// An item of the order is invalid; the first value is its position, from 0.
    case badItem(Int, BeaconConfiguration.Fault)
    /// An invalid value; `expected` describes the valid ones.
    case badValue(Int, String, of: String, expected: String)
    case sameAddress(Int, as: Int)
    case sameIdentity(Int, as: Int)
    case sameName(Int, as: Int)
    /// A run of this beacon is under way.
    case underWay(Int, run: Int64)
    /// Another run under way gives this identity to another beacon.
    case identityUnderWay(Int, run: Int64)
    /// The identity was given to another beacon before.
    case identityTaken(Int, run: Int64, address: String)
    /// The beacon is at a table; the name is the table's.
    case beaconTaken(Int, address: String, table: String)
    case unknownProfile(String, known: [String])
    case unknownRun(Int64)
    /// The run is under way, so it cannot be resumed.
    case runUnderWay(Int64)
    /// A later run of the same beacon has replaced this run.
    case replacedRun(Int64, by: Int64)
    case alreadyVerified(Int64)
    /// The run never wrote anything that could be verified.
    case neverWritten(Int64)
    case nothingToResume
    case nothingToVerify
    /// A shard UUID is on the ban list; the first value is its position, from 0.
    case bannedShard(Int, String, vendors: [String])
    case sameShard(Int, as: Int)
}
