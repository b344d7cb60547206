import Advertising
import LineFormats

extension PayfritClient {
    /// Most UUIDs in one request.
    private static let lookupBatch = 100

    /// Lists every active beacon of every business. Needs no login.
    package func allBeacons() async throws(PayfritError) -> Rows<Beacon> {
        try await exchange(PayfritRequest(.listAllBeacons)).list("Beacons", Beacon.init)
    }

    /// Returns the registered beacons with these UUIDs, in requests of 100 each. Needs no login.
    package func lookup(uuids: [ProximityUUID]) async throws(PayfritError) -> Rows<Beacon> {
        var found = Rows<Beacon>([])
        var rest = uuids[...]
        while !rest.isEmpty {
            let batch = rest.prefix(PayfritClient.lookupBatch)
            rest = rest.dropFirst(batch.count)
            let request = PayfritRequest(.lookupUUIDs) { body in
                body.array("UUIDs") { array in
                    for uuid in batch { array.element(uuid.description) }
                }
            }
            found.append(try await exchange(request).list("Beacons", Beacon.init))
        }
        return found
    }

    /// Returns the beacon that is registered with this MAC address; nil if there is none. Needs no
    /// login.
    package func lookup(mac: BluetoothAddress) async throws(PayfritError) -> Beacon? {
        let request = PayfritRequest(.lookupMAC) { $0.field("MacAddress", mac.macText) }
        return try await exchange(request).found("Beacon", Beacon.init)
    }
}
