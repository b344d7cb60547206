/// Counts logins that the club's server refused, so that the gateway is no tool for guessing PINs.
/// Pure: time is an argument.
struct LoginLimit: Sendable {
    static let window = Duration.seconds(600)
    /// Refused logins of one account within ``window``. The server itself locks an account earlier.
    static let accountLimit = 10
    /// Refused logins of all accounts within ``window``.
    static let limit = 60

    /// Refused logins and those under way, the oldest first; ``limit`` at most.
    private var attempts: [(account: String, at: Duration, number: Int)] = []
    private var last = 0
    private var toldAt: Duration?

    /// Counts an attempt that begins.
    ///
    /// - Returns: Number of the attempt, for ``accept(_:)``; nil and whole seconds to wait if there
    ///   were too many.
    mutating func begin(_ account: String, at now: Duration) -> (number: Int?, wait: Int) {
        attempts.removeAll { now - $0.at >= LoginLimit.window }
        let own = attempts.filter { $0.account == account }
        let blocking =
            own.count >= LoginLimit.accountLimit ? own.first : attempts.count >= LoginLimit.limit ? attempts.first : nil
        if let blocking {
            return (nil, Int((LoginLimit.window - (now - blocking.at)).components.seconds) + 1)
        }
        last += 1
        attempts.append((account, now, last))
        return (last, 0)
    }

    /// Whether the first attempt since ``window`` was refused; false until that time has passed again.
    mutating func isNews(at now: Duration) -> Bool {
        if let toldAt, now - toldAt < LoginLimit.window { return false }
        toldAt = now
        return true
    }

    /// Uncounts an attempt that was no wrong login.
    mutating func accept(_ number: Int) { attempts.removeAll { $0.number == number } }
}
