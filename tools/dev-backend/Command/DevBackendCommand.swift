import ArgumentParser
import DevBackend
import Foundation
import UnixSignals

@main
struct DevBackendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "perch-dev-backend",
        abstract: "A development server of the Payfrit API; it is not Payfrit's.",
        discussion: """
            Anyone who reaches it can log in: the one-time password and the password are 123456 for everybody. The users are \
            +15550100 (ada@dev.example, every business), +15550101 (ben@dev.example, one) and +15550102 \
            (cleo@dev.example, none). docs/payfrit.md says how to make it fail on demand.
            """)

    @Option(help: "Where to listen; anything but loopback lets others in.")
    var host = "127.0.0.1"

    @Option(help: "0 = a free one, which is printed.")
    var port = 0

    @Option(help: "Keep everything in this file; without it nothing outlasts the server.", completion: .file())
    var database: String?

    @Option(help: "What a new database holds: \(Seed.allCases.map(\.rawValue).joined(separator: " or ")).")
    var seed = Seed.small

    @Option(help: "Seconds after which a token expires; without it none does.")
    var tokenLifetime: Int?

    @Flag(help: "Serve the API of the club's till instead; docs/till.md describes it.")
    var till = false

    @Option(help: "A PEM file, for HTTPS.", completion: .file())
    var tlsCertificate: String?

    @Option(help: "The PEM file of its key.", completion: .file())
    var tlsKey: String?

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes 0 to 65535.") }
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key go together.")
        }
        if till, seed != .small { throw ValidationError("--seed is for the Payfrit API: leave it out with --till.") }
        if let tokenLifetime, !(1...31_536_000).contains(tokenLifetime) {
            throw ValidationError("--token-lifetime takes 1 to 31536000 seconds.")
        }
    }

    func run() async throws {
        if !isLoopback {
            say("Warning: \(host) can be reached by others, and this server lets everybody in.")
        }
        do {
            if till { return try await serveTill() }
            let backend = try DevBackend(settings)
            try await untilStopped {
                try await backend.serving { url in
                    // The line is written at once, for a program that waits for it.
                    FileHandle.standardOutput.write(Data("Perch dev backend (development only) on \(url)\n".utf8))
                    say("DEV MODE — password: \(Seed.password), one-time password: \(Seed.password)")
                    try await Task.sleep(for: .seconds(Int64.max / 4))
                }
            }
        } catch let error as DevBackendError {
            say("\(error)")
            if case .cannotListen = error, port != 0 {
                say("  Next: Choose another port with --port, or --port 0 for a free one.")
            }
            throw ExitCode(69)
        }
    }

    private func serveTill() async throws {
        var settings = TillBackend.Configuration()
        settings.host = host
        settings.port = port
        settings.database = database
        if let tokenLifetime { settings.tokenLifetime = .seconds(tokenLifetime) }
        if let tlsCertificate, let tlsKey { settings.tls = (tlsCertificate, tlsKey) }
        let backend = TillBackend(settings)
        try await untilStopped {
            try await backend.serving { url in
                FileHandle.standardOutput.write(Data("Perch till dev backend (development only) on \(url)\n".utf8))
                say("DEV MODE — PIN: 1234 (admin, Tom); Anna has none yet. Reset code: \(TillBackend.resetCode)")
                try await Task.sleep(for: .seconds(Int64.max / 4))
            }
        }
    }

    private var settings: DevBackend.Configuration {
        var settings = DevBackend.Configuration()
        settings.host = host
        settings.port = port
        settings.database = database
        settings.seed = seed
        settings.tokenLifetime = tokenLifetime.map { .seconds($0) }
        if let tlsCertificate, let tlsKey { settings.tls = (tlsCertificate, tlsKey) }
        return settings
    }

    /// Names other than `localhost` do not count as loopback.
    private var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }

    /// Runs `body` until SIGTERM or ^C.
    private func untilStopped(_ body: @escaping @Sendable () async throws -> Void) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(operation: body)
            group.addTask { for await _ in signals { return } }
            try await group.next()
            group.cancelAll()
        }
    }
}

extension Seed: ExpressibleByArgument {}

private func say(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
