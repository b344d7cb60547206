import ArgumentParser
import DongleLink
import Drinks
import Failures
import Foundation
import Settings

/// The frame of a verb that uses the club's till. It needs no gateway.
struct TillFrame: VerbFrame {
    @OptionGroup var output: OutputOptions

    var writesJSON: Bool { output.json }

    func lend(_ needs: NoNeeds, _ output: VerbOutput, _ body: (TillLease) async throws -> Void) async throws {
        try await TillFrame.lend(output, hasBanner: true, body)
    }

    /// - Parameter hasBanner: Whether the banner of a development server is written; a file has no
    ///   room for it.
    static func lend(
        _ output: VerbOutput, hasBanner: Bool, _ body: (TillLease) async throws -> Void
    ) async throws {
        let settings = try Settings.forVerb()
        guard let environment = DrinksEnvironment(settings.tillEnvironment) else {
            throw DrinksError.badSetting("This is not the URL of a server: \(settings.tillEnvironment)")
        }
        let folder = Settings.stateFolder(environment: ProcessInfo.processInfo.environment)
        // An error is ignored: the file in the folder reports it.
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let client = try DrinksClient(environment: environment, pinnedCertificate: settings.tillCertificate)
        if hasBanner, environment.isDev {
            await output.text(Terminal.painted(printable("DEV — \(environment.base)"), .orange))
        }
        if environment.isExposed {
            say(printable("perch: \(environment.base) is not encrypted: others on the way can read PIN and login."))
        }
        do {
            try await body(TillLease(till: Till(client: client, file: TillFile(folder: folder)), output: output))
        } catch {
            await client.close()
            throw error
        }
        await client.close()
    }
}

/// The till of this user.
struct TillLease: Sendable {
    let till: Till
    let output: VerbOutput

    /// Sends a request that changes something, as the member who is logged in. ^C cuts it short.
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (DrinksClient, String) async throws(DrinksError) -> Value
    ) async throws -> Value {
        try await output.interruptible { try await till.request(body) }
    }

    /// Sends a request that only reads, as the member who is logged in. ^C cuts it short.
    func request<Value: Sendable>(
        _ body: @escaping @Sendable (DrinksClient, String) async throws(DrinksError) -> Value
    ) async throws -> Value {
        do {
            return try await change(body)
        } catch {
            var failure = Failure(error)
            failure.outcome = nil
            throw failure
        }
    }

    /// Finds a product. ^C cuts the request short.
    func product(_ text: String) async throws -> Product {
        try await output.interruptible { try await till.product(text) }
    }

    /// Returns products by ID, also those that are no longer sold.
    func catalogue() async throws -> [String: Product] {
        let rows = try await request { client, token throws(DrinksError) in
            try await client.products(active: false, token)
        }
        return Dictionary(rows.values.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reports rows that could not be read.
    func tellLeftOut(_ count: Int) {
        if count > 0 { say("perch: \(counted(count, "row")) of the server's answer could not be read.") }
    }
}
