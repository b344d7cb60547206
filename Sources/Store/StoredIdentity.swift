import Advertising
import GRDB

extension Row {
    func beaconIdentity() throws -> BeaconIdentity {
        BeaconIdentity(
            uuid: try decode(forColumn: "uuid"), major: try decode(forColumn: "major"),
            minor: try decode(forColumn: "minor"))
    }
}
