import Advertising
import GRDB

/// Which beacons have an identity, as far as the runs tell.
extension Store {
    /// For each address, the newest of the runs in which its beacon may have been told to keep something, where that was this
    /// identity; the newest first.
    ///
    /// A later run that was cut off before its save began has changed nothing, and so displaces none.
    package func holders(of identity: BeaconIdentity) async throws(StoreError) -> [StoredRun] {
        try await read { db in try db.runs(Self.holdersFilter, identity.columns) }
    }

    static let holdersFilter = """
        WHERE (uuid, major, minor) = (?, ?, ?) AND save_begun AND NOT EXISTS (
            SELECT 1 FROM run AS later WHERE later.address IN (run.address, run.seen_address) AND later.id > run.id AND later.save_begun)
        ORDER BY run.id DESC
        """

    /// Where a beacon with this identity may be found: the addresses of runs in which one may have been told to keep it, and those
    /// at which such runs have seen it; each once, in order.
    ///
    /// - Parameter run: This one's do not count.
    package func addresses(
        with identity: BeaconIdentity, besides run: Int64
    ) async throws(StoreError) -> [BluetoothAddress] {
        try await read { db in
            let runs = "FROM run WHERE (uuid, major, minor) = (:uuid, :major, :minor) AND save_begun AND id <> :run"
            return try BluetoothAddress.fetchAll(
                db,
                sql: """
                    SELECT address \(runs) UNION SELECT seen_address \(runs) AND seen_address IS NOT NULL ORDER BY 1
                    """,
                arguments: [
                    "uuid": identity.uuid, "major": identity.major, "minor": identity.minor, "run": run,
                ]
            )
        }
    }
}
