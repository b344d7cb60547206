import LineFormats
import NIOConcurrencyHelpers
import Payfrit
import RESTClient

/// A clock on which waits between attempts take no time and are recorded, and on which a request's
/// limit passes when the test says.
final class TestClock: Sendable {
    private let noted = NIOLockedValueBox<[Duration]>([])
    private let chance: Double
    private let limit: Duration
    private let onLimit: @Sendable () async throws -> Void

    /// Time of day, which stands still.
    let timeOfDay = Timestamp(microsecondsSince1970: 1_767_637_800_000_000)

    var waits: [Duration] { noted.withLockedValue { $0 } }

    /// - Parameters:
    ///   - onLimit: Returns when the limit of a request has passed; nil = it never passes.
    init(
        chance: Double = 0, limit: Duration = PayfritClient.Limits().request,
        onLimit: (@Sendable () async throws -> Void)? = nil
    ) {
        self.chance = chance
        self.limit = limit
        self.onLimit =
            onLimit ?? {
                for await _ in AsyncStream<Never>.makeStream().stream {}
                throw CancellationError()
            }
    }

    var clock: PayfritClock {
        PayfritClock(
            sleep: { time in
                if time == self.limit { return try await self.onLimit() }
                self.noted.withLockedValue { $0.append(time) }
            }, chance: { self.chance }, timeOfDay: { self.timeOfDay })
    }
}

/// Runs `body` with a client of that server, which is closed in every case.
func withClient<Value: Sendable>(
    of server: ScriptedServer, scheme: String = "http", _ generation: APIGeneration = .php, pin: String? = nil,
    clock: TestClock = TestClock(), _ body: (PayfritClient) async throws -> Value
) async throws -> Value {
    let client = try PayfritClient(
        environment: .custom("\(scheme)://127.0.0.1:\(server.port)/api"), generation: generation,
        pinnedCertificate: pin,
        clock: clock.clock)
    do {
        let value = try await body(client)
        await client.close()
        return value
    } catch {
        await client.close()
        throw error
    }
}

/// Returns the error that `body` throws; nil if it throws none.
func payfritError(_ body: () async throws -> Void) async -> PayfritError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? PayfritError
    }
}

let someSession = PayfritSession(token: "tok-4711-secret", business: 7)
