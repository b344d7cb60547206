import Payfrit
import Testing

@Suite struct PayfritEnvironmentTests {
    @Test("plain HTTP is exposed, except to this machine itself")
    func exposure() throws {
        for url in ["http://payfrit.lan/api", "http://10.0.0.5:8480/api", "http://[fe80::1]/api"] {
            #expect(try #require(PayfritEnvironment(url)).isExposed)
        }
        for url in ["dev", "prod", "https://payfrit.lan/api", "http://127.0.0.1:8480/api", "http://[::1]:8480/api"] {
            #expect(try #require(PayfritEnvironment(url)).isExposed == false)
        }
    }

    @Test("dev and prod are known by name and by URL")
    func known() {
        #expect(PayfritEnvironment("dev") == .dev)
        #expect(PayfritEnvironment("prod") == .prod)
        #expect(PayfritEnvironment("https://dev.payfrit.com/api/") == .dev)
        #expect(PayfritEnvironment("https://biz.payfrit.com/api") == .prod)
        #expect(PayfritEnvironment.dev.base == "https://dev.payfrit.com/api")
        #expect(PayfritEnvironment.prod.base == "https://biz.payfrit.com/api")
        #expect(PayfritEnvironment.dev.isDev)
        #expect(!PayfritEnvironment.prod.isDev)
    }

    @Test(
        "any other server is named by its URL, without a slash at the end",
        arguments: [
            ("http://127.0.0.1:8080/api/", "http://127.0.0.1:8080/api", true),
            ("HTTP://LocalHost", "http://LocalHost", true), ("http://[::1]:80/", "http://[::1]:80", true),
            ("http://127.1.2.3", "http://127.1.2.3", true),
            ("http://127.0.0.1.example.com", "http://127.0.0.1.example.com", false),
            ("http://127.evil.0.1", "http://127.evil.0.1", false),
            ("https://payfrit.example:8443/v2/api//", "https://payfrit.example:8443/v2/api", false),
        ])
    func custom(text: String, base: String, isDev: Bool) throws {
        let environment = try #require(PayfritEnvironment(text))
        #expect(environment == .custom(base))
        #expect(environment.base == base)
        #expect(environment.name == base)
        #expect("\(environment)" == base)
        #expect(environment.isDev == isDev)
    }

    @Test(
        "what could not have a path behind it, or hides something, is no URL of a server",
        arguments: [
            "", "Dev", "production", "ftp://a", "https://", "https:///api", "http://user:secret@host/api",
            "http://host/api?x=1",
            "http://host/#x", "http://ho st/", "http://host\r\nx: y", "http://host:0", "http://host/a b",
            "http://host/ü", "http://host/a\r\nx: y", "http://host:65536",
            "http://host:+80",
            "http://host:",
            "http://[::1", "http://[]", "http://a]b", "http://[::1]x", "http://müller.example",
            "http://" + String(repeating: "a", count: 500),
        ])
    func refused(text: String) {
        #expect(PayfritEnvironment(text) == nil)
    }
}
