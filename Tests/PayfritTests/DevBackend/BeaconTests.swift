import DevBackend
import LineFormats
import Testing

@Suite("Development server: beacons")
struct BeaconTests {
    @Test("saving a beacon makes its service point")
    func servicePoint() async throws {
        try await BackendClient.loggedIn { client in
            let beacon = try await client.save("Table 1", uuid: testUUID(1), business: 3)
            let points = try await client.servicePoints(of: 3)
            try #require(points.count == 1)
            #expect(points[0]["Name"] == .string("Table 1"))
            #expect(points[0]["BeaconID"]?.integer == beacon)
        }
    }

    @Test("saving a beacon takes the service point that is named, or the one of that name")
    func knownServicePoint() async throws {
        try await BackendClient.loggedIn { client in
            let byName = try await client.save("Table 3", uuid: testUUID(1))
            let byID = try await client.post(
                "/beacons/save.php",
                #"{"BusinessID":1,"Name":"Window","UUID":"\#(testUUID(2))","ServicePointID":4}"#)
            let points = try await client.servicePoints(of: 1)
            #expect(points.count == 4 && points[2]["BeaconID"]?.integer == byName)
            #expect(points[3]["BeaconID"] == byID["Beacon"]["ID"] && byID["ServicePoint"]["ID"]?.integer == 4)
        }
    }

    @Test("saving with an ID changes that beacon, and makes nothing")
    func changed() async throws {
        try await BackendClient.loggedIn { client in
            let id = try await client.save("Table 1", uuid: testUUID(1))
            let answer = try await client.post(
                "/beacons/save.php",
                #"{"BusinessID":1,"ID":\#(id),"Name":"Door","UUID":"\#(testUUID(2))","IsActive":false}"#)
            #expect(answer["Beacon"]["Name"] == .string("Door") && answer["Beacon"]["IsActive"] == .bool(false))
            #expect(answer["Beacon"]["UUID"] == .string(testUUID(2)))
            #expect(try await client.servicePoints(of: 1).count == 4)
            #expect(try await client.backend.state().beacons == 1)
        }
    }

    @Test("a UUID belongs to one beacon")
    func taken() async throws {
        try await BackendClient.loggedIn { client in
            _ = try await client.save("Table 1", uuid: testUUID(1))
            let other = try await client.save("Table 2", uuid: testUUID(2), business: 2)
            let body = #""Name":"Table 2","UUID":"\#(testUUID(1))"}"#
            let own = try await client.post("/beacons/save.php", #"{"BusinessID":1,\#(body)"#)
            let foreign = try await client.post("/beacons/create.cfm", #"{"BusinessID":2,\#(body)"#)
            let changed = try await client.post(
                "/beacons/update.cfm", #"{"BusinessID":2,"BeaconID":\#(other),\#(body)"#)
            #expect(own.error == "There is a beacon with this UUID already.")
            #expect(foreign.error == "This UUID belongs to a beacon of another business." && !changed.isOK)
            let state = try await client.backend.state()
            #expect(state.beacons == 2 && state.servicePoints == 6)
        }
    }

    @Test("the UUID of a registered beacon stays")
    func registered() async throws {
        try await BackendClient.loggedIn { client in
            let identity = try await client.identity(of: 1, business: 1)
            let made = try await client.register(identity, at: 1, business: 1, mac: "C2:00:00:00:00:01")["Beacon"]
            let (id, uuid) = (made["ID"]?.integer ?? 0, made["UUID"]?.text ?? "")
            func save(_ uuid: String) async throws -> Bool {
                try await client.post(
                    "/beacons/save.php", #"{"BusinessID":1,"ID":\#(id),"Name":"New","UUID":"\#(uuid)"}"#
                ).isOK
            }
            #expect(try await save(uuid.lowercased()))
            #expect(try await save(testUUID(1)) == false)
        }
    }

    @Test("the older generation makes, changes and deletes; a deleted beacon leaves its service point")
    func older() async throws {
        try await BackendClient.loggedIn { client in
            let made = try await client.post(
                "/beacons/create.cfm", #"{"BusinessID":1,"Name":"Window","UUID":"\#(testUUID(1))"}"#)
            let id = try #require(made["Beacon"]["ID"]?.integer)
            #expect(try await client.servicePoints(of: 1).count == 4)
            let both = #"{"BusinessID":1,"BeaconID":\#(id)"#
            let changed = try await client.post("/beacons/update.cfm", both + #","IsActive":false}"#)
            #expect(changed["Beacon"]["IsActive"] == .bool(false))
            #expect(changed["Beacon"]["Name"] == .string("Window"))
            _ = try await client.post(
                "/servicePoints/assignBeacon.cfm", #"{"BusinessID":1,"ServicePointID":1,"BeaconID":\#(id)}"#)
            #expect(try await client.post("/beacons/get.cfm", both + "}")["Beacon"]["ServicePointID"]?.integer == 1)
            #expect(try await client.post("/beacons/delete.cfm", both + "}").isOK)
            #expect(try await client.post("/beacons/delete.cfm", both + "}").isOK == false)
            #expect(try await client.servicePoints(of: 1)[0]["BeaconID"] == .null)
        }
    }

    @Test("what is inactive is listed to its business only")
    func inactive() async throws {
        try await BackendClient.loggedIn { client in
            let id = try await client.save("Table 1", uuid: testUUID(1))
            _ = try await client.save("Table 2", uuid: testUUID(2))
            _ = try await client.post("/beacons/update.cfm", #"{"BusinessID":1,"BeaconID":\#(id),"IsActive":false}"#)
            let all = try await client.get("/beacons/list_all.php")["Beacons"].elements
            #expect(all?.map { $0["UUID"] } == [.string(testUUID(2))])
            let uuids = #"{"UUIDs":["\#(testUUID(1))","\#(testUUID(2).lowercased())","\#(testUUID(3))"]}"#
            #expect(try await client.post("/beacons/lookup.php", uuids)["Beacons"].elements == all)
            #expect(try await client.post("/beacons/list.cfm", #"{"BusinessID":1}"#)["Beacons"].elements?.count == 2)
        }
    }
}
