import Concurrency
import GatewayModel
import LineFormats
import Logging
import Payfrit

/// The login to the Payfrit backend, and the requests that are sent with it.
package actor PayfritAccount {
    /// Clock difference in seconds from which the status mentions it.
    private static let clockTolerance = 120

    nonisolated let tools: PayfritTools
    private let connect: @Sendable () -> Result<any PayfritBackend, PayfritError>
    /// Connection to the backend, kept from its first use to the end.
    private var connection: (any PayfritBackend)?
    private var isFinished = false

    /// Present login; nil unless it belongs to the backend that is set up.
    private(set) var login: PayfritLoginState? {
        didSet { tools.badges.follow(isLoggedIn: login != nil, business: login?.business) }
    }
    /// Reason why a stored login is not used.
    private var unusedLogin: String?
    /// Login that ended because the backend refused its token, without the token. The next login of
    /// the same user keeps its business.
    private(set) var endedLogin: PayfritLoginState?
    private var isLoaded = false

    /// Businesses of the logged-in user, once they were requested.
    private var reach: (token: String, businesses: Set<Int>)?
    private var lastError: ErrorReport?
    /// Message of the backend to the last request for a one-time password.
    private var notice: String?

    init(_ tools: PayfritTools, connect: @escaping @Sendable () -> Result<any PayfritBackend, PayfritError>) {
        (self.tools, self.connect) = (tools, connect)
    }

    // MARK: Connection

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

    private var sessionFile: PayfritSessionFile? { tools.setup.folder.map(PayfritSessionFile.init(folder:)) }

    /// Reads the stored login, once.
    func load() {
        guard !isLoaded else { return }
        isLoaded = true
        do {
            guard let kept = try sessionFile?.read() else { return }
            let place = try tools.place()
            if kept.isEnded {
                endedLogin = kept.belongs(to: place) ? kept : nil
            } else if kept.belongs(to: place) {
                login = kept
            } else {
                unusedLogin = "the login that is kept is for \(kept.base) (\(kept.api))"
            }
        } catch {
            let words = tools.describe(error)
            unusedLogin = words.message
            tools.logger.warning("The login of Payfrit is not used: \(words.message) \(words.hint)")
        }
    }

    /// Replaces the login, and saves the new one.
    func keep(_ state: PayfritLoginState) throws {
        load()
        try sessionFile?.write(state)
        // Another user or business sees other beacons.
        if login?.token != state.token || login?.business != state.business { tools.badges.clear() }
        login = state
        (unusedLogin, endedLogin) = (nil, nil)
        tools.gate.stirred.wake()
    }

    /// Deletes the login.
    func forget() throws {
        load()
        try sessionFile?.remove()
        (login, unusedLogin, endedLogin, reach) = (nil, nil, nil, nil)
        forgetFailure()
        tools.badges.clear()
        tools.gate.stirred.wake()
    }

    /// Deletes the token, but remembers the user and the business.
    private func end(_ ended: PayfritLoginState) throws {
        login = nil
        (endedLogin, reach) = (ended.ended, nil)
        tools.badges.clear()
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
        tools.badges.clear()
        load()
        tools.gate.stirred.wake()
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
                tools.logger.error("The login of Payfrit cannot be removed: \(tools.describe(error).message)")
            }
        }
        await tools.eventLog.record(
            .authorization, "Logged out of Payfrit",
            detail: "The backend refused the login of \(who). Registrations wait for the next login.",
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
        _ session: PayfritSession?, _ body: @Sendable (any PayfritBackend) async throws -> Value
    ) async throws -> Value {
        do {
            return try await body(try backend())
        } catch let error as PayfritError {
            guard error == .unauthorized, let session else {
                if error != .cancelled { failed(error) }
                throw error
            }
            await tokenRefused(session.token)
            failed(PayfritServiceError.loggedOut)
            throw PayfritServiceError.loggedOut
        }
    }

    /// Notes an error for the status.
    func failed(_ error: any Error) {
        let words = tools.describe(error)
        lastError = ErrorReport(at: tools.timeOfDay(), code: words.code, message: words.message, hint: words.hint)
    }

    /// Clears the last error, which does not concern the next login.
    func forgetFailure() { lastError = nil }

    /// Requests that a one-time password be sent.
    ///
    /// - Throws: ``PayfritServiceError``, `PayfritError`.
    package func sendOTP(_ request: PayfritOTPRequest) async throws {
        let phone = try Self.phone(request.phone)
        notice = nil
        notice = try await ask(nil) { try await $0.sendOTP(phone: phone) }
    }

    // MARK: Businesses that a login reaches

    /// Returns the token of the present login.
    func token() -> String? {
        load()
        return login?.token
    }

    /// Notes the businesses of the user with this token.
    func learn(_ businesses: [Int], token: String) { reach = (token, Set(businesses)) }

    /// Causes the businesses to be requested again.
    func forgetReach() { reach = nil }

    /// Returns the businesses of a token, as far as they are known.
    func reach(of token: String) -> PayfritReach {
        PayfritReach(
            chosen: login?.token == token ? login?.business : nil,
            all: reach?.token == token ? reach?.businesses : nil)
    }

    /// Returns whether a business belongs to the user with this token.
    func isReached(_ business: Int, _ token: String) async throws(PayfritError) -> Bool {
        if reach(of: token).chosen == business { return true }
        if reach?.token != token {
            learn(try await backend().businesses(PayfritSession(token: token, business: nil)).map(\.id), token: token)
        }
        return reach?.businesses.contains(business) == true
    }

    /// Does something unless there was another login or choice of business since, by which other
    /// beacons are visible. None begins meanwhile.
    ///
    /// - Returns: Whether it was done.
    @discardableResult
    func ifCurrent(_ session: PayfritSession, _ body: @Sendable () -> Void = {}) -> Bool {
        guard login?.token == session.token, login?.business == session.business else { return false }
        body()
        return true
    }

    // MARK: Status

    /// Returns the status, without a request to the backend.
    func status(
        of place: PayfritPlace, _ queue: PayfritQueue, tables: [TableState: Int]
    ) -> PayfritStatus {
        load()
        var queue = queue
        // Delivery notices the logout only when it wakes.
        if login == nil { (queue.held, queue.nextAttempt) = (.loggedOut, nil) }
        // Seconds by which this machine's clock is behind the backend's.
        let gap = Int((connection?.clockGap ?? .zero).components.seconds)
        return PayfritStatus(
            environment: place.environment.name, base: place.base, isDev: place.environment.isDev,
            isExposed: place.environment.isExposed, notice: notice,
            clockBehindSeconds: abs(gap) >= Self.clockTolerance ? gap : nil,
            api: place.generation == .php ? .php : .cfm, user: login.map { PayfritUser(id: $0.user, name: $0.name) },
            business: login.flatMap { login in
                login.business.map { PayfritBusiness(id: $0, name: login.businessName ?? "") }
            },
            unusedLogin: unusedLogin, registrations: queue,
            tables: Dictionary(uniqueKeysWithValues: tables.map { ($0.key.rawValue, $0.value) }),
            lastError: lastError)
    }
}

/// Businesses of a token, as far as they are known.
struct PayfritReach: Sendable {
    /// Business that was chosen.
    var chosen: Int?
    /// Every business of the user; nil before they were requested.
    var all: Set<Int>?

    /// Returns whether a business is known not to belong to the user.
    func excludes(_ business: Int) -> Bool {
        business != chosen && all.map { !$0.contains(business) } ?? false
    }
}
