import AsyncHTTPClient
import Foundation
import Gateway
import GatewayModel
import Glibc
import Logging
import NIOSSL
import Store
import Testing

@testable import GatewayAPI

@Suite struct ListeningTests {
    /// Returns the error that serving throws.
    private func error(
        _ change: @escaping @Sendable (inout GatewayServer.Configuration) -> Void
    ) async throws -> ServerError? {
        do {
            try await TestServer.with {
                change(&$0)
            } _: { _ in
            }
            return nil
        } catch let error as ServerError {
            return error
        }
    }

    @Test("a free port is found and told of")
    func freePort() async throws {
        try await TestServer.with { server in
            #expect(server.port > 0)
            #expect(server.addresses.url == "http://127.0.0.1:\(server.port)")
            #expect(server.addresses.consoleLink?.hasPrefix("http://127.0.0.1:\(server.port)/console?code=") == true)
        }
        try await TestServer.with(tcp: false) { server in
            #expect(server.addresses.url == nil && server.addresses.consoleLink == nil)
        }
    }

    @Test("IPv6 is served likewise")
    func ipv6() async throws {
        try await TestServer.with {
            $0.tcp?.host = "::1"
        } _: { server in
            #expect(server.addresses.url == "http://[::1]:\(server.port)")
            let answer = try await server.asker(.tcp)("GET", "/v1/status")
            #expect(answer.status == 200)
        }
    }

    @Test("a port that is taken is told of, and the socket given up")
    func portTaken() async throws {
        try await TestServer.with { server in
            try await withFolder { folder in
                let found = try await error { [port = server.port] in
                    $0.socket = folder + "/s"
                    $0.tcp?.port = port
                }
                #expect(found == .portTaken(host: "127.0.0.1", port: server.port))
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["s.lock"])
            }
        }
    }

    @Test("a second server does not take the first one's socket")
    func socketTaken() async throws {
        try await TestServer.with { server in
            let path = server.addresses.socket
            let found = try await error { $0.socket = path }
            #expect(found == .socketTaken(path: path, pid: getpid()))
            #expect(try await server.asker(.socket)("GET", "/healthz").status == 200)
        }
    }

    @Test("nothing but the lock file is left of a server")
    func leftovers() async throws {
        try await withFolder { folder in
            try await TestServer.with {
                $0.socket = folder + "/x/s"
            } _: { server in
                let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/x")
                #expect(Set(names) == ["s", "s.lock"])
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/x") == ["s.lock"])
        }
    }

    @Test("an address that is not this machine's cannot be listened on")
    func foreignAddress() async throws {
        try await withFolder { folder in
            try makeCertificate(in: folder)
            let found = try await error {
                $0.tcp?.host = "192.0.2.1"
                $0.tcp?.tls = (folder + "/c.pem", folder + "/k.pem")
            }
            #expect(found == .cannotListen(host: "192.0.2.1", port: 0, errno: EADDRNOTAVAIL))
        }
    }

    // MARK: TLS

    /// Makes a self-signed certificate for 127.0.0.1: `c.pem` and `k.pem`.
    private func makeCertificate(in folder: String) throws {
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=perch", "-addext", "subjectAltName=IP:127.0.0.1,IP:0.0.0.0", "-keyout", folder + "/k.pem",
            "-out", folder + "/c.pem",
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        try #require(openssl.terminationStatus == 0)
    }

    @Test("with TLS the same API is served, and other machines may be let in")
    func tls() async throws {
        try await withFolder { folder in
            try makeCertificate(in: folder)
            try await TestServer.with {
                $0.tcp?.host = "0.0.0.0"
                $0.tcp?.tls = (folder + "/c.pem", folder + "/k.pem")
            } _: { server in
                #expect(server.addresses.url == "https://0.0.0.0:\(server.port)")
                #expect(server.addresses.fingerprint == nil, "the user has this certificate from elsewhere")
                #expect(try FileManager.default.contentsOfDirectory(atPath: server.folder).sorted() == ["s", "s.lock"])
                var configuration = HTTPClient.Configuration()
                configuration.tlsConfiguration = .makeClientConfiguration()
                configuration.tlsConfiguration?.trustRoots = .file(folder + "/c.pem")
                let client = HTTPClient(configuration: configuration)
                var request = HTTPClientRequest(url: "https://127.0.0.1:\(server.port)/v1/status")
                let refused = try await client.execute(request, timeout: .seconds(10))
                request.headers.add(name: "Authorization", value: "Bearer \(TestServer.token)")
                let answer = try await client.execute(request, timeout: .seconds(10))
                let plain = try? await HTTPClient.shared.execute(
                    HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/healthz"), timeout: .seconds(10))
                try await client.shutdown()
                configuration.tlsConfiguration?.minimumTLSVersion = .tlsv1
                configuration.tlsConfiguration?.maximumTLSVersion = .tlsv11
                let outdated = HTTPClient(configuration: configuration)
                await #expect(throws: (any Error).self, "TLS 1.1 is not spoken") {
                    try await outdated.execute(request, timeout: .seconds(10))
                }
                try await outdated.shutdown()
                configuration.tlsConfiguration?.minimumTLSVersion = .tlsv12
                configuration.tlsConfiguration?.maximumTLSVersion = .tlsv12
                // A suite without authenticated encryption.
                for suite in [NIOTLSCipher.TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA] {
                    configuration.tlsConfiguration?.cipherSuiteValues = [suite]
                    let weak = HTTPClient(configuration: configuration)
                    await #expect(throws: (any Error).self, "\(suite) is not spoken") {
                        try await weak.execute(request, timeout: .seconds(10))
                    }
                    try await weak.shutdown()
                }
                #expect(refused.status.code == 401)
                #expect(answer.status.code == 200)
                for headers in [refused.headers, answer.headers] {
                    #expect(headers.first(name: "Strict-Transport-Security") == "max-age=31536000")
                }
                #expect(plain == nil)
            }
        }
    }

    @Test("other machines are served without any files, with a certificate that the gateway makes itself")
    func ownCertificate() async throws {
        try await withFolder { folder in
            let certificate = folder + "/console-certificate.pem"
            func serve(_ body: @escaping @Sendable (TestServer, HTTPClient) async throws -> Void) async throws {
                try await TestServer.with {
                    $0.tcp?.host = "0.0.0.0"
                    $0.tcp?.folder = folder
                } _: { server in
                    var configuration = HTTPClient.Configuration()
                    configuration.tlsConfiguration = .makeClientConfiguration()
                    configuration.tlsConfiguration?.trustRoots = .file(certificate)
                    let client = HTTPClient(configuration: configuration)
                    do { try await body(server, client) } catch {
                        try await client.shutdown()
                        throw error
                    }
                    try await client.shutdown()
                }
            }
            @Sendable func status(_ url: String, host: String? = nil, _ client: HTTPClient) async throws -> UInt {
                var request = HTTPClientRequest(url: url + "/v1/status")
                if let host { request.headers.add(name: "Host", value: host) }
                request.headers.add(name: "Authorization", value: "Bearer \(TestServer.token)")
                return try await client.execute(request, timeout: .seconds(10)).status.code
            }
            let (prints, print) = AsyncStream.makeStream(of: String?.self)
            try await serve { server, client in
                print.yield(server.addresses.fingerprint)
                let port = server.port
                for host in ["127.0.0.1", "localhost"] {
                    #expect(try await status("https://\(host):\(port)", client) == 200)
                }
                let local = "https://127.0.0.1:\(port)"
                for host in ["localhost:\(port)", "192.0.2.7", "[2001:db8::1]:\(port)"] {
                    #expect(try await status(local, host: host, client) == 200, "\(host)")
                }
                for host in ["evil.example", "evil.example:\(port)", "127.0.0.1.evil.example"] {
                    #expect(try await status(local, host: host, client) == 403, "\(host)")
                }
                // A phone can open the link, and compare the fingerprint.
                let answer = try await server.asker(.socket)("POST", "/v1/console")
                let link = try answer.object(ConsoleLink.self)
                #expect(link.fingerprint == server.addresses.fingerprint)
                for url in [link.url, server.addresses.consoleLink ?? ""] + (link.furtherURLs ?? []) {
                    #expect(url.wholeMatch(of: /https:\/\/.+:\d+\/console\?code=[0-9a-f]{64}/) != nil)
                    #expect(!url.contains("0.0.0.0"))
                }
            }
            // The second start keeps the certificate.
            try await serve { server, _ in print.yield(server.addresses.fingerprint) }
            print.finish()
            let found = await prints.reduce(into: []) { $0.append($1) }
            #expect(found.count == 2 && found[0] == found[1])
            #expect(found[0]?.wholeMatch(of: /([0-9A-F]{2}:){31}[0-9A-F]{2}/) != nil)
        }
    }

    @Test("a folder in which no certificate can be saved is told of, and nothing is bound")
    func unwritableFolder() async throws {
        try await withFolder { folder in
            let found = try await error {
                $0.socket = folder + "/s"
                $0.tcp?.host = "0.0.0.0"
                $0.tcp?.folder = folder + "/none"
            }
            #expect(found == .certificateNotMade(file: folder + "/none/console-key.pem", errno: ENOENT))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test("a file that is no use for TLS is named")
    func unusableFiles() async throws {
        try await withFolder { folder in
            try makeCertificate(in: folder)
            let (certificate, key, empty) = (folder + "/c.pem", folder + "/k.pem", folder + "/e.pem")
            try Data().write(to: URL(fileURLWithPath: empty))
            for file in [certificate, empty] { chmod(file, 0o600) }
            for (files, culprit) in [
                ((folder + "/none.pem", key), folder + "/none.pem"),
                ((certificate, folder + "/none.pem"), folder + "/none.pem"),
                ((empty, key), empty), ((certificate, empty), empty), ((certificate, certificate), certificate),
            ] {
                let found = try await error { $0.tcp?.tls = files }
                guard case .tlsUnusable(culprit, let reason) = found else {
                    Issue.record("\(String(describing: found)) for \(files)")
                    continue
                }
                #expect(!reason.isEmpty)
            }
        }
    }

    @Test("a key that others may read is refused", arguments: [0o640, 0o604, 0o660] as [mode_t])
    func openKey(_ mode: mode_t) async throws {
        try await withFolder { folder in
            try makeCertificate(in: folder)
            let key = folder + "/k.pem"
            chmod(key, mode)
            let found = try await error { $0.tcp?.tls = (folder + "/c.pem", key) }
            #expect(found == .tlsKeyOpen(file: key, mode: UInt32(mode)))
        }
    }

    @Test("a key of another certificate is told of")
    func foreignKey() async throws {
        try await withFolder { folder in
            for name in ["a", "b"] {
                try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: false)
                try makeCertificate(in: "\(folder)/\(name)")
            }
            let found = try await error { $0.tcp?.tls = (folder + "/a/c.pem", folder + "/b/k.pem") }
            #expect(
                found
                    == .tlsUnusable(file: folder + "/b/k.pem", reason: "the key does not belong to the certificate"))
        }
    }
}
