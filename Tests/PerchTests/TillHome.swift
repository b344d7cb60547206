import DevBackend
import Foundation
import TestSupport
import Testing

/// A development server of the club's till, and the real program as its client, with a folder of its
/// own.
struct TillHome: ProgramHome {
    static let tom = ["--email", "tom@example.com", "--mobile", "02222222222"]
    static let anna = ["--email", "anna@example.com", "--mobile", "01111111111"]

    let folder: TemporaryFolder
    let backend: TillBackend
    let url: String

    static func with(_ body: @escaping @Sendable (TillHome) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        let backend = TillBackend()
        try await backend.serving { url in try await body(TillHome(folder: folder, backend: backend, url: url)) }
    }

    /// With Tom logged in.
    static func loggedIn(_ body: @escaping @Sendable (TillHome) async throws -> Void) async throws {
        try await with { home in
            try await home.logIn()
            try await body(home)
        }
    }

    var environment: [String: String] { ["PERCH_TILL_ENVIRONMENT": url, "PERCH_GATEWAY": "none"] }

    var banner: String { "DEV — \(url)\n" }

    /// Another till of the same server, with a folder of its own.
    func other() throws -> TillHome { TillHome(folder: try TemporaryFolder(), backend: backend, url: url) }

    func logIn() async throws {
        let login = try await run(["till", "login"] + Self.tom, input: "1234\n")
        try #require(login.status == 0, "\(login.errors)")
    }

    func till(_ arguments: String..., input: String? = nil) async throws -> PerchProcess.Ending {
        try await run(["till"] + arguments, input: input)
    }

    /// Returns the output of a verb that succeeds, below the banner.
    func shown(_ arguments: String...) async throws -> String {
        let ending = try await run(["till"] + arguments)
        try #require(ending.status == 0, "\(arguments): \(ending.errors)")
        try #require(ending.output.hasPrefix(banner), "\(ending.output)")
        return String(ending.output.dropFirst(banner.count))
    }

    /// Returns status and error code of a verb that fails, with its message and hint.
    func failure(_ arguments: String..., input: String? = nil) async throws -> (
        status: Int32, code: String, errors: String
    ) {
        let ending = try await run(["till"] + arguments + ["--json"], input: input)
        return (ending.status, try ending.code() ?? "", ending.errors)
    }
}
