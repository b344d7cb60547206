import DevBackend
import LineFormats
import Testing

@Suite("Development server: businesses and service points")
struct BusinessTests {
    @Test("a business of somebody else is refused, however it is asked for")
    func foreign() async throws {
        try await BackendClient.with { client in
            let ben = try await client.loggedIn(as: "+15550101")
            for path in ["/businesses/get.php", "/servicepoints/list.php", "/beacons/list.cfm"] {
                let own = try await ben.post(path, #"{"BusinessID":2}"#)
                let foreign = try await ben.post(path, #"{"BusinessID":1}"#)
                #expect(own.isOK && foreign.error == "You have no business 1.", "\(path)")
            }
        }
    }

    @Test("the header and the body must name the same business")
    func header() async throws {
        try await BackendClient.loggedIn { client in
            let same = try await client.with("X-Business-ID", "1").post("/beacons/list.php", #"{"BusinessID":1}"#)
            let other = try await client.with("X-Business-ID", "2").post("/beacons/list.php", #"{"BusinessID":1}"#)
            let none = try await client.with("X-Business-ID", "x").post("/beacons/list.php", #"{"BusinessID":1}"#)
            #expect(same.isOK && other.status == 200 && !other.isOK && none.status == 400)
        }
    }

    @Test("a service point is made, and changed in nothing but what is given")
    func save() async throws {
        try await BackendClient.loggedIn { client in
            let made = try await client.post(
                "/servicepoints/save.php", #"{"BusinessID":3,"Name":"Table 1","Code":"A"}"#)
            let id = try #require(made["ServicePoint"]["ID"]?.integer)
            let changed = try await client.post(
                "/servicepoints/save.php", #"{"BusinessID":3,"ID":\#(id),"IsActive":false,"SortOrder":7}"#)
            let point = changed["ServicePoint"]
            #expect(point["Name"] == .string("Table 1") && point["Code"] == .string("A"))
            #expect(point["IsActive"] == .bool(false) && point["SortOrder"]?.integer == 7)
            #expect(try await client.servicePoints(of: 3) == [point])
        }
    }

    @Test(
        "what a service point cannot be is refused, and nothing is kept",
        arguments: [
            #"{"BusinessID":3}"#, #"{"BusinessID":3,"Name":"  "}"#, #"{"BusinessID":3,"Name":"a\u0007b"}"#,
            #"{"BusinessID":3,"Name":"T","TypeID":99}"#, #"{"BusinessID":3,"Name":"T","BeaconID":12}"#,
            #"{"BusinessID":3,"ID":1,"Name":"T"}"#,
        ])
    func impossible(body: String) async throws {
        try await BackendClient.loggedIn { client in
            let answer = try await client.post("/servicepoints/save.php", body)
            #expect(answer.status == 200 && !answer.isOK && !answer.error.isEmpty)
            #expect(try await client.servicePoints(of: 3).isEmpty)
            #expect(try await client.servicePoints(of: 1).first?["Name"] == .string("Table 1"))
        }
    }

    @Test("a beacon is at one service point, and null takes it away", arguments: [false, true])
    func assign(isOld: Bool) async throws {
        try await BackendClient.loggedIn { client in
            let beacon = try await client.save("Table 1", uuid: testUUID(1))
            func assign(_ beacon: String, to point: Int) async throws -> BackendClient.Answer {
                try await isOld
                    ? client.post(
                        "/servicePoints/assignBeacon.cfm",
                        #"{"BusinessID":1,"ServicePointID":\#(point),"BeaconID":\#(beacon)}"#)
                    : client.post(
                        "/servicepoints/save.php", #"{"BusinessID":1,"ID":\#(point),"BeaconID":\#(beacon)}"#)
            }
            let moved = try await assign(String(beacon), to: 2)
            #expect(moved["ServicePoint"]["BeaconID"]?.integer == beacon)
            #expect(
                try await client.servicePoints(of: 1).map { $0["BeaconID"] != .null } == [false, true, false, false])
            let taken = try await assign("null", to: 2)
            #expect(taken["ServicePoint"]["BeaconID"] == .null)
            let foreign = try await client.save("Table 1", uuid: testUUID(2), business: 2)
            #expect(try await assign(String(foreign), to: 2).isOK == false)
        }
    }

    @Test("the types of service points are told")
    func types() async throws {
        try await BackendClient.loggedIn { client in
            let types = try await client.post("/servicePoints/types.cfm")["Types"].elements
            #expect(types?.first?["Name"] == .string("Table"))
        }
    }
}
