import Concurrency
import GatewayModel
import LineFormats
import Logging
import Payfrit
import Store

/// Connects to the Payfrit backend: login, businesses, service points and beacons, the tables that
/// get beacons, and the registrations that wait for delivery.
package actor PayfritService {
    let setup: PayfritSetup
    let store: Store
    let eventLog: EventLog
    let provisioning: ProvisioningService
    let clock: GatewayClock
    let logger: Logger
    let timeOfDay: @Sendable () -> Timestamp
    /// Returns a random number in 0..<1, for jitter.
    let chance: @Sendable () -> Double
    let describe: @Sendable (any Error) -> (code: String, message: String, hint: String)
    private let connect: @Sendable () -> Result<any PayfritBackend, PayfritError>
    /// Connection to the backend, kept from its first use to the end.
    private(set) var connection: (any PayfritBackend)?
    private var isFinished = false

    /// Present login; nil unless it belongs to the backend that is set up.
    private(set) var login: PayfritLoginState? {
        didSet { badges.follow(isLoggedIn: login != nil, business: login?.business) }
    }
    /// Reason why a stored login is not used.
    private(set) var unusedLogin: String?
    /// Login that ended because the backend refused its token, without the token. The next login of
    /// the same user keeps its business.
    private(set) var endedLogin: PayfritLoginState?
    private var isLoaded = false

    /// Plans one table at a time, so that no two get the same name.
    let planning = Turns()
    /// State of the deliveries.
    var lane = LaneState()
    /// Woken when there may be something to deliver.
    let stirred = Signal()
    /// Businesses of the logged-in user, once they were requested.
    var reach: (token: String, businesses: Set<Int>)?
    /// Tables whose run is about to begin.
    var starting: Set<Int64> = []
    /// Whether the tables left by an earlier gateway were settled.
    var isSettled = false
    let settling = Turns()
    nonisolated let badges: BadgeCache
    /// Allows one renewal at a time.
    let renewing = Turns()
    /// Time of the last failed renewal.
    var renewalFailed: Duration?
    /// Time of the last failed reading of all businesses' beacons.
    var knownFailed: Duration?
    private(set) var lastError: ErrorReport?
    /// Message of the backend to the last request for a one-time password.
    var notice: String?

    /// State of the deliveries.
    struct LaneState {
        /// Entry that is being delivered.
        var current: Int64?
        /// Entries that are being changed, whose delivery must not begin.
        var changing: Set<Int64> = []
        /// Rises with every change of an entry that was not made by delivery.
        var changes = 0
        var delivered = 0
        var held: RegistrationHold?
        var nextAttempt: Timestamp?
    }

    init(
        setup: PayfritSetup, store: Store, eventLog: EventLog, provisioning: ProvisioningService, badges: BadgeCache,
        clock: GatewayClock, logger: Logger,
        describe: @escaping @Sendable (any Error) -> (code: String, message: String, hint: String),
        timeOfDay: @escaping @Sendable () -> Timestamp = { .now },
        chance: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
        connect: (@Sendable () -> Result<any PayfritBackend, PayfritError>)? = nil
    ) {
        self.setup = setup
        self.store = store
        self.eventLog = eventLog
        self.provisioning = provisioning
        self.clock = clock
        self.logger = logger
        self.describe = describe
        self.timeOfDay = timeOfDay
        self.chance = chance
        self.connect = connect ?? { setup.connect() }
        self.badges = badges
    }

    var now: Int64 { timeOfDay().microsecondsSince1970 }

    /// - Throws: ``PayfritError/badSetting(_:)``.
    func place() throws(PayfritError) -> PayfritPlace { try setup.place() }

    func backend() throws(PayfritError) -> any PayfritBackend {
        if let connection { return connection }
        guard !isFinished else { throw .cancelled }
        let made = try connect().get()
        connection = made
        return made
    }

    func begin() { isFinished = false }

    /// Closes every connection, until ``begin()`` is called.
    func finish() async {
        isFinished = true
        await connection.take()?.close()
    }

    // MARK: The login

    private var sessionFile: PayfritSessionFile? { setup.folder.map(PayfritSessionFile.init(folder:)) }

    /// Reads the stored login, once.
    func load() {
        guard !isLoaded else { return }
        isLoaded = true
        do {
            guard let kept = try sessionFile?.read() else { return }
            let place = try place()
            if kept.isEnded {
                endedLogin = kept.belongs(to: place) ? kept : nil
            } else if kept.belongs(to: place) {
                login = kept
            } else {
                unusedLogin = "the login that is kept is for \(kept.base) (\(kept.api))"
            }
        } catch {
            let words = describe(error)
            unusedLogin = words.message
            logger.warning("The login of Payfrit is not used: \(words.message) \(words.hint)")
        }
    }

    /// Replaces the login, and saves the new one.
    func keep(_ state: PayfritLoginState) throws {
        load()
        try sessionFile?.write(state)
        // Another user or business sees other beacons.
        if login?.token != state.token || login?.business != state.business { badges.clear() }
        login = state
        (unusedLogin, endedLogin) = (nil, nil)
        // Otherwise the lane's old state would report a missing login until the lane wakes.
        if lane.held == .loggedOut { lane.held = nil }
        stirred.wake()
    }

    /// Deletes the login.
    func forget() throws {
        load()
        try sessionFile?.remove()
        (login, unusedLogin, endedLogin, reach) = (nil, nil, nil, nil)
        forgetFailure()
        badges.clear()
        stirred.wake()
    }

    /// Deletes the token, but remembers the user and the business.
    private func end(_ ended: PayfritLoginState) throws {
        login = nil
        (endedLogin, reach) = (ended.ended, nil)
        badges.clear()
        try sessionFile?.write(ended.ended)
    }

    /// If the file has another login than the one that ends, or none, takes over the file: another
    /// process may have logged in or out since.
    ///
    /// - Returns: Whether the file has another login, or none.
    private func isReplaced(_ ended: PayfritLoginState) -> Bool {
        guard let sessionFile else { return false }
        // An unreadable file is not a new login.
        do { if try sessionFile.read()?.token == ended.token { return false } } catch { return false }
        (login, unusedLogin, endedLogin, reach, isLoaded) = (nil, nil, nil, nil, false)
        badges.clear()
        load()
        stirred.wake()
        return true
    }

    /// Handles a token that the backend refuses.
    func tokenRefused(_ token: String) async {
        // There may have been a new login since.
        guard let ended = login, ended.token == token else { return }
        let who = ended.name
        if isReplaced(ended) {
            if login != nil { return }
        } else {
            do {
                do { try end(ended) } catch { try sessionFile?.remove() }
            } catch {
                // The login is not used any more in any case; after a restart it is tried once, and
                // refused again.
                logger.error("The login of Payfrit cannot be removed: \(describe(error).message)")
            }
        }
        await eventLog.record(
            .authorization, "Logged out of Payfrit",
            detail: "The backend takes the login of \(who) no more. Registrations wait for the next.",
            level: .warning)
    }

    // MARK: Requests

    /// Returns the session, with the chosen business if there is one.
    ///
    /// - Throws: ``PayfritServiceError/notLoggedIn``, ``PayfritServiceError/noBusiness``.
    func session(needsBusiness: Bool = true) throws(PayfritServiceError) -> PayfritSession {
        load()
        guard let login else { throw .notLoggedIn }
        guard !needsBusiness || login.business != nil else { throw .noBusiness }
        return PayfritSession(token: login.token, business: login.business)
    }

    /// Sends a request to the backend. A refused token is deleted.
    ///
    /// - Throws: ``PayfritServiceError/loggedOut``; `PayfritError`.
    func ask<Value: Sendable>(
        _ session: PayfritSession?, _ body: (any PayfritBackend) async throws(PayfritError) -> Value
    ) async throws -> Value {
        do throws(PayfritError) {
            return try await body(try backend())
        } catch {
            guard error == .unauthorized, let session else {
                if error != .cancelled { failed(error) }
                throw error
            }
            await tokenRefused(session.token)
            failed(PayfritServiceError.loggedOut)
            throw PayfritServiceError.loggedOut
        }
    }

    /// Notes an error for ``status()``.
    func failed(_ error: any Error) {
        let words = describe(error)
        lastError = ErrorReport(at: timeOfDay(), code: words.code, message: words.message, hint: words.hint)
    }

    /// Clears the last error, which does not concern the next login.
    func forgetFailure() { lastError = nil }
}
