import Advertising
import GRDB

/// Beacons that have an identity, as far as the runs show.
extension RunStore {
    /// Returns the runs whose beacons may have this identity, the newest first: for each address,
    /// the newest run in which the beacon may have been asked to save, if it was this identity that
    /// the run wrote.
    ///
    /// A later run that ended before its save began has changed nothing, and so does not count.
    package func holders(of identity: BeaconIdentity) async throws(StoreError) -> [StoredRun] {
        try await read { db in try db.runs(Self.holdersFilter, identity.columns) }
    }

    static let holdersFilter = """
        WHERE (uuid, major, minor) = (?, ?, ?) AND save_begun AND NOT EXISTS (
            SELECT 1 FROM run AS later WHERE later.address IN (run.address, run.seen_address) AND later.id > run.id AND later.save_begun)
        ORDER BY run.id DESC
        """

    /// Returns the addresses at which a beacon with this identity may be found, each once, in
    /// order: the addresses of runs whose beacon may have saved it, and those at which such runs
    /// have seen the new identity.
    ///
    /// - Parameter run: A run to leave out.
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
