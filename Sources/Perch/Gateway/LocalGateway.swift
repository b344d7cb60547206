import Failures
import Gateway
import GatewayAPI
import GatewayClient
import GatewayModel
import Logging
import Store

/// A gateway inside this process, for as long as a verb lasts, on a socket that nobody else finds.
enum LocalGateway {
    /// Longest wait for the links to be closed in order once the verb is done.
    private static let endingLimit = Duration.seconds(2)
    /// The same after ^C. A greeting that is under way then is left where it is: the process ends.
    private static let interruptedLimit = Duration.milliseconds(200)

    private enum Step: Sendable {
        case serving
        /// A part has ended, by itself or as it was told.
        case ended((any Error)?)
        case late
    }

    /// Starts it, lends a client of it to `body`, and ends it on every path.
    static func lend<Value>(
        store: Store, _ output: VerbOutput, _ body: (GatewayClient) async throws -> Value
    ) async throws -> Value {
        let folder = try PrivateFolder()
        defer { folder.remove() }
        let socket = folder.path + "/perch.sock"
        // What its parts have to say comes through the API.
        let logger = Logger(label: "perch") { _ in SwiftLogNoOpLogHandler() }
        let gateway = Gateway(configuration: gatewayConfiguration, store: store, logger: logger)
        var serving = GatewayServer.Configuration(socket: socket)
        serving.isShared = false
        let server = GatewayServer(gateway: gateway, configuration: serving, logger: logger)

        let (steps, step) = AsyncStream.makeStream(of: Step.self)
        // Not children of this task, since waiting for them has a limit.
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
                // Cancelled where all ended in time.
                if (try? await Task.sleep(for: limit)) != nil { step.yield(.late) }
            }
            var parts = 2
            while parts > 0, case .ended? = await next.next() { parts -= 1 }
            clock.cancel()
            running.cancel()
            // Closing has no other purpose than order; a store that is still in use ends with the process.
            if parts == 0 { try? store.close() }
        }

        if case .ended(let error) = await next.next() {
            step.yield(.ended(nil))
            await end()
            throw error ?? GatewayError.stopping
        }
        do {
            let value = try await GatewayOptions.lend(GatewayClient(address: .socket(socket)), body)
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
