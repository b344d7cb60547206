import Failures
import Foundation
import Gateway
import GatewayAPI
import GatewayClient
import GatewayModel
import Logging
import Notifications
import Settings
import Store

/// A gateway inside this process, which runs as long as the verb, on a private socket.
enum LocalGateway {
    /// Longest wait for an orderly close of the links once the verb is done.
    private static let endingLimit = Duration.seconds(2)
    /// Longest wait for the same after ^C. A greeting that is under way is then abandoned, since
    /// the process ends.
    private static let interruptedLimit = Duration.milliseconds(200)

    /// Longest wait for notices to be delivered.
    private static let drainLimit = Duration.seconds(5)

    private enum Step: Sendable {
        case serving
        /// The gateway or its server has ended, by itself or on request.
        case ended((any Error)?)
        case late
    }

    /// Starts the gateway, lends a client of it to `body`, and ends it on every path.
    ///
    /// - Parameters:
    ///   - settings: Settings for beacons, notices of regions and profiles; nil = for verbs that
    /// use none of these.
    ///   - payfrit: The Payfrit backend to use where `settings` is nil; nil = none.
    static func lend<Value>(
        store: Store, settings: Settings? = nil, payfrit: PayfritSetup? = nil, _ output: VerbOutput,
        _ body: (GatewayClient) async throws -> Value
    ) async throws -> Value {
        var configuration = gatewayConfiguration
        if let payfrit { configuration.payfrit = payfrit }
        guard let settings else { return try await lend(store, configuration, output, body) }
        configuration.payfrit = settings.payfrit
        configuration.beacons = settings.beacons
        configuration.profiles = try settings.profiles()
        var notifierConfiguration = try notifierConfiguration(settings)
        // Notices of other receivers may be those of a daemon that does not run at the moment.
        notifierConfiguration.givesUpOthers = false
        let notifier = Notifier(
            configuration: notifierConfiguration, store: store,
            logger: Logger(label: "perch") { _ in SwiftLogNoOpLogHandler() })
        configuration.tell(by: notifier)
        return try await withTaskGroup(of: Void.self) { group in
            group.addTask { await notifier.run() }
            let outcome: Result<Value, any Error>
            do {
                outcome = .success(
                    try await lend(store, configuration, output, finally: { await drain(notifier) }, body))
            } catch {
                outcome = .failure(error)
            }
            group.cancelAll()
            return outcome
        }.get()
    }

    /// Returns the configuration of the notifier. Where this user may not read the webhooks'
    /// secret, which belongs to the service, webhooks are left out and the user is told so.
    private static func notifierConfiguration(_ settings: Settings) throws -> Notifier.Configuration {
        var settings = settings
        let environment = ProcessInfo.processInfo.environment
        do throws(SettingsError) {
            return try settings.notifier(environment: environment)
        } catch {
            guard case .cannotRead(let path, let code) = error, code == EACCES else { throw error }
            say("perch: Webhooks get no notices: this user may not read \(path).")
        }
        settings.webhooks = []
        settings.webhookSecretFile = nil
        return try settings.notifier(environment: environment)
    }

    /// Waits briefly for pending notices to be delivered, and reports those that were not.
    private static func drain(_ notifier: Notifier) async {
        let left = await notifier.drain(limit: drainLimit)
        if let waiting = left.webhooks, waiting > 0 {
            say(
                "perch: \(counted(waiting, "notice waits", "notices wait")) for webhooks: `perch outbox` lists them, "
                    + "`perch serve` delivers them.")
        }
        if left.desktop + left.command > 0 {
            say(
                "perch: \(counted(left.desktop + left.command, "notice is", "notices are")) lost: they were not delivered in time."
            )
        }
    }

    private static func lend<Value>(
        _ store: Store, _ configuration: Gateway.Configuration, _ output: VerbOutput,
        finally: () async -> Void = {}, _ body: (GatewayClient) async throws -> Value
    ) async throws -> Value {
        let folder = try PrivateFolder()
        defer { folder.remove() }
        let socket = folder.path + "/perch.sock"
        // Nothing is logged: errors come through the API.
        let logger = Logger(label: "perch") { _ in SwiftLogNoOpLogHandler() }
        let gateway = Gateway(configuration: configuration, store: store, logger: logger)
        var serving = GatewayServer.Configuration(socket: socket)
        serving.isShared = false
        let server = GatewayServer(gateway: gateway, configuration: serving, logger: logger)

        let (steps, step) = AsyncStream.makeStream(of: Step.self)
        // These are no child tasks, since the wait for their end has a limit.
        let running = Task { step.yield(.ended(await error { try await gateway.run() })) }
        let served = Task {
            step.yield(.ended(await error { try await server.run { _ in step.yield(.serving) } }))
        }
        var next = steps.makeAsyncIterator()
        func end() async {
            served.cancel()
            await gateway.stop()
            let limit = output.stop.reason == .signal ? interruptedLimit : endingLimit
            let clock = Task {
                // The sleep throws when it is cancelled because both parts ended in time.
                if (try? await Task.sleep(for: limit)) != nil { step.yield(.late) }
            }
            var parts = 2
            while parts > 0, case .ended? = await next.next() { parts -= 1 }
            clock.cancel()
            // A bridge that ignores its end would outlive this process, with radio and lock.
            if parts > 0 { await gateway.dongles.endBridges() }
            await finally()
            running.cancel()
            // The store need not be closed: one that is still in use ends with the process.
            if parts == 0 { try? store.close() }
        }

        if case .ended(let error) = await next.next() {
            step.yield(.ended(nil))
            await end()
            throw error ?? GatewayError.stopping
        }
        do {
            let value = try await GatewayOptions.lend(
                GatewayClient(address: .socket(socket), interruption: output.stop), body)
            await end()
            return value
        } catch {
            await end()
            throw error
        }
    }

    private static var gatewayConfiguration: Gateway.Configuration {
        var configuration = Gateway.Configuration()
        configuration.isDaemon = false
        configuration.scansAlways = false
        configuration.followsPorts = false
        configuration.radios = .own()
        configuration.describe = {
            let failure = Failure($0)
            return (failure.code, failure.message, failure.hint)
        }
        return configuration
    }

    private static func error(_ body: () async throws -> Void) async -> (any Error)? {
        do {
            try await body()
            return nil
        } catch {
            return error
        }
    }
}
