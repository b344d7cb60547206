import Testing

@testable import GatewayClient

@Suite struct GatewayAddressTests {
    @Test(
        "an address is read and written",
        arguments: [
            ("unix:/run/perch/perch.sock", GatewayAddress.socket("/run/perch/perch.sock")),
            ("unix:perch.sock", .socket("perch.sock")),
            ("http://127.0.0.1:8470", .http(host: "127.0.0.1", port: 8470)),
            ("https://gate.example:443", .https(host: "gate.example", port: 443)),
            ("http://[::1]:80", .http(host: "::1", port: 80)),
        ])
    func read(_ text: String, _ address: GatewayAddress) {
        #expect(GatewayAddress(text) == address)
        #expect(address.text == text)
    }

    @Test("the port is 8470 unless said, and one slash may follow")
    func usualPort() {
        #expect(GatewayAddress("http://localhost") == .http(host: "localhost", port: 8470))
        #expect(GatewayAddress("https://[fe80::1]/") == .https(host: "fe80::1", port: 8470))
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "unix:", "unix:\u{0}", "http://", "http://:80", "http://a:0", "http://a:65536", "http://a:+1",
            "http://a:b", "http://a/path", "http://user@a", "ftp://a", "a:80", "http://[::1", "http://[a]",
            "http://a b", "unix:" + String(repeating: "x", count: 108),
        ])
    func refused(_ text: String) {
        #expect(GatewayAddress(text) == nil)
    }

    @Test("only this machine's own addresses are local")
    func local() {
        for text in ["unix:/x", "http://127.0.0.1", "http://127.1.2.3", "http://[::1]", "https://localhost"] {
            #expect(GatewayAddress(text)?.isLocal == true, "\(text)")
        }
        for text in ["http://127.0.0.1.example", "http://127.example", "http://10.0.0.1", "http://localhost.example"] {
            #expect(GatewayAddress(text)?.isLocal == false, "\(text)")
        }
    }

    @Test("what stands in a URL is encoded")
    func encoded() {
        #expect(percentEncoded("/dev/ttyACM0 ü?") == "%2Fdev%2FttyACM0%20%C3%BC%3F")
        #expect(GatewayAddress.socket("/run/a b").base == "http+unix://%2Frun%2Fa%20b")
    }
}
