import Testing

@testable import GatewayAPI

@Suite struct ConsolePlacesTests {
    /// URLs of a machine with these addresses, all reachable.
    private func urls(_ host: String, _ addresses: [String], given: CertificateNames? = nil) -> [String] {
        let found = addresses.compactMap(IPAddress.init)
        let machine = MachineAddresses(hostName: "yard", all: found, reachable: found)
        let places = ConsolePlaces(host: host, isSecure: true, given: given, fingerprint: nil) { machine }
        places.serve(on: 1)
        return places.urls()
    }

    @Test("a host that is named is where the console is")
    func named() {
        #expect(urls("gate.example", ["10.0.0.2"]) == ["https://gate.example:1"])
        #expect(urls("10.0.0.9", ["10.0.0.2"]) == ["https://10.0.0.9:1"])
        #expect(urls("fd00::1", []) == ["https://[fd00::1]:1"])
    }

    @Test("a gateway on every address has a URL for each of the machine's addresses, in their order")
    func any() {
        #expect(
            urls("0.0.0.0", ["10.0.0.2", "192.168.1.2", "fd00::2"]) == ["https://10.0.0.2:1", "https://192.168.1.2:1"])
        #expect(urls("::", ["10.0.0.2", "fd00::2"]) == ["https://10.0.0.2:1"])
        #expect(urls("::", ["fd00::2"]) == ["https://[fd00::2]:1"])
    }

    @Test("without a network the machine's own browser is left")
    func offline() {
        #expect(urls("0.0.0.0", []) == ["https://localhost:1"])
        #expect(urls("0.0.0.0", ["fd00::2"]) == ["https://localhost:1"], "nobody listens there")
    }

    @Test("a machine with many addresses names eight")
    func many() {
        #expect(urls("0.0.0.0", (1...20).map { "10.0.0.\($0)" }).count == 8)
    }

    @Test("a certificate of the user's has its own names")
    func given() {
        var given = CertificateNames(
            names: ["*.example", "localhost", "gate.example"], addresses: ["10.0.0.3"].compactMap(IPAddress.init))
        #expect(
            urls("0.0.0.0", ["10.0.0.2", "10.0.0.3"], given: given)
                == ["https://gate.example:1", "https://10.0.0.3:1"])
        given = CertificateNames(names: ["localhost"], addresses: ["127.0.0.1"].compactMap(IPAddress.init))
        #expect(urls("0.0.0.0", ["10.0.0.2"], given: given) == ["https://10.0.0.2:1"])
    }

    @Test("before the port is known there is none")
    func early() {
        let places = ConsolePlaces(host: "10.0.0.2", isSecure: false, given: nil, fingerprint: nil)
        #expect(places.urls().isEmpty && places.listening == nil)
        places.serve(on: 80)
        #expect(places.urls() == ["http://10.0.0.2:80"])
    }
}
