import Advertising
import JSONLines

extension PayfritClient {
    /// Most UUIDs of one request.
    private static let lookupBatch = 100

    /// Every active beacon of every business. Needs no login.
    package func allBeacons() async throws(PayfritError) -> Rows<Beacon> {
        try await exchange(PayfritRequest(.listAllBeacons)).list("Beacons", Beacon.init)
    }

    /// The beacons that are known with these UUIDs, asked for by hundreds. Needs no login.
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

    /// What the hardware with this MAC address is registered as; nil: it is not. Needs no login.
    package func lookup(mac: BluetoothAddress) async throws(PayfritError) -> Beacon? {
        let request = PayfritRequest(.lookupMAC) { $0.field("MacAddress", mac.macText) }
        return try await exchange(request).found("Beacon", Beacon.init)
    }
}
