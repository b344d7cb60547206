import DongleLink
import DongleProtocol
import Foundation
import Testing

/// Greeting, requests and restart over every port.
@Suite(.timeLimit(.minutes(2))) struct PortLinkTests {
    @Test("a port says what it is", arguments: PortKind.plain)
    func identity(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            let identity = try await dongle.identity
            #expect(identity.slots == kind.slots)
            #expect(identity.features.contains(.simulated))
            #expect(identity.features.contains(.configStore))
            #expect(identity.resetReason == .powerOn)
            #expect(identity.maxInflight == (kind == .qemu ? 1 : kind.isSmall ? 2 : 8))
            let info = try await dongle.info()
            #expect(!info.firmware.isEmpty)
            #expect(info.largestConfig == UInt32(kind.configLimit))
            let state = try await dongle.state()
            #expect(state.scan == .stopped)
            #expect(state.connections.isEmpty)
            try await dongle.identify(for: .milliseconds(300))
        }
    }

    @Test(
        "a reboot that was asked for is told as one, with a new boot id, and the link goes on",
        arguments: PortKind.plain)
    func reboot(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            let before = try await dongle.identity
            var events = await dongle.events().makeAsyncIterator()
            try await dongle.reboot(.run)
            while case let event = try #require(await events.next()) {
                if case .restored = event { break }
            }
            let after = try await dongle.identity
            #expect(after.resetReason == .requested)
            #expect(after.bootID != before.bootID)
            #expect(after.deviceID == before.deviceID)
            #expect(try await !dongle.info().firmware.isEmpty)
        }
    }

    @Test("one hundred questions in a row are answered", arguments: PortKind.plain)
    func questions(_ kind: PortKind) async throws {
        try await Port.with(kind) { dongle, _ in
            let info = try await dongle.info()
            for _ in 0..<100 { #expect(try await dongle.info() == info) }
            let statistics = await dongle.statistics()
            #expect(statistics.rejectedCRC + statistics.rejectedMalformed + statistics.rejectedOverflow == 0)
        }
    }

    @Test(
        "the greeting, the reboot and the questions work on an emulated Cortex-M0",
        .enabled(if: PortKind.qemuMissing == nil, PortKind.qemuComment))
    func emulated() async throws {
        try await identity(.qemu)
        try await reboot(.qemu)
        try await questions(.qemu)
    }

    @Test("a process that is told to end removes its link and says that all is well")
    func end() async throws {
        try await Port.withFolder { folder in
            let program = try await PortPrograms.shared.path(of: .posix)
            let link = "\(folder)/port"
            let process = try await PortProcess.start(program, ["--link", link])
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == process.path)
            let status = await process.stop(SIGTERM)
            #expect(status == 0)
            // Checks for the link itself, since a link to nothing does not exist as a file.
            #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == nil)
        }
    }

    @Test(
        "a process that cannot run says why and with which code",
        arguments: [
            (["--what"], 64), (["--id", "12"], 64), (["--flash"], 64), (["--flash", "/nowhere/flash"], 73),
            (["--link", "/nowhere/link"], 73), (["--flash", "SHORT"], 65),
        ] as [([String], Int32)])
    func refusals(_ arguments: [String], _ code: Int32) async throws {
        let process = Process()
        process.executableURL = URL(filePath: try await PortPrograms.shared.path(of: .posix))
        let short = FileManager.default.temporaryDirectory.appending(path: "perch-short-\(UUID()).flash")
        try Data([1, 2, 3]).write(to: short)
        defer { try? FileManager.default.removeItem(at: short) }  // A leftover harms nobody.
        process.arguments = arguments.map { $0 == "SHORT" ? short.path : $0 }
        let errors = Pipe()
        process.standardError = errors
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == code)
        #expect(said.hasPrefix("perch-posix: "))
        #expect(try Data(contentsOf: short) == Data([1, 2, 3]))
    }
}
