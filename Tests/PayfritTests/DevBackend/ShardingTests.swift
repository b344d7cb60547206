import LineFormats
import Testing

@testable import DevBackend

@Suite("Development server: identities")
struct ShardingTests {
    @Test("the pool has 64 UUIDs, all different, of version 4")
    func pool() {
        #expect(ShardPool.uuids.count == 64 && Set(ShardPool.uuids).count == 64)
        #expect(ShardPool.uuids.allSatisfy { HexGroups.uuid.canonical($0) == $0 && Array($0)[14] == "4" })
        #expect(ShardPool.uuids.allSatisfy { "89AB".contains(Array($0)[19]) })
    }

    @Test("every UUID is used once before one is used twice, and no two businesses have the same pair")
    func namespaces() {
        let first = (0..<64).compactMap { ShardPool.namespace($0) }
        #expect(Set(first.map(\.uuid)).count == 64 && first.allSatisfy { $0.major == 1 })
        #expect(ShardPool.namespace(64).map { [$0.uuid, String($0.major)] } == [ShardPool.uuids[0], "2"])
        #expect(ShardPool.namespace(64 * 65_535 - 1)?.major == 65_535)
        #expect(ShardPool.namespace(64 * 65_535) == nil)
    }

    @Test("a business has one UUID and major, another business another, and the owner is found by them")
    func stable() async throws {
        try await BackendClient.loggedIn { client in
            func namespace(_ business: Int) async throws -> BackendClient.Answer {
                try await client.post(
                    "/beacon-sharding/allocate_business_namespace.php", #"{"BusinessID":\#(business)}"#)
            }
            let (first, second) = (try await namespace(2), try await namespace(1))
            #expect(try await namespace(2).text == first.text)
            #expect([first["UUID"], first["Major"]] != [second["UUID"], second["Major"]])
            let pair = #"{"UUID":"\#(first["UUID"].text ?? "")","Major":\#(first["Major"].integer ?? 0)}"#
            let owner = try await client.post("/beacon-sharding/resolve_business.php", pair)
            #expect(owner["Business"]["ID"]?.integer == 2)
            let nobody = try await client.post(
                "/beacon-sharding/resolve_business.php", #"{"UUID":"\#(testUUID(1))","Major":1}"#)
            #expect(nobody.status == 200 && !nobody.isOK)
        }
    }

    @Test("minors are counted up in a business, and a service point keeps its own")
    func minors() async throws {
        try await BackendClient.loggedIn { client in
            func minor(_ point: Int, _ business: Int) async throws -> Int? {
                try await client.post(
                    "/beacon-sharding/allocate_servicepoint_minor.php",
                    #"{"BusinessID":\#(business),"ServicePointID":\#(point)}"#)["Minor"].integer
            }
            let first = try await minor(3, 1)
            #expect(first == 1)
            #expect(try await minor(1, 1) == 2)
            #expect(try await minor(3, 1) == 1)
            #expect(try await minor(5, 2) == 1, "of another business")
            #expect(try await minor(5, 1) == nil, "a service point of another business")
            #expect(try await client.servicePoints(of: 1).map { $0["Minor"]?.integer } == [2, nil, 1, nil])
        }
    }

    @Test("a configuration allocates what is not allocated yet")
    func configuration() async throws {
        try await BackendClient.loggedIn { client in
            let answer = try await client.post(
                "/beacon-sharding/get_beacon_config.php", #"{"BusinessID":1,"ServicePointID":2}"#)
            let config = answer["Config"]
            #expect(config["UUID"]?.text == ShardPool.uuids[0] && config["Name"] == .string("Table 2"))
            #expect(config["Major"]?.integer == 1 && config["Minor"]?.integer == 1)
        }
    }
}
