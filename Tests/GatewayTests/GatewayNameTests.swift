import GatewayModel
import Store
import Testing

@testable import Gateway

@Suite(.timeLimit(.minutes(1))) struct GatewayNameTests {
    @Test("a dongle is found by its id in either case, its alias, its port and a link to that")
    func names() async throws {
        try await withFolder { folder in
            let link = "\(folder)/dongle"
            let pty = try dongle(link: link)
            defer { pty.stop() }
            try await withGateway { gateway in
                let id = try #require(try await gateway.dongles.adopt(.path(link), baud: nil).id)
                #expect(id == "53494d3030303031")
                #expect(try await gateway.dongles.setAlias("bar", of: link).alias == "bar")
                for name in [id, id.uppercased(), "bar", link, pty.path, nil] {
                    let details = try await gateway.dongles.details(of: name)
                    #expect(details.id == id && details.alias == "bar" && details.simulated, "\(name ?? "nil")")
                }
                await #expect(throws: GatewayError.unknownDongle("Bar", known: ["bar"])) {
                    try await gateway.dongles.details(of: "Bar")
                }
                // The same port under another name is the same dongle.
                #expect(try await gateway.dongles.adopt(.path(pty.path), baud: nil).id == id)
                #expect(await gateway.dongles.list().count == 1)
                await #expect(throws: GatewayError.portTaken(port: link, dongle: id)) {
                    try await gateway.dongles.forget("bar")
                }
                #expect(try await gateway.dongles.setAlias(nil, of: "bar").alias == nil)
            }
        }
    }

    @Test("an alias belongs to one dongle, and stays with one that is away")
    func alias() async throws {
        let ptys = [try dongle("SIM00001"), try dongle("SIM00002")]
        defer { for pty in ptys { pty.stop() } }
        try await withGateway { gateway in
            var ids: [String] = []
            for pty in ptys { ids.append(try #require(try await gateway.dongles.adopt(.path(pty.path), baud: nil).id)) }
            _ = try await gateway.dongles.setAlias("bar", of: ids[0])
            await #expect(throws: GatewayError.aliasTaken("bar", owner: ids[0])) {
                try await gateway.dongles.setAlias("bar", of: ids[1])
            }
            try await gateway.dongles.release("bar")
            let absent = try #require(await gateway.dongles.list().last)
            #expect(absent.id == ids[0] && absent.alias == "bar" && absent.state == .absent)
            await #expect(throws: GatewayError.dongleAway("bar", state: "it is not in use")) {
                try await gateway.dongles.reboot("bar", .run)
            }
            // A reader may wait for a known dongle.
            let adverts = try await gateway.adverts(AdvertQuery(from: "bar"))
            _ = try await gateway.dongles.adopt(.path(ptys[0].path), baud: nil)
            var iterator = adverts.makeAsyncIterator()
            guard case .adverts(let batch) = await iterator.next() else {
                Issue.record("no adverts")
                return
            }
            #expect(batch.dongle == ids[0])
        }
    }

    @Test(
        "what cannot be a name is refused",
        arguments: ["", "a b", "53494d3030303031", "ABCDEF0123456789", "bär", "a/b", String(repeating: "a", count: 33)])
    func invalid(alias: String) {
        #expect(!DongleService.isAlias(alias))
    }

    @Test(
        "what can be a name is taken",
        arguments: ["a", "bar-2_x.y", "53494d303030303", String(repeating: "a", count: 32)])
    func valid(alias: String) {
        #expect(DongleService.isAlias(alias))
    }
}
