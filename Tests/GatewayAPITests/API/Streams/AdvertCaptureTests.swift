import TestSupport
import Foundation
import Gateway
import GatewayModel
import NIOCore
import Recording
import Testing

@testable import GatewayAPI

@Suite struct AdvertCaptureTests {
    /// Reads a file, which must be complete.
    private func blocks(_ file: [UInt8]) throws -> [CaptureBlock] {
        let (blocks, rest) = CaptureBlock.all(in: file)
        try #require(rest == 0)
        return blocks
    }

    private func adopt(_ path: String, _ server: TestServer) async throws {
        let adopted = try await server.asker(.socket)("POST", "/v1/dongles", json: "{\"port\":\"\(path)\"}")
        try #require(adopted.status == 201 || adopted.status == 200)
    }

    @Test("what was lost and missed is in the last block")
    func counts() throws {
        let encoder = PcapngEncoder(application: "test", interface: "d", isSimulated: false)
        var capture = AdvertCapture(encoder: encoder, filter: AdvertFilter(AdvertQuery()))
        for count: UInt64 in [3, 4] {
            #expect(capture.take(.lost(dongle: "d", count)).readableBytes == 0)
            #expect(capture.take(.missed(count * 10)).readableBytes == 0)
            #expect(capture.take(.interrupted(dongle: "d", .portLost)).readableBytes == 0)
        }
        let blocks = try self.blocks(Array(buffer: capture.header) + Array(buffer: capture.statistics))
        #expect(blocks.map(\.type) == [0x0A0D_0D0A, 1, 5])
        #expect(blocks.last?.statistics == [4: 77, 5: 7, 6: 0, 7: 70, 8: 0])
    }

    @Test("a capture is a file to download, with the adverts that pass", arguments: [Transport.socket, .tcp])
    func download(_ transport: Transport) async throws {
        let dongle = try simulatedDongle()
        defer { dongle.stop() }
        try await TestServer.with { server in
            try await adopt(dongle.path, server)
            let ask = server.asker(transport)
            let whole = try await ask("GET", "/v1/adverts/capture?duration_ms=1500")
            #expect(whole.status == 200 && whole.headers["content-type"] == "application/x-pcapng")
            let disposition = try #require(whole.headers["content-disposition"])
            #expect(disposition.wholeMatch(of: /attachment; filename="perch-\d{8}T\d{6}Z\.pcapng"/) != nil)
            var blocks = try self.blocks(whole.body)
            let packets = UInt64(blocks.count { $0.type == 6 })
            #expect(packets > 0 && blocks.map(\.type) == [0x0A0D_0D0A, 1] + blocks.dropFirst(3).map { _ in 6 } + [5])
            #expect(blocks.last?.statistics == [4: packets, 5: 0, 6: packets, 7: 0, 8: packets])
            #expect(String(decoding: blocks[1].bytes, as: UTF8.self).contains("(SIMULATED)"))
            let filtered = try await ask("GET", "/v1/adverts/capture?duration_ms=1500&name=flock&mode=passive")
            blocks = try self.blocks(filtered.body)
            let passed = UInt64(blocks.count { $0.type == 6 })
            let counts = try #require(blocks.last?.statistics)
            #expect(counts[6] == passed && counts[8] == passed && (counts[4] ?? 0) > passed)
        }
    }

    @Test("a gateway that stops completes the file, and a client that goes frees its place")
    func ends() async throws {
        try await TestServer.with { server in
            func readers() async -> Int { await server.gateway.status().queues.advertReaders }
            var gone: RawClient? = try await RawClient.get("/v1/adverts/capture?duration_ms=600000", server)
            _ = try await gone?.read { $0.contains("Content-Disposition") }
            #expect(await readers() == 1)
            gone = nil
            await eventually("the place is free") { await readers() == 0 }
            let client = try await RawClient.get("/v1/adverts/capture?duration_ms=600000", server)
            _ = try await client.read { $0.contains("Content-Disposition") }
            await server.shutDown()
            let rest = try await client.read { $0.hasSuffix("0\r\n\r\n") }
            #expect(rest.text.hasSuffix("0\r\n\r\n"))
        }
    }

    @Test("Wireshark reads it without a fault", .enabled(if: isInstalled("tshark"), "tshark is not installed"))
    func wireshark() async throws {
        let dongle = try simulatedDongle()
        defer { dongle.stop() }
        try await TestServer.with { server in
            try await adopt(dongle.path, server)
            let file = try await server.asker(.socket)("GET", "/v1/adverts/capture?duration_ms=1000").body
            let path = server.folder + "/capture.pcapng"
            try Data(file).write(to: URL(fileURLWithPath: path))
            let packets = try blocks(file).count { $0.type == 6 }
            func rows(_ filter: String) throws -> Int {
                let tshark = Process()
                tshark.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                tshark.arguments = ["tshark", "-r", path, "-T", "fields", "-e", "frame.number", "-Y", filter]
                let output = Pipe()
                tshark.standardOutput = output
                tshark.standardError = FileHandle.nullDevice
                try tshark.run()
                let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
                tshark.waitUntilExit()
                try #require(tshark.terminationStatus == 0)
                return bytes.count { $0 == UInt8(ascii: "\n") }
            }
            #expect(try rows("btle") == packets)
            #expect(try rows("btle.crc.incorrect") == 0)
        }
    }
}
