import DevBackend
import TestSupport
import Testing

/// A development backend, and the real program as its client, with a folder of its own.
struct PayfritHome: ProgramHome {
    let folder: TemporaryFolder
    let backend: DevBackend
    let url: String
    /// Generation of the API, `php` by default.
    var api = "php"
    /// Whether a gateway serves in the folder; otherwise each process has its own.
    var hasGateway = false

    /// Runs `body` with a new backend.
    static func with(api: String = "php", _ body: @escaping @Sendable (PayfritHome) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let backend = try DevBackend()
        try await backend.serving { url in
            try await body(PayfritHome(folder: folder, backend: backend, url: url, api: api))
        }
    }

    var environment: [String: String] {
        [
            "PERCH_PAYFRIT_ENVIRONMENT": url, "PERCH_PAYFRIT_API": api,
            "PERCH_GATEWAY": hasGateway ? "unix:\(folder.path("s"))" : "none",
        ]
    }

    var banner: String { "DEV — \(url)\n" }

    func payfrit(_ arguments: String..., input: String? = nil) async throws -> PerchProcess.Ending {
        try await run(["payfrit"] + arguments, input: input)
    }

    /// Logs in as the user of every business, and chooses the first.
    func logIn() async throws {
        let login = try await payfrit("login", "--phone", "+15550100", input: "123456\n")
        try #require(login.status == 0, "\(login.errors)")
        let use = try await payfrit("use", "1")
        try #require(use.status == 0, "\(use.errors)")
    }

    /// Logs in with the older API, as the user of one business.
    func logInByPassword() async throws {
        let login = try await payfrit("login", input: "ben@dev.example\n123456\n")
        try #require(login.status == 0, "\(login.errors)")
    }

    /// Returns the output of a verb below the banner.
    func table(_ arguments: String...) async throws -> String {
        let ending = try await run(["payfrit"] + arguments)
        try #require(ending.status == 0, "\(ending.errors)")
        try #require(ending.output.hasPrefix(banner))
        return String(ending.output.dropFirst(banner.count))
    }
}

extension PerchProcess.Ending {
    /// Returns the code of the error in the result line.
    func code() throws -> String? { (try objects().last?["error"] as? [String: Any])?["code"] as? String }
}
