import Foundation
import Testing

@testable import GatewayAPI

@Suite struct OwnCertificateTests {
    /// 2026-11-21.
    private let now = Date(timeIntervalSince1970: 1_795_219_200)
    private let day: TimeInterval = 86_400

    private func machine(_ name: String = "yard", _ addresses: [String] = ["10.0.0.2", "fd00::2"]) -> MachineAddresses {
        let found = addresses.compactMap(IPAddress.init)
        return MachineAddresses(hostName: name, all: found, reachable: found)
    }

    private func certificate(
        _ folder: String, host: String = "0.0.0.0", name: String = "The yard", _ machine: MachineAddresses? = nil
    ) -> OwnCertificate {
        OwnCertificate(folder: folder, host: host, name: name, machine: machine ?? self.machine())
    }

    /// What OpenSSL says about the certificate.
    private func text(_ own: OwnCertificate, _ options: String...) throws -> String {
        let openssl = Process()
        openssl.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        openssl.arguments = ["x509", "-in", own.certificatePath, "-noout"] + options
        let output = Pipe()
        openssl.standardOutput = output
        try openssl.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        openssl.waitUntilExit()
        try #require(openssl.terminationStatus == 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("it is what browsers accept, and names all that leads to the gateway")
    func content() async throws {
        try await withFolder { folder async throws in
            let own = certificate(folder)
            #expect(try own.prepare(at: now) == .missing)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
            #expect(try mode(own.keyPath) == 0o600)
            let text = try text(own, "-text", "-fingerprint", "-sha256")
            for part in [
                "Subject: CN = The yard\n", "Issuer: CN = The yard\n", "NIST CURVE: P-256", "ecdsa-with-SHA256",
                "TLS Web Server Authentication\n", "CA:FALSE", "Not Before: Nov 20 00:00:00 2026 GMT",
                "Not After : Dec 22 00:00:00 2027 GMT",
                "DNS:yard, DNS:yard.local, DNS:localhost, IP Address:10.0.0.2, IP Address:FD00:0:0:0:0:0:0:2, "
                    + "IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1\n",
            ] {
                #expect(text.contains(part), "\(part) in \(text)")
            }
            let loaded = try TLSFiles.load(certificate: own.certificatePath, key: own.keyPath)
            #expect(text.contains("sha256 Fingerprint=\(loaded.fingerprint)"))
            for host in ["yard", "YARD.local", "localhost", "10.0.0.2", "::1"] { #expect(loaded.names.cover(host)) }
        }
    }

    @Test("a host that is named is in it, whatever addresses the machine has")
    func namedHost() async throws {
        try await withFolder { folder async throws in
            for (host, part) in [
                ("Gate.Example", "DNS:gate.example, DNS:yard,"), ("10.0.0.9", "IP Address:10.0.0.9, "),
            ] {
                let own = certificate(folder, host: host)
                #expect(try own.prepare(at: now) != nil)
                #expect(try text(own, "-ext", "subjectAltName").contains(part))
                #expect(try own.prepare(at: now) == nil)
            }
        }
    }

    @Test(
        "names that no certificate can have leave the others", arguments: ["", "localhost", "my host", "hôte", "a..b"])
    func oddHostName(_ name: String) async throws {
        try await withFolder { folder async throws in
            let own = certificate(folder, name: "", machine(MachineAddresses.usable(name), []))
            #expect(try own.prepare(at: now) == .missing)
            #expect(try own.prepare(at: now) == nil)
            let text = try text(own, "-ext", "subjectAltName", "-subject")
            #expect(text.contains("DNS:localhost, IP Address:127.0.0.1"))
            #expect(text.contains("CN = perch"))
        }
    }

    @Test("a gateway's name of any length and script is its common name")
    func longName() async throws {
        try await withFolder { folder async throws in
            let own = certificate(folder, name: String(repeating: "ß", count: 100))
            #expect(try own.prepare(at: now) == .missing)
            _ = try TLSFiles.load(certificate: own.certificatePath, key: own.keyPath)
            let name = String(repeating: "ß", count: 64)
            #expect(try text(own, "-subject", "-nameopt", "utf8") == "subject=CN=\(name)\n")
        }
    }

    @Test("it has at most 64 addresses of the machine")
    func manyAddresses() async throws {
        try await withFolder { folder async throws in
            let own = certificate(folder, machine("yard", (0..<300).map { "10.0.\($0 / 256).\($0 % 256)" }))
            #expect(try own.prepare(at: now) == .missing)
            let names = try TLSFiles.load(certificate: own.certificatePath, key: own.keyPath).names
            #expect(names.addresses.count == 66)
        }
    }

    @Test("it is kept until 30 days before its end, and then replaced with its key")
    func renewal() async throws {
        try await withFolder { folder async throws in
            let own = certificate(folder)
            #expect(try own.prepare(at: now) == .missing)
            let first = try Data(contentsOf: URL(fileURLWithPath: own.keyPath))
            for days in [0, 100, 366] { #expect(try own.prepare(at: now + TimeInterval(days) * day) == nil) }
            #expect(try Data(contentsOf: URL(fileURLWithPath: own.keyPath)) == first)
            #expect(try own.prepare(at: now + 367 * day) == .outdated)
            #expect(try own.prepare(at: now + 367 * day) == nil)
            #expect(try Data(contentsOf: URL(fileURLWithPath: own.keyPath)) != first)
            #expect(try mode(own.keyPath) == 0o600)
        }
    }

    @Test("a clock that is wrong at the start makes no new certificate each time")
    func wrongClock() async throws {
        try await withFolder { folder async throws in
            let own = certificate(folder)
            let epoch = Date(timeIntervalSince1970: 5)
            #expect(try own.prepare(at: epoch) == .missing)
            #expect(try text(own, "-startdate") == "notBefore=Dec 31 00:00:00 2025 GMT\n")
            #expect(try own.prepare(at: epoch) == nil)
            // The clock is set, and the certificate will do for some weeks more.
            #expect(try own.prepare(at: now) == nil)
            #expect(try own.prepare(at: now + 365 * day) == .outdated)
            // At the next start it is wrong again.
            #expect(try own.prepare(at: epoch) == nil)
            #expect(try own.prepare(at: now + 365 * day) == nil)
        }
    }

    @Test("a certificate from the future is replaced once the clock is right")
    func clockAhead() async throws {
        try await withFolder { folder async throws in
            let own = certificate(folder)
            #expect(try own.prepare(at: now + 3_650 * day) == .missing)
            #expect(try own.prepare(at: now) == .outdated)
            #expect(try own.prepare(at: now - day) == nil)
            for far in [Date.distantFuture, Date(timeIntervalSince1970: 1e13)] {
                #expect(try own.prepare(at: far) == .outdated)
                _ = try TLSFiles.load(certificate: own.certificatePath, key: own.keyPath)
            }
        }
    }

    @Test("another host needs another certificate; another network does not")
    func moved() async throws {
        try await withFolder { folder async throws in
            #expect(try certificate(folder).prepare(at: now) == .missing)
            let elsewhere = machine("yard", ["192.168.7.7"])
            #expect(try certificate(folder, elsewhere).prepare(at: now) == nil)
            #expect(try certificate(folder, host: "::", machine("yard", [])).prepare(at: now) == nil)
            #expect(try certificate(folder, host: "10.0.0.2").prepare(at: now) == nil)
            #expect(
                try certificate(folder, host: "192.168.7.7", elsewhere).prepare(at: now)
                    == .notCovering(host: "192.168.7.7"))
            #expect(try certificate(folder, host: "192.168.7.7", elsewhere).prepare(at: now) == nil)
            #expect(try certificate(folder, machine("shed", [])).prepare(at: now) == .notCovering(host: "shed"))
            #expect(
                try certificate(folder, host: "gate.example").prepare(at: now) == .notCovering(host: "gate.example"))
        }
    }

    @Test("files that are damaged, or do not belong together, are made again")
    func damaged() async throws {
        try await withFolder { folder async throws in
            let own = certificate(folder)
            #expect(try own.prepare(at: now) == .missing)
            let key = try Data(contentsOf: URL(fileURLWithPath: own.keyPath))
            for path in [own.certificatePath, own.keyPath] {
                for bytes in [Data(), Data("-----BEGIN".utf8), Data(repeating: 0xFF, count: 100_000)] {
                    try bytes.write(to: URL(fileURLWithPath: path))
                    #expect(try own.prepare(at: now) == .unusable)
                    #expect(try own.prepare(at: now) == nil)
                }
                unlink(path)
                #expect(try own.prepare(at: now) == .missing)
            }
            // As a crash between the two files leaves them.
            try key.write(to: URL(fileURLWithPath: own.keyPath))
            try Data("x".utf8).write(to: URL(fileURLWithPath: own.certificatePath + ".new"))
            #expect(try own.prepare(at: now) == .unusable)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
            _ = try TLSFiles.load(certificate: own.certificatePath, key: own.keyPath)
        }
    }

    @Test("a key that others may read is refused, not replaced", arguments: [0o640, 0o604] as [mode_t])
    func openKey(_ mode: mode_t) async throws {
        try await withFolder { folder async throws in
            let own = certificate(folder)
            #expect(try own.prepare(at: now) == .missing)
            chmod(own.keyPath, mode)
            #expect(throws: ServerError.tlsKeyOpen(file: own.keyPath, mode: UInt32(mode))) {
                try own.prepare(at: now)
            }
        }
    }

    @Test("what cannot be read or written is named")
    func unreadable() async throws {
        try await withFolder { folder async throws in
            let own = certificate(folder)
            try FileManager.default.createDirectory(atPath: own.keyPath, withIntermediateDirectories: false)
            #expect(throws: ServerError.tlsUnusable(file: own.keyPath, reason: "Is a directory")) {
                try own.prepare(at: now)
            }
            let none = certificate(folder + "/none")
            #expect(throws: ServerError.certificateNotMade(file: none.keyPath, errno: ENOENT)) {
                try none.prepare(at: now)
            }
        }
    }

    @Test("the machine's addresses have neither loopback nor link-local ones")
    func addresses() {
        let machine = MachineAddresses.current()
        #expect(!machine.all.contains { $0.isLinkLocal || Loopback.isLoopback("\($0)") })
        #expect(machine.reachable.allSatisfy(machine.all.contains))
        #expect(Set(machine.all).count == machine.all.count)
        let families = machine.all.map(\.isIPv4)
        #expect(families == families.filter { $0 } + families.filter { !$0 }, "IPv4 first")
        for (name, wanted) in [
            ("Yard", ["yard", "yard.local"]), ("gate.example.org", ["gate.example.org", "gate.local"]),
            ("yard.local", ["yard.local"]),
        ] {
            let machine = MachineAddresses(hostName: MachineAddresses.usable(name), all: [], reachable: [])
            #expect(machine.names == wanted)
        }
    }

    @Test(
        "link-local addresses are told apart",
        arguments: [
            ("169.254.1.1", true), ("169.253.1.1", false), ("fe80::1", true), ("febf::1", true), ("fec0::1", false),
        ])
    func linkLocal(_ text: String, _ isLinkLocal: Bool) throws {
        let address = try #require(IPAddress(text))
        #expect(address.isLinkLocal == isLinkLocal)
        #expect("\(address)" == text)
    }
}
