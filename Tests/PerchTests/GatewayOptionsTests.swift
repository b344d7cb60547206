import TestSupport
import Failures
import Foundation
import GatewayClient
import Glibc
import Testing

@testable import Perch

@Suite struct GatewayOptionsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func choose(
        _ arguments: [String] = [], _ environment: [String: String] = [:], wantsOwn: Bool = false
    ) throws -> GatewayOptions.Choice {
        // With these folders no other gateway of this machine is found, except the system's own.
        let places = [
            "XDG_RUNTIME_DIR": folder.path, "XDG_STATE_HOME": folder.path, "HOME": folder.path, "PERCH_GATEWAY": "",
        ]
        return try GatewayOptions.parse(arguments).choose(
            wantsOwn: wantsOwn, environment: places.merging(environment) { $1 })
    }

    private func code(_ body: () throws -> GatewayOptions.Choice) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return Failure(error).code
        }
    }

    @Test("the command line comes before the environment")
    func order() throws {
        let environment = ["PERCH_GATEWAY": "unix:/b"]
        #expect(try choose([], environment) == .running(.socket("/b"), token: nil, trustRoots: nil))
        #expect(
            try choose(["--gateway", "unix:/a"], environment) == .running(.socket("/a"), token: nil, trustRoots: nil))
        #expect(try choose(["--gateway", "none"], environment) == .own)
        #expect(try choose([], ["PERCH_GATEWAY": "none"]) == .own)
    }

    @Test("what belongs to this process stays in it, whatever the environment says")
    func own() throws {
        #expect(try choose([], ["PERCH_GATEWAY": "unix:/b"], wantsOwn: true) == .own)
    }

    @Test("a gateway is found by its socket, and a socket that nobody serves is none")
    func found() throws {
        let path = folder.path("perch/perch.sock")
        try FileManager.default.createDirectory(atPath: folder.path("perch"), withIntermediateDirectories: true)
        let socket = try ListeningSocket(path: path)
        #expect(try choose() == .running(.socket(path), token: nil, trustRoots: nil))
        socket.close()
        #expect(FileManager.default.fileExists(atPath: path))
        #expect(SocketProbe(path: path) == .absent)
    }

    @Test("the socket that the settings name comes first, from the environment or a file")
    func ownSocket() throws {
        try FileManager.default.createDirectory(atPath: folder.path("perch"), withIntermediateDirectories: true)
        let usual = try ListeningSocket(path: folder.path("perch/perch.sock"))
        let named = try ListeningSocket(path: folder.path("named.sock"))
        defer { for socket in [usual, named] { socket.close() } }
        let choice = GatewayOptions.Choice.running(.socket(folder.path("named.sock")), token: nil, trustRoots: nil)
        #expect(try choose([], ["PERCH_SOCKET_PATH": folder.path("named.sock")]) == choice)
        let file = try folder.file("own.toml", "[socket]\npath = \"\(folder.path("named.sock"))\"\n")
        #expect(try choose([], ["PERCH_CONFIG": file]) == choice)
        let usualChoice = GatewayOptions.Choice.running(
            .socket(folder.path("perch/perch.sock")), token: nil, trustRoots: nil)
        #expect(try choose([], ["PERCH_SOCKET_PATH": folder.path("none.sock")]) == usualChoice)
        #expect(try choose([], ["PERCH_SOCKET_PATH": "relative"]) == usualChoice)
    }

    @Test("a token is read from the file that is named, else this user's own on this machine only")
    func token() throws {
        let named = try folder.file("named", "a-token-of-its-own\n")
        try FileManager.default.createDirectory(atPath: folder.path("perch"), withIntermediateDirectories: true)
        try folder.file("perch/token", "the-gateways-own-token\n")
        let local = ["--gateway", "http://127.0.0.1:1"]
        let address = GatewayAddress.http(host: "127.0.0.1", port: 1)
        #expect(try choose(local) == .running(address, token: "the-gateways-own-token", trustRoots: nil))
        #expect(
            try choose(local + ["--token-file", named])
                == .running(address, token: "a-token-of-its-own", trustRoots: nil))
        #expect(
            try choose(local, ["PERCH_TOKEN_FILE": named])
                == .running(address, token: "a-token-of-its-own", trustRoots: nil))
        #expect(
            try choose(["--gateway", "https://gate.example"])
                == .running(.https(host: "gate.example", port: 8470), token: nil, trustRoots: nil))
    }

    @Test("what is wrong is said, without the token")
    func wrong() throws {
        let two = try folder.file("two", "one-token two-tokens")
        let at = ["--gateway", "http://a"]
        #expect(code { try choose([], ["PERCH_GATEWAY": "nonsense"]) } == "bad-environment")
        #expect(code { try choose(at + ["--token-file", "/nowhere/x"]) } == "token-unreadable")
        #expect(code { try choose(at + ["--token-file", two]) } == "token-invalid")
        #expect(code { try choose(at + ["--ca-file", "/nowhere/x"]) } == "ca-unreadable")
        do {
            _ = try choose(at + ["--token-file", two])
        } catch {
            #expect(!"\(Failure(error))".contains("one-token"))
        }
    }

    @Test("an address that is none is refused", arguments: ["", "perch", "http://", "unix:"])
    func refused(_ address: String) {
        #expect(throws: (any Error).self) { try GatewayOptions.parse(["--gateway", address]) }
    }

    @Test("a dongle of this process has no place on another gateway, and one is meant in one way only")
    func dongles() throws {
        for arguments in [
            ["--port", "sim", "--gateway", "unix:/a"], ["--port", "sim", "--dongle", "a"],
            ["--port", "/dev/x", "--dongle", "a"], ["--seed", "1"],
        ] {
            #expect(throws: (any Error).self, "\(arguments)") { try DongleOptions.parse(arguments) }
        }
        _ = try DongleOptions.parse(["--port", "sim", "--gateway", "none"])
    }
}

/// A unix socket with a listener.
final class ListeningSocket {
    private let descriptor: Int32

    init(path: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(result == 0 && listen(descriptor, 4) == 0)
    }

    func close() { Glibc.close(descriptor) }
}
