import Advertising
import Foundation
import GRDB

/// How beacons' UUIDs lie in the database: sixteen bytes, the most significant first.
extension ProximityUUID {
    var blob: Data { Data(bytes) }

    /// Nil for anything but sixteen bytes, which only damage puts there.
    init?(blob: Data) {
        guard blob.count == 16 else { return nil }
        self.init(blob.reduce(UInt128(0)) { $0 << 8 | UInt128($1) })
    }
}

extension Row {
    func proximityUUID() throws -> ProximityUUID {
        guard let uuid = ProximityUUID(blob: try decode(Data.self, forColumn: "uuid")) else {
            throw StoreError.corrupt(message: "A beacon's UUID has not sixteen bytes.")
        }
        return uuid
    }

    func beaconIdentity() throws -> BeaconIdentity {
        BeaconIdentity(
            uuid: try proximityUUID(), major: try decode(forColumn: "major"), minor: try decode(forColumn: "minor"))
    }
}
