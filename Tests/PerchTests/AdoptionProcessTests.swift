import TestSupport
import Foundation
import Testing

/// Ports that another process gives to a running gateway.
@Suite(.timeLimit(.minutes(2))) struct AdoptionProcessTests {
    private static let id = "53494d3030303031"
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func code(_ ending: PerchProcess.Ending) throws -> String? {
        (try ending.objects().last?["error"] as? [String: Any])?["code"] as? String
    }

    @Test("a dongle is adopted, heard through the gateway, released, and recorded as such")
    func adoption() async throws {
        let simulation = try SimulatedPort(home: home)
        let gateway = try await GatewayProcess.start("--port", home.path("absent"), home: home)
        let adopted = try gateway.run("dongle", "adopt", simulation.link, "--json")
        #expect(adopted.status == 0, "\(adopted.errors)")
        let result = try #require(try adopted.objects().last)
        #expect(result["dongle"] as? String == Self.id)
        #expect(result["port"] as? String == simulation.link)
        #expect(result["simulated"] as? Bool == true)

        // The same dongle is found under the other name of its port.
        #expect(try gateway.run("dongle", "adopt", simulation.path).status == 0)
        let scan = try gateway.run("scan", "--dongle", Self.id, "--duration", "1s", "--json")
        #expect(scan.status == 0, "\(scan.errors)")
        #expect(try scan.objects().contains { $0["type"] as? String == "advert" && $0["dongle"] as? String == Self.id })

        #expect(try gateway.run("dongle", "release", "--dongle", Self.id).status == 0)
        let gone = try gateway.run("dongle", "info", "--dongle", Self.id, "--json")
        #expect(gone.status != 0)
        // The port can be opened by others once it is released.
        let own = try PerchProcess(["dongle", "info", "--port", simulation.path, "--json"], home: home).end()
        #expect(own.status == 0, "\(own.errors)")
        #expect(
            try gateway.events().filter { $0.hasPrefix("Dongle") }
                == ["Dongle first seen", "Dongle adopted", "Dongle released"])
        #expect(try gateway.stop().status == 0)
        #expect(try simulation.stop().status == 0)
    }

    @Test("a port that cannot be adopted is told as such, and not kept")
    func refusal() async throws {
        let gateway = try await GatewayProcess.start("--port", home.path("absent"), home: home)
        let missing = try gateway.run("dongle", "adopt", home.path("nothing"), "--json")
        #expect(missing.status == 69)
        #expect(try code(missing) == "port-not-found")
        let list = try gateway.run("dongle", "list", "--json").output
        #expect(list.contains(home.path("absent")) && !list.contains(home.path("nothing")))
        #expect(try gateway.stop().status == 0)
        let nobody = try PerchProcess(["dongle", "adopt", home.path("tty"), "--json"], home: home).end()
        #expect(nobody.status == 69)
        #expect(try code(nobody) == "no-gateway")
    }

    @Test("a dongle that another process holds is told as busy, and adopted once it is free")
    func busy() async throws {
        let simulation = try SimulatedPort(home: home)
        // Runs in a folder of its own, since it would otherwise occupy the gateway's database as
        // well.
        let scan = try PerchProcess(["scan", "--port", simulation.link, "--json"])
        #expect(scan.line().contains("advert"))
        let gateway = try await GatewayProcess.start("--port", home.path("absent"), home: home)
        let busy = try gateway.run("dongle", "adopt", simulation.link, "--json")
        #expect(busy.status == 75, "\(busy.errors)")
        #expect(try code(busy) == "port-busy")
        scan.interrupt()
        #expect(try scan.end().status == 0)
        #expect(try gateway.run("dongle", "adopt", simulation.link).status == 0)
        let status = try gateway.run("status").output
        #expect(status.contains(", 1 session\n"), "\(status)")
        #expect(try gateway.stop().status == 0)
        _ = try simulation.stop()
    }
}
