import DevBackend
import LineFormats
import Testing

@Suite("Development server: repeated requests")
struct RepetitionTests {
    private static let body = #"{"BusinessID":3,"Name":"Table 1","UUID":"\#(testUUID(1))"}"#

    @Test("a request with the same key is answered as the first one, and done once")
    func once() async throws {
        try await BackendClient.loggedIn { client in
            let keyed = client.with("Idempotency-Key", "one")
            let first = try await keyed.post("/beacons/save.php", Self.body)
            let reordered = #"{"UUID":"\#(testUUID(1))", "Name":"Table\u0020\u0031","BusinessID":3.0}"#
            let second = try await keyed.post("/beacons/save.php", reordered)
            #expect(first.isOK && second.text == first.text)
            let state = try await client.backend.state()
            #expect(state.beacons == 1 && state.saves == ["1": 1] && state.replays == ["/beacons/save.php": 1])
        }
    }

    @Test("a key that was used for another request is refused; another key, path or user has nothing to do with it")
    func otherRequest() async throws {
        try await BackendClient.loggedIn { client in
            let keyed = client.with("Idempotency-Key", "one")
            _ = try await keyed.post("/beacons/save.php", Self.body)
            let other = try await keyed.post(
                "/beacons/save.php", #"{"BusinessID":3,"Name":"Table 2","UUID":"\#(testUUID(2))"}"#)
            #expect(other.error == "This Idempotency-Key was used for another request.")
            let identity = try await client.identity(of: 1, business: 1)
            let registered = try await keyed.register(identity, at: 1, business: 1, mac: "C2:00:00:00:00:01")
            #expect(registered.isOK)
        }
    }

    @Test("a refusal is not kept: what was in the way may be gone")
    func refused() async throws {
        try await BackendClient.loggedIn { client in
            let taken = try await client.save("Table 1", uuid: testUUID(1))
            let keyed = client.with("Idempotency-Key", "one")
            #expect(try await keyed.post("/beacons/save.php", Self.body).isOK == false)
            _ = try await client.post("/beacons/delete.cfm", #"{"BusinessID":1,"BeaconID":\#(taken)}"#)
            #expect(try await keyed.post("/beacons/save.php", Self.body).isOK)
        }
    }

    @Test("what is no key is told of", arguments: ["", "two words", String(repeating: "a", count: 65), "ä"])
    func noKey(key: String) async throws {
        try await BackendClient.loggedIn { client in
            let answer = try await client.with("Idempotency-Key", key).post("/beacons/save.php", Self.body)
            #expect(answer.status == 400)
        }
    }
}
