import CP28

/// Why an order to provision beacons is refused. Nothing was begun.
package enum ProvisioningError: Error, Sendable, Hashable {
    /// Where in the order it stands, from 0.
    case badItem(Int, BeaconConfiguration.Fault)
    /// A value that cannot be; `expected` says what can.
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
    /// The beacon is at a table, whose name it is.
    case beaconTaken(Int, address: String, table: String)
    case unknownProfile(String, known: [String])
    case unknownRun(Int64)
    /// The run is under way and needs no resuming.
    case runUnderWay(Int64)
    /// A later run of the same beacon has replaced it.
    case replacedRun(Int64, by: Int64)
    case alreadyVerified(Int64)
    /// Nothing was ever written that could be looked for.
    case neverWritten(Int64)
    case nothingToResume
    case nothingToVerify
    /// A shard UUID, counted from 0.
    case bannedShard(Int, String, vendors: [String])
    case sameShard(Int, as: Int)
}
