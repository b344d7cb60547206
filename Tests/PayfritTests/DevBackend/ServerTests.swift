import NIOHTTP1
import AsyncHTTPClient
import DevBackend
import Foundation
import GRDB
import LineFormats
import NIOSSL
import Testing

@Suite("Development server: requests, database and addresses")
struct ServerTests {
    @Test("every answer says that it is a development server's")
    func named() async throws {
        try await BackendClient.with { client in
            let answers = [
                try await client.get("/beacons/list_all.php"), try await client.get("/nothing"),
                try await client.control(.GET, "/dev/state"), try await client.post("/businesses/list.php"),
            ]
            #expect(answers.map(\.status) == [200, 404, 200, 401])
            for answer in answers {
                #expect(answer.headers.first(name: "Server")?.contains("development only") == true)
            }
            #expect(client.url.hasPrefix("http://127.0.0.1:") && client.url.hasSuffix("/api"))
        }
    }

    @Test(
        "a body that is not as the document says is answered with 400",
        arguments: [
            "", "[]", "{", #"{"BusinessID":"1"}"#, #"{"BusinessID":0}"#, #"{"BusinessID":2147483648}"#, "{}",
            #"{"BusinessID":1.5}"#, #"{"BusinessID":null}"#, #"{"BusinessID":true}"#,
        ])
    func malformed(body: String) async throws {
        try await BackendClient.loggedIn { client in
            let answer = try await client.post("/beacons/list.php", body)
            #expect(answer.status == 400 && answer["OK"] == .bool(false) && !answer.error.isEmpty)
        }
    }

    @Test("256 KiB is the longest body, and only JSON is taken")
    func limits() async throws {
        try await BackendClient.loggedIn { client in
            func body(_ count: Int) -> String { "{" + String(repeating: " ", count: count - 2) + "}" }
            #expect(try await client.post("/businesses/list.php", body(256 * 1024)).isOK)
            let tooLarge = try await client.post("/businesses/list.php", body(256 * 1024 + 1))
            #expect(tooLarge.status == 413 && tooLarge["OK"] == .bool(false))
            let text = try await client.with("Content-Type", "text/plain").post("/businesses/list.php")
            #expect(text.status == 415)
            let wrong = try await client.get("/businesses/list.php")
            #expect(wrong.status == 405 && wrong.headers.first(name: "Allow") == "POST")
        }
    }

    @Test("a reset takes everything back, tokens and counts too")
    func reset() async throws {
        try await BackendClient.loggedIn { client in
            let fresh = try await BackendClient.with { try await $0.backend.state() }
            _ = try await client.identity(of: 1, business: 1)
            let id = try await client.save("Table 1", uuid: testUUID(1))
            try await client.backend.add(Fault(.cut))
            #expect(try await client.control(.POST, "/dev/reset").isOK)
            #expect(try await client.backend.state() == fresh)
            #expect(try await client.post("/businesses/list.php").status == 401)
            #expect(try await client.loggedIn(as: "+15550100").save("Table 1", uuid: testUUID(1)) == id)
        }
    }

    @Test("a database file outlasts the server, and is not filled twice")
    func file() async throws {
        try await withFolder { folder in
            let path = folder + "/db"
            let token = try await BackendClient.loggedIn {
                $0.database = path
            } _: { client in
                _ = try await client.save("Table 1", uuid: testUUID(1))
                return client.token
            }
            try await BackendClient.with {
                $0.database = path
                $0.seed = .large
            } _: { client in
                var client = client
                client.token = token
                let list = try await client.post("/businesses/list.php")
                #expect(list["Businesses"].elements?.count == 3)
                #expect(try await client.backend.state().beacons == 1)
            }
        }
    }

    @Test("a database that another server is still closing is waited for")
    func lockedFile() async throws {
        try await withFolder { folder in
            var configuration = DevBackend.Configuration()
            configuration.database = folder + "/db"
            _ = try DevBackend(configuration)
            let other = try DatabaseQueue(path: folder + "/db")
            let (locks, locked) = AsyncStream.makeStream(of: Void.self)
            let closing = Task.detached {
                defer { locked.finish() }
                try other.writeWithoutTransaction { db in
                    try db.execute(sql: "BEGIN EXCLUSIVE")
                    locked.finish()
                    // Long enough for a client that does not wait to fail.
                    Thread.sleep(forTimeInterval: 0.1)
                    try db.execute(sql: "ROLLBACK")
                }
                try other.close()
            }
            for await _ in locks {}
            _ = try DevBackend(configuration)
            try await closing.value
        }
    }

    @Test("a file of something else is left as it is")
    func foreignFile() async throws {
        try await withFolder { folder in
            let path = folder + "/notes"
            let text = String(repeating: "These are notes, not tables. ", count: 100)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            var configuration = DevBackend.Configuration()
            configuration.database = path
            #expect(throws: DevBackendError.foreignDatabase(path: path)) { try DevBackend(configuration) }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
            configuration.database = folder + "/nowhere/db"
            #expect(throws: DevBackendError.self) { try DevBackend(configuration) }
        }
    }

    @Test("the large seed has beacons with identities of their own")
    func large() async throws {
        try await BackendClient.loggedIn {
            $0.seed = .large
        } _: { client in
            let beacons = try await client.get("/beacons/list_all.php")["Beacons"].elements ?? []
            let identities = Set(beacons.map { [$0["UUID"], $0["Major"], $0["Minor"]] })
            #expect(beacons.count == 960 && identities.count == 960)
            #expect(Set(beacons.map { $0["MacAddress"] }).count == 960)
            #expect(try await client.servicePoints(of: 1).count == 1_000)
            #expect(try await client.servicePoints(of: 100).isEmpty)
        }
    }

    @Test("a port that is taken is told of")
    func taken() async throws {
        try await BackendClient.with { client in
            let port = try #require(URL(string: client.url)?.port)
            await #expect(throws: DevBackendError.self) {
                try await BackendClient.with {
                    $0.port = port
                } _: { _ in
                }
            }
        }
    }

    @Test("with a certificate it serves HTTPS, and a certificate that is none is told of")
    func tls() async throws {
        try await withFolder { folder in
            try makeCertificate(in: folder)
            try await BackendClient.with {
                $0.tls = (folder + "/c.pem", folder + "/k.pem")
            } _: { client in
                var configuration = HTTPClient.Configuration()
                configuration.tlsConfiguration = .makeClientConfiguration()
                configuration.tlsConfiguration?.trustRoots = .file(folder + "/c.pem")
                var secure = client
                secure.http = HTTPClient(configuration: configuration)
                let answer = try? await secure.get("/beacons/list_all.php")
                try await client.backend.add(Fault(.cut))
                let cut = try? await secure.get("/beacons/list_all.php")
                try await secure.http.shutdown()
                #expect(client.url.hasPrefix("https://127.0.0.1:") && answer?.isOK == true && cut == nil)
                #expect(try await client.backend.state().faults == 0)
            }
            await #expect(throws: DevBackendError.self) {
                try await BackendClient.with {
                    $0.tls = (folder + "/k.pem", folder + "/k.pem")
                } _: { _ in
                }
            }
        }
    }

    /// Makes a self-signed certificate for 127.0.0.1: `c.pem` and `k.pem`.
    private func makeCertificate(in folder: String) throws {
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=perch", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder + "/k.pem", "-out",
            folder + "/c.pem",
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        try #require(openssl.terminationStatus == 0)
    }

    /// Runs `body` with a folder that is removed at the end.
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "/perch-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }
}
