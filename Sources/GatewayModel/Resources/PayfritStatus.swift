import JSONLines

/// How the gateway stands with the Payfrit backend: the answer of `GET /v1/payfrit/status`.
public struct PayfritStatus: Codable, Sendable, Hashable {
    /// `dev`, `prod` or a URL.
    public var environment: String
    /// URL of the backend.
    public var base: String
    /// Whether nothing of it is for guests: to be said on every page.
    public var isDev: Bool
    /// Whether the login crosses a network without encryption.
    public var isExposed: Bool
    /// What the backend said when it was last asked for a one-time password.
    public var notice: String?
    /// How far this machine's clock is behind the backend's; negative = ahead of it, nil = hardly, or not known.
    public var clockBehindSeconds: Int?
    /// Generation of the API: `php` or `cfm`.
    public var api: String
    /// Who is logged in; nil = nobody.
    public var user: PayfritUser?
    /// The business that was chosen.
    public var business: PayfritBusiness?
    /// Why a login that is kept is not used, such as one of another backend.
    public var unusedLogin: String?
    public var registrations: PayfritQueue
    /// Tables by their states; only states that any is in.
    public var tables: [String: Int]
    /// The last failure of a request or a delivery.
    public var lastError: PayfritFailure?

    private enum CodingKeys: String, CodingKey {
        case environment, base, notice, api, user, business, registrations, tables
        case isDev = "is_dev"
        case isExposed = "is_exposed"
        case clockBehindSeconds = "clock_behind_s"
        case unusedLogin = "unused_login"
        case lastError = "last_error"
    }

    public init(
        environment: String, base: String, isDev: Bool, isExposed: Bool, notice: String?, clockBehindSeconds: Int?,
        api: String, user: PayfritUser?, business: PayfritBusiness?, unusedLogin: String?, registrations: PayfritQueue,
        tables: [String: Int], lastError: PayfritFailure?
    ) {
        self.environment = environment
        self.base = base
        self.isDev = isDev
        self.isExposed = isExposed
        self.notice = notice
        self.clockBehindSeconds = clockBehindSeconds
        self.api = api
        self.user = user
        self.business = business
        self.unusedLogin = unusedLogin
        self.registrations = registrations
        self.tables = tables
        self.lastError = lastError
    }
}

/// Who is logged in.
public struct PayfritUser: Codable, Sendable, Hashable {
    /// The backend's number, where it tells one.
    public var id: Int?
    /// The backend's name of the user, else what was logged in with.
    public var name: String

    public init(id: Int?, name: String) {
        self.id = id
        self.name = name
    }
}

/// Registrations that are not delivered.
public struct PayfritQueue: Codable, Sendable, Hashable {
    /// Those for the backend that is set up.
    public var waiting: Int
    /// Those that it has refused for good.
    public var refused: Int
    /// Those for other backends, which wait until these are set up again.
    public var elsewhere: Int
    /// Delivered since the start.
    public var delivered: Int
    /// Why nothing is delivered at the moment: `logged-out`, `other-user`, `not-in-this-api`, `not-set-up`; nil where it is tried.
    public var held: String?
    /// When the next is tried again; nil where none failed.
    public var nextAttempt: Timestamp?

    private enum CodingKeys: String, CodingKey {
        case waiting, refused, elsewhere, delivered, held
        case nextAttempt = "next_attempt"
    }

    public init(
        waiting: Int, refused: Int, elsewhere: Int, delivered: Int, held: String?, nextAttempt: Timestamp?
    ) {
        self.waiting = waiting
        self.refused = refused
        self.elsewhere = elsewhere
        self.delivered = delivered
        self.held = held
        self.nextAttempt = nextAttempt
    }
}

/// What went wrong, and when.
public struct PayfritFailure: Codable, Sendable, Hashable {
    public var at: Timestamp
    /// Stable, for scripts.
    public var code: String
    public var message: String
    /// What to do next.
    public var hint: String

    public init(at: Timestamp, code: String, message: String, hint: String) {
        self.at = at
        self.code = code
        self.message = message
        self.hint = hint
    }
}
