import Concurrency
import Drinks
import Foundation
import GatewayModel
import LineFormats
import Logging
import Notifications
import RESTClient

/// The club's till for tablets and other clients of the gateway: a login for each client, in memory
/// only, and for each member a cart and an open booking, on the disk.
package actor TillService {
    /// Time without a request of the member after which a login is dropped.
    package static let idleLimit = Duration.seconds(120)
    /// Most clients that are logged in.
    static let loginLimit = 100
    /// Most members who have a cart or an open booking.
    static let memberLimit = 500

    /// A member who is logged in by a client.
    struct Login: Sendable {
        let number: Int
        let till: Till
        /// ID of the member.
        let member: String
        /// Whether nothing but the badge opened it, so that the PIN may be needed.
        var isByBadge: Bool
        let since: Duration
        var usedAt: Duration
        /// The server's message at login.
        let message: String?
    }

    let setup: TillSetup
    let beacons: BeaconService
    let clock: GatewayClock
    /// Time and randomness of requests to the club's server.
    let requests: RequestClock
    let logger: Logger
    let eventLog: EventLog
    let describe: @Sendable (any Error) -> (code: String, message: String, hint: String)
    let notify: @Sendable (Notice) async -> Void
    let hasSimulatedDongle: @Sendable () async -> Bool

    private var connection: DrinksClient?
    private var isFinished = false
    private var numbers = 0
    var limit = LoginLimit()
    var logins: [TillClient: Login] = [:]
    /// Reasons why logins were dropped, until the next login of the same client.
    private var dropped: [TillClient: ErrorReport] = [:]
    /// Products that the server listed last, by ID.
    var catalogue: [String: Product] = [:]
    /// Logins that stay for a badge, by the member's ID.
    var staying: [String: Login] = [:]
    /// Open bookings that are looked up, by the member's ID.
    var unsettled: [String: Unsettled] = [:]
    /// Open bookings whose outcome a lookup told, by the member's ID, until the next booking.
    var settled: [String: TillBookingResult] = [:]
    /// IDs of members whose low balance was told.
    var told: Set<String> = []
    /// Nil before the file was read.
    var badgeList: TillBadgeList?
    nonisolated let stirred = Signal()

    init(
        setup: TillSetup, beacons: BeaconService, eventLog: EventLog, clock: GatewayClock, logger: Logger,
        describe: @escaping @Sendable (any Error) -> (code: String, message: String, hint: String),
        notify: @escaping @Sendable (Notice) async -> Void,
        hasSimulatedDongle: @escaping @Sendable () async -> Bool, requests: RequestClock = .real
    ) {
        (self.setup, self.beacons, self.eventLog) = (setup, beacons, eventLog)
        (self.clock, self.logger, self.requests) = (clock, logger, requests)
        (self.describe, self.notify, self.hasSimulatedDongle) = (describe, notify, hasSimulatedDongle)
    }

    // MARK: The server

    func environment() throws -> DrinksEnvironment {
        guard let environment = DrinksEnvironment(setup.environment) else {
            throw TillServiceError.till(
                .server(.badSetting("till.environment is neither dev, production nor the URL of a server")))
        }
        return environment
    }

    func server() throws -> DrinksClient {
        if let connection { return connection }
        guard !isFinished else { throw GatewayError.stopping }
        let environment = try environment()
        do {
            let made = try DrinksClient(
                environment: environment, pinnedCertificate: setup.pinnedCertificate, clock: requests)
            connection = made
            if environment.isExposed {
                logger.warning("\(environment.base) is not encrypted: others on the way can read PINs and logins.")
            }
            return made
        } catch {
            throw TillServiceError.till(.server(error))
        }
    }

    /// Forgets every login, and closes every connection.
    func finish() async {
        isFinished = true
        for login in logins.values { login.till.forgetLogin() }
        for login in staying.values { login.till.forgetLogin() }
        for open in unsettled.values { open.till.forgetLogin() }
        (logins, staying, unsettled) = ([:], [:], [:])
        await connection.take()?.close()
    }

    /// Folder of the till's files.
    func folder() throws -> String {
        guard let folder = setup.folder else { throw TillServiceError.noTill }
        return folder + "/till"
    }

    // MARK: Logins

    /// Returns the login of a client, and counts the request as the member's.
    ///
    /// - Throws: ``TillServiceError/notLoggedIn``, ``TillServiceError/idle``.
    func login(of client: TillClient) throws(TillServiceError) -> Login {
        guard var login = logins[client] else { throw .notLoggedIn }
        let now = clock.now()
        guard now - login.usedAt < TillService.idleLimit else {
            drop(client, login.number, .idle)
            throw .idle
        }
        guard now - login.since < Till.loginLifetime else {
            drop(client, login.number, .till(.loggedOut))
            throw .till(.loggedOut)
        }
        login.usedAt = now
        logins[client] = login
        return login
    }

    /// Does something as the member whom a client logged in. Drops the login if it has expired.
    func use<Value: Sendable>(
        _ client: TillClient, _ body: @Sendable (Till) async throws -> Value
    ) async throws -> Value {
        let login = try login(of: client)
        do {
            return try await body(login.till)
        } catch let error as TillError {
            throw translated(error, client, login.number)
        } catch let error as DrinksError {
            throw TillServiceError.till(.server(error))
        }
    }

    func translated(_ error: TillError, _ client: TillClient, _ number: Int) -> TillServiceError {
        switch error {
        // The login of this number may have been forgotten by another request meanwhile.
        case .loggedOut, .notLoggedIn:
            drop(client, number, .till(.loggedOut))
            return .till(.loggedOut)
        default: return .till(error)
        }
    }

    /// Begins a login of a client, in place of its last one.
    func begin(
        _ till: Till, of member: String, _ client: TillClient, isByBadge: Bool, message: String?
    ) throws -> Login {
        if let last = logins.removeValue(forKey: client) { leave(last) }
        guard logins.count < TillService.loginLimit else {
            throw TillServiceError.tooManyMembers(limit: TillService.loginLimit)
        }
        numbers += 1
        let now = clock.now()
        let login = Login(
            number: numbers, till: till, member: member, isByBadge: isByBadge, since: now, usedAt: now,
            message: message)
        logins[client] = login
        dropped[client] = nil
        return login
    }

    func drop(_ client: TillClient, _ number: Int, _ reason: TillServiceError) {
        guard let login = logins[client], login.number == number else { return }
        logins[client] = nil
        leave(login)
        // Clients are sessions, of which there are few; old ones leave their reasons here.
        if dropped.count >= TillService.loginLimit, let oldest = oldestReason {
            dropped[oldest] = nil
        }
        dropped[client] = report(reason)
    }

    private var oldestReason: TillClient? {
        dropped.min { $0.value.at.microsecondsSince1970 < $1.value.at.microsecondsSince1970 }?.key
    }

    func dropReason(of client: TillClient) -> ErrorReport? { dropped[client] }

    /// Drops logins that nobody has used for long.
    func dropIdle() {
        let now = clock.now()
        for (client, login) in logins where now - login.usedAt >= TillService.idleLimit {
            drop(client, login.number, .idle)
        }
    }

    func report(_ error: any Error) -> ErrorReport {
        let (code, message, hint) = describe(error)
        return ErrorReport(at: requests.timeOfDay(), code: code, message: message, hint: hint)
    }
}
