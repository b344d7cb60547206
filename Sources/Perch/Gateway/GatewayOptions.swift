import ArgumentParser
import Failures
import Foundation
import Gateway
import GatewayClient
import Glibc
import Settings
import Store

/// The options by which a verb finds its gateway.
struct GatewayOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The gateway: unix:PATH, http://HOST[:PORT] or https://HOST[:PORT]; none for one inside this process. "
                + "Without it, PERCH_GATEWAY, then the gateway that runs on this machine, if any.", valueName: "address"
        ))
    var gateway: GatewayArgument?

    @Option(
        help: "File with the token for a gateway over TCP; without it, PERCH_TOKEN_FILE, then this user's own token.",
        completion: .file())
    var tokenFile: String?

    @Option(
        help: "PEM file of the authorities to trust, instead of the system's; without it, PERCH_CA_FILE.",
        completion: .file())
    var caFile: String?

    /// The gateway that gets the verb's requests.
    enum Choice: Sendable, Hashable {
        case running(GatewayAddress, token: String?, trustRoots: String?)
        /// A gateway inside this process, because no other runs or `none` was asked for.
        case own

        /// Returns a client of the running gateway, whose requests ^C cuts short; nil for ``own``.
        func client(_ output: VerbOutput) -> GatewayClient? {
            guard case .running(let address, let token, let trustRoots) = self else { return nil }
            return GatewayClient(
                address: address, token: token, trustRoots: trustRoots, interruption: output.stop)
        }
    }

    /// Finds the gateway.
    ///
    /// - Parameter wantsOwn: Whether other options ask for a gateway inside this process. Only
    ///   `--gateway` overrides this.
    /// - Throws: ``Failure``.
    func choose(
        wantsOwn: Bool = false, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> Choice {
        if gateway == nil && wantsOwn { return .own }
        switch try gateway ?? GatewayOptions.argument(environment["PERCH_GATEWAY"]) {
        case .own: return .own
        case .at(let address): return try access(to: address, environment)
        case nil:
            let sockets = Settings.socketsToTry(environment: environment)
            return try GatewayOptions.runningSocket(sockets).map { .running(.socket($0), token: nil, trustRoots: nil) }
                ?? .own
        }
    }

    private static func argument(_ text: String?) throws -> GatewayArgument? {
        guard let text, !text.isEmpty else { return nil }
        guard let argument = GatewayArgument(text) else {
            throw Failure(
                code: "bad-environment", message: "PERCH_GATEWAY is \"\(printable(text))\", which names no gateway.",
                hint: "Set it to unix:PATH, http://HOST:PORT, https://HOST:PORT or none.", exit: .configuration)
        }
        return argument
    }

    private func access(to address: GatewayAddress, _ environment: [String: String]) throws -> Choice {
        if case .socket = address { return .running(address, token: nil, trustRoots: nil) }
        let named = tokenFile ?? environment["PERCH_TOKEN_FILE"]
        let token =
            try named.map(TokenFile.read)
            ?? (address.isLocal
                ? TokenFile.ofOwnGateway(stateFolder: Settings.stateFolder(environment: environment)) : nil)
        let authorities = caFile ?? environment["PERCH_CA_FILE"]
        if let authorities, Glibc.access(authorities, R_OK) != 0 {
            throw Failure(
                code: "ca-unreadable", message: "\(authorities) cannot be read: \(systemMessage(errno)).",
                hint: "Name the right file with --ca-file or PERCH_CA_FILE.",
                exit: errno == EACCES ? .permission : .noInput)
        }
        return .running(address, token: token, trustRoots: authorities)
    }

    private static func runningSocket(_ sockets: [String]) throws -> String? {
        for path in sockets {
            switch SocketProbe(path: path) {
            case .served: return path
            case .absent: continue
            case .forbidden:
                throw Failure(
                    code: "socket-permission", message: "This user may not use the gateway that runs at \(path).",
                    hint: "Join its group: `sudo usermod -aG perch $USER`, then log in again; or use a dongle of your "
                        + "own with --gateway none.", exit: .permission)
            case .untrusted(let fault): throw ClientError.untrustedSocket(.socket(path), fault)
            case .failed(let code):
                throw Failure(
                    code: "system", message: "The socket \(path) cannot be used: \(systemMessage(code)).",
                    hint: "Name another gateway with --gateway.", exit: .system)
            }
        }
        return nil
    }

    // MARK: Lending

    /// Lends a client of the running gateway, and closes it on every path.
    ///
    /// - Throws: ``Failure`` `no-gateway` where none runs.
    func withRunningGateway<Value>(
        _ output: VerbOutput, _ body: (GatewayClient) async throws -> Value
    ) async throws -> Value {
        guard let client = try choose().client(output) else { throw Failure.noGateway }
        return try await GatewayOptions.lend(client, body)
    }

    /// Lends a client of the running gateway, or else of one inside this process on this user's
    /// store, without a dongle.
    func withStoreGateway<Value>(
        _ output: VerbOutput, settings: Settings? = nil, payfrit: PayfritSetup? = nil,
        _ body: (GatewayClient) async throws -> Value
    ) async throws -> Value {
        if let client = try choose().client(output) { return try await GatewayOptions.lend(client, body) }
        // A verb without Payfrit options of its own delivers no registrations.
        var own = try? Settings.ofThisUser().payfrit
        own?.delivers = false
        return try await LocalGateway.lend(
            store: try LocalStore.open(), settings: settings, payfrit: payfrit ?? own, output, body)
    }

    static func lend<Value>(
        _ client: GatewayClient, _ body: (GatewayClient) async throws -> Value
    ) async throws -> Value {
        do {
            let value = try await body(client)
            await client.close()
            return value
        } catch {
            await client.close()
            throw error
        }
    }
}

extension Failure {
    static let noGateway = Failure(
        code: "no-gateway", message: "No gateway runs on this machine.",
        hint: "Start one with `perch serve`, or name one with --gateway.", exit: .unavailable)
}
