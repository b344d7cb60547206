import Testing

@testable import Settings

@Suite struct ListenAddressTests {
    @Test(
        "host and port are told apart",
        arguments: [
            ("127.0.0.1:8470", "127.0.0.1", 8470), ("localhost:0", "localhost", 0), ("[::1]:65535", "::1", 65535),
            ("gate-way.example:80", "gate-way.example", 80),
        ])
    func parts(text: String, host: String, port: Int) throws {
        let address = try #require(ListenAddress(text))
        #expect(address.host == host)
        #expect(address.port == port)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", ":80", "host", "host:", "host:x", "host:-1", "host:+1", "host:65536", "::1:80", "[::1]80", "[::1:80",
            "[host]:80", "ho st:80", "host:80:81", "host:८",
        ])
    func refused(text: String) {
        #expect(ListenAddress(text) == nil)
    }
}
