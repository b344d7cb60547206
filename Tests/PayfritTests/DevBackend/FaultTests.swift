import NIOHTTP1
import AsyncHTTPClient
import DevBackend
import LineFormats
import NIOConcurrencyHelpers
import NIOCore
import Testing

@Suite("Development server: faults on demand")
struct FaultTests {
    private static let save = #"{"BusinessID":3,"Name":"Table 1","UUID":"\#(testUUID(1))"}"#

    /// Whether the connection ended without an answer. If the server had not read everything, the
    /// kernel resets the connection.
    private static func isLost(_ error: any Error) -> Bool { error is HTTPClientError || error is IOError }

    @Test("a status comes instead of the answer, as often as it was asked for, and nothing is done")
    func status() async throws {
        try await BackendClient.loggedIn { client in
            let made = try await client.control(
                .POST, "/dev/faults",
                #"{"path":"/beacons/save.php","kind":"status","status":503,"error":"Busy.","times":2}"#)
            #expect(made.isOK)
            #expect(try await client.post("/businesses/list.php").status == 200, "another path")
            for _ in 1...2 {
                let answer = try await client.post("/beacons/save.php", Self.save)
                #expect(answer.status == 503 && answer.error == "Busy.")
            }
            #expect(try await client.backend.state().beacons == 0)
            #expect(try await client.post("/beacons/save.php", Self.save).isOK)
        }
    }

    @Test("a captive portal's page comes with the status 200")
    func html() async throws {
        try await BackendClient.loggedIn { client in
            try await client.backend.add(Fault(.html))
            let answer = try await client.post("/beacons/save.php", Self.save)
            #expect(answer.status == 200 && answer.headers.first(name: "Content-Type") == "text/html")
            #expect(answer.json == .null && answer.text.hasPrefix("<!DOCTYPE html>"))
            #expect(try await client.backend.state().beacons == 0)
        }
    }

    @Test("a refusal is in the API's own form")
    func refuse() async throws {
        try await BackendClient.loggedIn { client in
            try await client.backend.add(Fault(.refuse, error: "No more tables."))
            let answer = try await client.post("/beacons/save.php", Self.save)
            #expect(answer.status == 200 && answer.error == "No more tables.")
            #expect(try await client.backend.state().beacons == 0)
        }
    }

    @Test("a cut connection gives no answer, and nothing is done")
    func cut() async throws {
        try await BackendClient.loggedIn { client in
            try await client.backend.add(Fault(.cut, path: "/beacons/save.php"))
            await #expect {
                try await client.post("/beacons/save.php", Self.save)
            } throws: {
                Self.isLost($0)
            }
            let state = try await client.backend.state()
            #expect(state.beacons == 0 && state.requests["/beacons/save.php"] == 1 && state.faults == 0)
        }
    }

    @Test("a dropped answer leaves behind what was done")
    func dropAnswer() async throws {
        try await BackendClient.loggedIn { client in
            let identity = try await client.identity(of: 1, business: 1)
            let mac = "C2:00:00:00:00:01"
            try await client.backend.add(Fault(.dropAnswer, path: "/beacon-sharding/register_beacon_hardware.php"))
            let keyed = client.with("Idempotency-Key", "one")
            await #expect {
                try await keyed.register(identity, at: 1, business: 1, mac: mac)
            } throws: {
                Self.isLost($0)
            }
            #expect(try await client.backend.state().hardware == [mac: 1])
            // With the same key the first answer is repeated; without a key the server finds the
            // existing beacon.
            let repeated = try await keyed.register(identity, at: 1, business: 1, mac: mac)
            let found = try await client.register(identity, at: 1, business: 1, mac: mac)
            #expect(repeated["Created"] == .bool(true) && found["Created"] == .bool(false))
            let state = try await client.backend.state()
            #expect(state.hardware == [mac: 1] && state.beacons == 1)
        }
    }

    @Test("a delay carries out at once, and answers late", .timeLimit(.minutes(1)))
    func delay() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Duration.self)
        let (opened, open) = AsyncStream.makeStream(of: Never.self)
        try await BackendClient.loggedIn {
            $0.sleep = { duration in
                enter.yield(duration)
                for await _ in opened {}
            }
        } _: { client in
            try await client.backend.add(Fault(.delay, path: "/beacons/save.php", delayMs: 90_000))
            async let answer = client.post("/beacons/save.php", Self.save)
            var durations = entered.makeAsyncIterator()
            #expect(await durations.next() == .seconds(90))
            #expect(try await client.backend.state().beacons == 1, "not answered yet")
            open.finish()
            #expect(try await answer.isOK)
        }
    }

    @Test("the server ends while an answer is delayed", .timeLimit(.minutes(1)))
    func endsDelayed() async throws {
        let (entered, enter) = AsyncStream.makeStream(of: Duration.self)
        let request = NIOLockedValueBox<Task<BackendClient.Answer, any Error>?>(nil)
        try await BackendClient.with {
            $0.sleep = { duration in
                enter.yield(duration)
                try await Task.sleep(for: .seconds(3_600))
            }
        } _: { client in
            try await client.backend.add(Fault(.delay))
            request.withLockedValue { $0 = Task { try await client.get("/beacons/list_all.php") } }
            for await _ in entered { break }
        }
        let outcome = await request.withLockedValue { $0 }?.result
        #expect {
            try outcome?.get()
        } throws: {
            Self.isLost($0)
        }
    }

    @Test("an expired token stays expired, and a request without one does not use the fault up")
    func expireToken() async throws {
        try await BackendClient.loggedIn { client in
            try await client.backend.add(Fault(.expireToken))
            var stranger = client
            stranger.token = nil
            #expect(try await stranger.get("/beacons/list_all.php").isOK)
            #expect(try await client.post("/businesses/list.php").status == 401)
            #expect(try await client.backend.state().faults == 0)
            #expect(try await client.post("/businesses/list.php").status == 401)
            #expect(try await client.loggedIn(as: "+15550100").post("/businesses/list.php").status == 200)
        }
    }

    @Test("faults of a path come in the order they were made, and are gone when cleared")
    func order() async throws {
        try await BackendClient.loggedIn { client in
            try await client.backend.add(Fault(.status, path: "*", status: 500))
            try await client.backend.add(Fault(.status, path: "/businesses/list.php", status: 502, times: 9))
            #expect(try await client.post("/businesses/list.php").status == 500)
            #expect(try await client.post("/businesses/list.php").status == 502)
            #expect(try await client.control(.DELETE, "/dev/faults").isOK)
            #expect(try await client.post("/businesses/list.php").status == 200)
        }
    }

    @Test(
        "what is no fault is told of",
        arguments: [
            "{}", #"{"kind":"explode"}"#, #"{"kind":"cut","path":"/nowhere.php"}"#, #"{"kind":"cut","times":0}"#,
            #"{"kind":"status","status":200}"#, #"{"kind":"delay","ms":600001}"#, #"{"kind":"cut","times":"2"}"#, "[]",
        ])
    func noFault(body: String) async throws {
        try await BackendClient.with { client in
            let answer = try await client.control(.POST, "/dev/faults", body)
            #expect(answer.status == 400 && !answer.error.isEmpty)
            #expect(try await client.backend.state().faults == 0)
        }
    }

    @Test(
        "who watches is told before and after a request; where that fails, it is cut, and what has only arrived is not done"
    )
    func watched() async throws {
        let seen = NIOLockedValueBox<[String]>([])
        let watch = { @Sendable (path: String, moment: DevBackend.RequestMoment) throws in
            let count = seen.withLockedValue { seen in
                seen.append("\(moment.rawValue) \(path)")
                return seen.count
            }
            // Cuts the third request when it arrives, and the fourth once it is carried out.
            if count == 5 || count == 7 { throw CancellationError() }
        }
        try await BackendClient.loggedIn({ $0.watch = watch }) { client in
            let points = try await client.servicePoints(of: 3)
            #expect(points.isEmpty)
            await #expect(throws: (any Error).self) { try await client.post("/beacons/save.php", Self.save) }
            let arrived = try await client.backend.state()
            #expect(arrived.beacons == 0)
            await #expect(throws: (any Error).self) { try await client.post("/beacons/save.php", Self.save) }
            let carriedOut = try await client.backend.state()
            #expect(carriedOut.beacons == 1)
        }
        #expect(
            seen.withLockedValue { $0 } == [
                "arrived /auth/verifyLoginOTP.php", "carried-out /auth/verifyLoginOTP.php",
                "arrived /servicepoints/list.php", "carried-out /servicepoints/list.php",
                "arrived /beacons/save.php", "arrived /beacons/save.php", "carried-out /beacons/save.php",
            ])
    }
}
