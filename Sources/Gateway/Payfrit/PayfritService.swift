import Concurrency
import GatewayModel
import JSONLines
import Logging
import Payfrit
import Store

/// Speaks to the Payfrit backend: who is logged in, its businesses, service points and beacons, the tables that get beacons, and
/// the registrations that wait for it.
package actor PayfritService {
    let setup: PayfritSetup
    let store: Store
    let eventLog: EventLog
    let provisioning: ProvisioningService
    let clock: GatewayClock
    let logger: Logger
    let timeOfDay: @Sendable () -> Timestamp
    /// 0..<1, for jitter.
    let chance: @Sendable () -> Double
    let describe: @Sendable (any Error) -> (code: String, message: String, hint: String)
    private let connect: @Sendable () -> Result<any PayfritBackend, PayfritError>
    /// Kept from its first use to the end.
    private(set) var connection: (any PayfritBackend)?
    private var isFinished = false

    /// Whose login it is, where it belongs to the backend that is set up.
    private(set) var login: PayfritLoginState? {
        didSet { badges.follow(isLoggedIn: login != nil, business: login?.business) }
    }
    /// Why a login that is kept is not used.
    private(set) var unusedLogin: String?
    /// Who was logged in before the backend took the token no more, without the token; their business is chosen again.
    private(set) var endedLogin: PayfritLoginState?
    private var isLoaded = false

    /// One table is planned at a time, so that no two take the same name.
    let planning = Turns()
    /// How the lane stands.
    var lane = LaneState()
    /// Something may be to do for the lane.
    let stirred = Signal()
    /// The businesses of the user who is logged in, once they were asked for.
    var reach: (token: String, businesses: Set<Int>)?
    /// Tables whose run is about to begin.
    var starting: Set<Int64> = []
    /// What an earlier gateway has left of tables is settled, by one at a time.
    var isSettled = false
    let settling = Turns()
    nonisolated let badges: BadgeCache
    /// The backend is asked again what it has by one at a time.
    let renewing = Turns()
    /// When that failed last.
    var renewalFailed: Duration?
    /// When reading everybody's beacons failed last.
    var knownFailed: Duration?
    private(set) var lastError: ErrorReport?
    /// What the backend said when it was last asked for a one-time password.
    var notice: String?

    /// How deliveries stand.
    struct LaneState {
        /// The entry that is being delivered.
        var current: Int64?
        /// Entries that somebody changes at the moment: they are not begun.
        var changing: Set<Int64> = []
        /// Rises with every change of an entry that is not the lane's.
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

    /// Ends every connection, until it begins again.
    func finish() async {
        isFinished = true
        await connection.take()?.close()
    }

    // MARK: The login

    private var sessionFile: PayfritSessionFile? { setup.folder.map(PayfritSessionFile.init(folder:)) }

    /// Reads the login that is kept, once.
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

    /// Takes a login in the place of another.
    func keep(_ state: PayfritLoginState) throws {
        load()
        try sessionFile?.write(state)
        // Another user or business sees other beacons.
        if login?.token != state.token || login?.business != state.business { badges.clear() }
        login = state
        (unusedLogin, endedLogin) = (nil, nil)
        // Until the lane wakes, its old state would say that nobody is logged in.
        if lane.held == .loggedOut { lane.held = nil }
        stirred.wake()
    }

    /// Throws the login away.
    func forget() throws {
        load()
        try sessionFile?.remove()
        (login, unusedLogin, endedLogin, reach) = (nil, nil, nil, nil)
        forgetFailure()
        badges.clear()
        stirred.wake()
    }

    /// Throws the token away, and keeps whose it was.
    private func end(_ ended: PayfritLoginState) throws {
        login = nil
        (endedLogin, reach) = (ended.ended, nil)
        badges.clear()
        try sessionFile?.write(ended.ended)
    }

    /// Takes what the file has in the place of a login that ends, where that is another: a process beside this one may have logged
    /// in or out since.
    ///
    /// - Returns: Whether it has another, or none.
    private func isReplaced(_ ended: PayfritLoginState) -> Bool {
        guard let sessionFile else { return false }
        // A file that cannot be read is nobody's new login.
        do { if try sessionFile.read()?.token == ended.token { return false } } catch { return false }
        (login, unusedLogin, endedLogin, reach, isLoaded) = (nil, nil, nil, nil, false)
        badges.clear()
        load()
        stirred.wake()
        return true
    }

    /// The backend does not take this token any more.
    func tokenRefused(_ token: String) async {
        // Somebody may have logged in since.
        guard let ended = login, ended.token == token else { return }
        let who = ended.name
        if isReplaced(ended) {
            if login != nil { return }
        } else {
            do {
                do { try end(ended) } catch { try sessionFile?.remove() }
            } catch {
                // It is not used any more in any case; the next start tries it once, and is told the same.
                logger.error("The login of Payfrit cannot be removed: \(describe(error).message)")
            }
        }
        await eventLog.record(
            .authorization, "Logged out of Payfrit",
            detail: "The backend takes the login of \(who) no more. Registrations wait for the next.",
            level: .warning)
    }

    // MARK: Requests

    /// The session without or with the business that was chosen.
    ///
    /// - Throws: ``PayfritServiceError/notLoggedIn``, ``PayfritServiceError/noBusiness``.
    func session(needsBusiness: Bool = true) throws(PayfritServiceError) -> PayfritSession {
        load()
        guard let login else { throw .notLoggedIn }
        guard !needsBusiness || login.business != nil else { throw .noBusiness }
        return PayfritSession(token: login.token, business: login.business)
    }

    /// Asks the backend. A refused token is forgotten.
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

    /// Notes what went wrong, for ``status()``.
    func failed(_ error: any Error) {
        let words = describe(error)
        lastError = ErrorReport(at: timeOfDay(), code: words.code, message: words.message, hint: words.hint)
    }

    /// What went wrong for one login is not the next one's.
    func forgetFailure() { lastError = nil }
}
