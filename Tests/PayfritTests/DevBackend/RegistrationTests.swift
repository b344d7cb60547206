import DevBackend
import LineFormats
import Testing

@Suite("Development server: registrations")
struct RegistrationTests {
    private static let mac = "C2:00:00:00:00:01"
    private static let otherMAC = "C2:00:00:00:00:02"

    @Test("a registration makes the beacon of a service point, and the same one again finds it")
    func idempotent() async throws {
        try await BackendClient.loggedIn { client in
            let identity = try await client.identity(of: 2, business: 1)
            let first = try await client.register(identity, at: 2, business: 1, mac: "c20000000001")
            let second = try await client.register(identity, at: 2, business: 1, mac: Self.mac)
            #expect(first["Created"] == .bool(true) && second["Created"] == .bool(false))
            #expect(first["Beacon"] == second["Beacon"] && first["Beacon"]["MacAddress"] == .string(Self.mac))
            #expect(first["Beacon"]["Name"] == .string("Table 2"))
            #expect(try await client.servicePoints(of: 1)[1]["BeaconID"] == first["Beacon"]["ID"])
            let state = try await client.backend.state()
            #expect(state.beacons == 1 && state.hardware == [Self.mac: 1])
            #expect(Array(state.registrations.values) == [1] && Array(state.repetitions.values) == [1])
            let found = try await client.post("/beacons/lookupByMac.php", #"{"MacAddress":"C20000000001"}"#)
            #expect(found["Beacon"] == first["Beacon"])
        }
    }

    @Test("other hardware replaces the one that a service point had")
    func replaced() async throws {
        try await BackendClient.loggedIn { client in
            let identity = try await client.identity(of: 2, business: 1)
            let first = try await client.register(identity, at: 2, business: 1, mac: Self.mac)
            let second = try await client.register(identity, at: 2, business: 1, mac: Self.otherMAC)
            #expect(second["Created"] == .bool(true) && second["Beacon"]["ID"] == first["Beacon"]["ID"])
            let old = try await client.post("/beacons/lookupByMac.php", #"{"MacAddress":"\#(Self.mac)"}"#)
            #expect(old.isOK && old["Beacon"] == .null)
        }
    }

    @Test("hardware that gets another identity loses the one it had")
    func moved() async throws {
        try await BackendClient.loggedIn { client in
            let (one, two) = (
                try await client.identity(of: 1, business: 1), try await client.identity(of: 2, business: 1)
            )
            _ = try await client.register(one, at: 1, business: 1, mac: Self.mac)
            let second = try await client.register(two, at: 2, business: 1, mac: Self.mac)
            let points = try await client.servicePoints(of: 1)
            #expect(points[0]["BeaconID"] == .null && points[1]["BeaconID"] == second["Beacon"]["ID"])
            let state = try await client.backend.state()
            #expect(state.beacons == 2 && state.activeBeacons == 1)
        }
    }

    @Test("an identity that is another business's, or another service point's, is refused")
    func foreignIdentity() async throws {
        try await BackendClient.loggedIn { client in
            let foreign = try await client.identity(of: 5, business: 2)
            let own = try await client.identity(of: 1, business: 1)
            let unallocated = #""UUID":"\#(testUUID(1))","Major":1,"Minor":1"#
            let answers = [
                try await client.register(foreign, at: 1, business: 1, mac: Self.mac),
                try await client.register(own, at: 2, business: 1, mac: Self.mac),
                try await client.register(unallocated, at: 1, business: 1, mac: Self.mac),
                try await client.register(foreign, at: 1, business: 2, mac: Self.mac),
            ]
            #expect(answers.allSatisfy { $0.status == 200 && !$0.isOK })
            #expect(answers[0].error == "This identity belongs to another business.")
            #expect(try await client.backend.state().beacons == 0)
        }
    }

    @Test("hardware of another business is refused until it is wiped there")
    func foreignHardware() async throws {
        try await BackendClient.loggedIn { client in
            let theirs = try await client.identity(of: 5, business: 2)
            let own = try await client.identity(of: 1, business: 1)
            let first = try await client.register(theirs, at: 5, business: 2, mac: Self.mac)
            #expect(try await client.register(own, at: 1, business: 1, mac: Self.mac).isOK == false)
            let id = try #require(first["Beacon"]["ID"]?.integer)
            let wiped = try await client.post("/beacons/wipe.php", #"{"BusinessID":2,"BeaconID":\#(id)}"#)
            #expect(wiped.isOK)
            #expect(try await client.servicePoints(of: 2)[0]["BeaconID"] == .null)
            #expect(try await client.register(own, at: 1, business: 1, mac: Self.mac)["Created"] == .bool(true))
        }
    }

    @Test("what was wiped is registered anew")
    func wiped() async throws {
        try await BackendClient.loggedIn { client in
            let identity = try await client.identity(of: 1, business: 1)
            let first = try await client.register(identity, at: 1, business: 1, mac: Self.mac)
            let id = try #require(first["Beacon"]["ID"]?.integer)
            _ = try await client.post("/beacons/wipe.php", #"{"BusinessID":1,"BeaconID":\#(id)}"#)
            let again = try await client.register(identity, at: 1, business: 1, mac: Self.mac)
            #expect(again["Created"] == .bool(true) && again["Beacon"]["ID"]?.integer == id)
            #expect(again["Beacon"]["IsActive"] == .bool(true) && again["Beacon"]["ServicePointID"]?.integer == 1)
        }
    }

    @Test("a sighting is taken of what is registered only, and never from the future")
    func verified() async throws {
        let start = Timestamp(microsecondsSince1970: 1_800_000_000_000_000)
        try await BackendClient.loggedIn {
            $0.now = { start }
        } _: { client in
            let identity = try await client.identity(of: 1, business: 1)
            func verify(_ rest: String) async throws -> BackendClient.Answer {
                try await client.post(
                    "/beacon-sharding/verify_beacon_broadcast.php", #"{"BusinessID":1,\#(identity)\#(rest)}"#)
            }
            #expect(try await verify("").isOK == false, "not registered")
            _ = try await client.register(identity, at: 1, business: 1, mac: Self.mac)
            #expect(try await verify(#","MacAddress":"\#(Self.otherMAC)""#).isOK == false)
            #expect(try await verify(#","RSSI":-60,"SeenAt":"2999-01-01T00:00:00Z""#).isOK)
            // The clock starts at 2027-01-15T08:00:00Z; this sighting is an hour older.
            #expect(try await verify(#","SeenAt":"2027-01-15T08:00:00+01:00""#).isOK)
            let beacons = try await client.post("/beacons/list.php", #"{"BusinessID":1}"#)["Beacons"].elements
            #expect(beacons?.first?["LastSeen"] == .string(start.description))
            #expect(Array(try await client.backend.state().verifies.values) == [2])
        }
    }
}
