import Foundation
import NIOSSL
import Testing

@testable import Payfrit

@Suite(.timeLimit(.minutes(1))) struct PinnedCertificateTests {
    /// Certificates in a folder of their own, as files `name.pem` with `name.key`.
    private struct Certificates {
        let folder: String

        static func with(_ body: (Certificates) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "payfrit-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try await body(Certificates(folder: folder))
        }

        func path(_ name: String) -> String { folder + "/\(name).pem" }
        private func key(_ name: String) -> String { folder + "/\(name).key" }

        /// Makes a certificate, self-signed unless an issuer is named, and valid for two days.
        func make(
            _ name: String, isAuthority: Bool = false, for host: String = "IP:127.0.0.1", by issuer: String? = nil
        ) throws {
            var arguments = [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=\(name)", "-keyout", key(name), "-out", path(name), "-addext",
                "basicConstraints=critical,CA:\(isAuthority ? "TRUE" : "FALSE")",
            ]
            if !isAuthority { arguments += ["-addext", "subjectAltName=\(host)"] }
            if let issuer { arguments += ["-CA", path(issuer), "-CAkey", key(issuer)] }
            let openssl = Process()
            openssl.executableURL = URL(filePath: "/usr/bin/openssl")
            openssl.arguments = arguments
            openssl.standardError = FileHandle.nullDevice
            try openssl.run()
            openssl.waitUntilExit()
            try #require(openssl.terminationStatus == 0)
        }

        func join(_ names: String..., as name: String) throws {
            let texts = try names.map { try String(contentsOfFile: path($0), encoding: .utf8) }
            try texts.joined().write(toFile: path(name), atomically: true, encoding: .utf8)
        }

        func context(_ name: String) throws -> NIOSSLContext {
            let chain = try NIOSSLCertificate.fromPEMFile(path(name)).map { NIOSSLCertificateSource.certificate($0) }
            let key = try NIOSSLPrivateKey(file: key(name), format: .pem)
            return try NIOSSLContext(
                configuration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
        }
    }

    private static let untrusted = PayfritError.untrusted(
        "its certificate comes from an authority that this machine does not trust")
    private static let otherLeaf = PayfritError.untrusted("its certificate is not the pinned one")

    /// Returns the error of two requests in a row; nil if they were answered.
    private func outcome(_ certificates: Certificates, server name: String, pin: String?) async throws -> PayfritError?
    {
        try await ScriptedServer.with(tls: try certificates.context(name)) { _, _ in
            [ScriptedServer.json(#"{"OK":true,"Businesses":[]}"#)]
        } _: { server in
            try await withClient(of: server, scheme: "https", pin: pin.map(certificates.path)) { client in
                let first = await payfritError { _ = try await client.businesses(someSession) }
                let second = await payfritError { _ = try await client.businesses(someSession) }
                #expect(first == second)
                #expect(server.requests.count == (first == nil ? 2 : 0))
                return first
            }
        }
    }

    @Test("a pinned root admits the servers that it has signed for, and no others")
    func root() async throws {
        try await Certificates.with { certificates in
            try certificates.make("root", isAuthority: true)
            try certificates.make("other-root", isAuthority: true)
            try certificates.make("server", by: "root")
            try certificates.make("elsewhere", for: "DNS:payfrit.example", by: "root")
            #expect(try await outcome(certificates, server: "server", pin: "root") == nil)
            #expect(try await outcome(certificates, server: "server", pin: "other-root") == Self.untrusted)
            #expect(try await outcome(certificates, server: "server", pin: nil) == Self.untrusted)
            guard case .untrusted = try await outcome(certificates, server: "elsewhere", pin: "root") else {
                Issue.record("a certificate for another name is trusted")
                return
            }
        }
    }

    @Test("a pinned certificate that signed itself lets in its server alone")
    func selfSigned() async throws {
        try await Certificates.with { certificates in
            try certificates.make("server")
            try certificates.make("twin")
            #expect(try await outcome(certificates, server: "server", pin: "server") == nil)
            #expect(try await outcome(certificates, server: "twin", pin: "server") == Self.untrusted)
        }
    }

    @Test("a pinned server certificate admits that server alone, not others that its authority has signed for")
    func leaf() async throws {
        try await Certificates.with { certificates in
            try certificates.make("root", isAuthority: true)
            try certificates.make("server", by: "root")
            try certificates.make("twin", by: "root")
            try certificates.join("server", "root", as: "pin")
            #expect(try await outcome(certificates, server: "server", pin: "pin") == nil)
            #expect(try await outcome(certificates, server: "twin", pin: "pin") == Self.otherLeaf)
            // The chain does not end in a known root: a pin does not replace the other checks.
            #expect(try await outcome(certificates, server: "server", pin: "server") == Self.untrusted)
        }
    }

    @Test("a file that is no use as a pin is told before anything is sent")
    func unusable() async throws {
        try await Certificates.with { certificates in
            func setting(_ path: String, url: String = "https://127.0.0.1:1") async -> String? {
                let error = await payfritError {
                    let client = try PayfritClient(
                        environment: .custom(url), generation: .php, pinnedCertificate: path)
                    await client.close()
                }
                guard case .badSetting(let what) = error else { return nil }
                return what
            }
            let missing = certificates.path("missing")
            #expect(await setting(missing) == "The pinned certificate cannot be read: \(missing)")
            let folder = certificates.folder
            #expect(await setting(folder) == "The pinned certificate is not a file: \(folder)")
            let empty = certificates.path("empty")
            try "".write(toFile: empty, atomically: true, encoding: .utf8)
            #expect(await setting(empty) == "The pinned certificate is not a PEM file: \(empty)")
            try "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".write(
                toFile: empty, atomically: true, encoding: .utf8)
            #expect(await setting(empty) == "The pinned certificate is not a PEM file: \(empty)")
            let large = certificates.path("large")
            try String(repeating: "-", count: 262_145).write(toFile: large, atomically: true, encoding: .utf8)
            #expect(await setting(large) == "The pinned certificate has more than 262144 bytes: \(large)")
            try certificates.make("server")
            let plain = await setting(certificates.path("server"), url: "http://127.0.0.1:1")
            #expect(plain == "A pinned certificate needs a URL that begins with https://")
        }
    }

    @Test("a server without TLS is not one behind https")
    func plain() async throws {
        try await ScriptedServer.with { _, _ in
            [ScriptedServer.json("{}")]
        } _: { server in
            let error = await payfritError {
                try await withClient(of: server, scheme: "https") { _ = try await $0.sendOTP(phone: "1") }
            }
            #expect(error == .unreachable("no TLS handshake"))
            #expect(server.requests.isEmpty)
        }
    }
}
