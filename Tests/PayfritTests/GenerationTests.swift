import Testing

@testable import Payfrit

@Suite(.timeLimit(.minutes(1))) struct GenerationTests {
    @Test("a login that is refused logs nobody out")
    func refusedLogin() async throws {
        func error(_ step: ScriptedServer.Step) async throws -> PayfritError? {
            try await ScriptedServer.with { _, _ in
                [step]
            } _: { server in
                await payfritError {
                    _ = try await withClient(of: server, .cfm) { try await $0.login(username: "a", password: "b") }
                }
            }
        }
        let words = "Invalid email/phone or password"
        let body = #"{"OK":false,"ERROR":"Invalid email/phone or password"}"#
        #expect(try await error(ScriptedServer.json(body)) == .refused(words))
        #expect(try await error(ScriptedServer.json(body, status: "401 Unauthorized")) == .refused(words))
        #expect(try await error(ScriptedServer.html(status: "401 Unauthorized")) == .http(401))
    }

    @Test("what a generation lacks is told before anything is sent")
    func lacking() async throws {
        try await ScriptedServer.with { _, _ in
            []
        } _: { server in
            try await withClient(of: server, .php) { client in
                let login = await payfritError { _ = try await client.login(username: "a", password: "b") }
                #expect(login == .notInThisAPI(.login, .php))
                #expect(login?.description == "The php API does not support logging in with a password")
                let types = await payfritError { _ = try await client.servicePointTypes(someSession) }
                #expect(types == .notInThisAPI(.listServicePointTypes, .php))
            }
            try await withClient(of: server, .cfm) { client in
                let sighting = BroadcastSighting(identity: Sample.identity)
                let hardware = HardwareRegistration(
                    servicePoint: 1, identity: Sample.identity, address: Sample.address)
                let calls: [(PayfritOperation, () async throws -> Void)] = [
                    (.sendOTP, { _ = try await client.sendOTP(phone: "1") }),
                    (.verifyOTP, { _ = try await client.verifyOTP(phone: "1", password: "1234") }),
                    (.createServicePoint, { _ = try await client.saveServicePoint(.init(name: "a"), someSession) }),
                    (.changeServicePoint, { _ = try await client.saveServicePoint(.init(id: 1), someSession) }),
                    (.allocateNamespace, { _ = try await client.namespace(someSession) }),
                    (.allocateMinor, { _ = try await client.minor(servicePoint: 1, someSession) }),
                    (.getBeaconConfig, { _ = try await client.beaconConfig(servicePoint: 1, someSession) }),
                    (.registerHardware, { _ = try await client.registerHardware(hardware, key: "k", someSession) }),
                    (.verifyBroadcast, { try await client.verifyBroadcast(sighting, key: "k", someSession) }),
                    (
                        .resolveBusiness,
                        { _ = try await client.resolveBusiness(uuid: Sample.uuid, major: 1, someSession) }
                    ),
                    (.listAllBeacons, { _ = try await client.allBeacons() }),
                    (.lookupUUIDs, { _ = try await client.lookup(uuids: [Sample.uuid]) }),
                    (.lookupMAC, { _ = try await client.lookup(mac: Sample.address) }),
                ]
                for (operation, call) in calls {
                    let error = await payfritError(call)
                    #expect(error == .notInThisAPI(operation, .cfm))
                }
            }
            #expect(server.requests.isEmpty)
        }
    }
}
