import DongleLink
import Foundation
import SimulatedDongle

/// A running dongle of any kind, whose power can be cut.
final class Port: Sendable {
    enum Running: Sendable {
        case inside(PtyDongle)
        case outside(PortProcess)
    }

    let kind: PortKind
    let path: String
    /// Folder of the dongle's flash, which outlives it.
    let folder: String
    private let running: Running

    private init(_ kind: PortKind, folder: String, _ running: Running) {
        self.kind = kind
        self.folder = folder
        self.running = running
        path =
            switch running {
            case .inside(let pty): pty.path
            case .outside(let process): process.path
            }
    }

    static func start(_ kind: PortKind, folder: String, lies: String? = nil) async throws -> Port {
        let flash = "\(folder)/flash"
        let programs = PortPrograms.shared
        switch kind {
        case .simulated:
            var configuration = SimulatedDongle.Configuration(scenario: try .named("restaurant"))
            configuration.flashPath = flash
            return Port(kind, folder: folder, .inside(try PtyDongle(configuration)))
        case .posix, .posixSmall:
            let honest = PortPrograms.Program.posix
            let program = kind == .posixSmall ? .posixSmall : lies == nil ? honest : .lying
            let process = try await PortProcess.start(
                try await programs.path(of: program), ["--flash", flash], environment: ["PERCH_LIES": lies ?? ""])
            return Port(kind, folder: folder, .outside(process))
        case .qemu:
            let image = try await programs.path(of: .qemu)
            let process = try await PortProcess.start(
                "qemu-system-arm",
                ["-M", "microbit", "-kernel", image, "-display", "none", "-monitor", "stdio", "-serial", "pty"])
            return Port(kind, folder: folder, .outside(process))
        }
    }

    func open() async throws -> Dongle {
        try await Dongle.open(path: path, baud: 1_000_000, isNative: true)
    }

    /// Cuts the power at once, whatever the dongle is doing. To be followed by ``restarted()``.
    func cutPower() {
        switch running {
        case .inside(let pty): pty.perform { $0.powerCycle() }
        case .outside(let process) where kind == .qemu:
            // If the monitor is gone, the next greeting shows it.
            try? process.tellMonitor("system_reset")
        case .outside(let process): process.kill()
        }
    }

    /// Returns the dongle after ``cutPower()``, with its old flash: the same port if it is kept,
    /// else another one.
    func restarted() async throws -> Port {
        guard kind == .posix || kind == .posixSmall else { return self }
        await stop()
        return try await Port.start(kind, folder: folder)
    }

    func stop() async {
        switch running {
        case .inside(let pty): pty.stop()
        case .outside(let process): await process.stop()
        }
    }

    /// Starts a dongle, opens the link, and ends both, whatever the result of `body`.
    static func with(
        _ kind: PortKind, lies: String? = nil, _ body: (Dongle, Port) async throws -> Void
    ) async throws {
        try await withFolder { try await with(kind, folder: $0, lies: lies, body) }
    }

    /// Starts a dongle on the flash in a folder, opens the link, and ends both.
    static func with(
        _ kind: PortKind, folder: String, lies: String?, _ body: (Dongle, Port) async throws -> Void
    ) async throws {
        let port = try await start(kind, folder: folder, lies: lies)
        do {
            let dongle = try await port.open()
            do {
                try await body(dongle, port)
            } catch {
                await dongle.close()
                throw error
            }
            await dongle.close()
        } catch {
            await port.stop()
            throw error
        }
        await port.stop()
    }

    static func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "perch-port-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A failure leaves only files in the temporary folder.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }
}
