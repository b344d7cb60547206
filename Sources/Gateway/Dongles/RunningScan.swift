import DongleProtocol

/// Known state of the scan on one dongle.
struct RunningScan: Sendable {
    /// Parameters of the dongle's scan, now or as soon as it has a session again.
    private(set) var running: ScanStartRequest?
    /// Whether the dongle may still scan although no scan is known to run: a dongle that refuses
    /// new parameters does not end its old scan.
    private(set) var mayScanUnasked = false
    /// Distinguishes the present scan from earlier ones, whose feeds may still bring updates.
    private(set) var number: UInt64 = 0
    private var isInterrupted = false

    /// Whether adverts are being heard.
    var isHearing: Bool { running != nil && !isInterrupted }

    /// Returns whether the dongle needs a request to reach the wanted state.
    func differs(from wanted: ScanStartRequest?) -> Bool {
        wanted != running || (mayScanUnasked && wanted == nil)
    }

    /// Notes that a scan runs, and gives it a new number.
    mutating func started(_ request: ScanStartRequest) {
        self = RunningScan(running: request, number: number + 1)
    }

    /// Notes that no scan runs, or that the link is gone.
    mutating func ended() {
        self = RunningScan(number: number)
    }

    /// Notes that a scan could not be started or stopped.
    mutating func failed() {
        self = RunningScan(mayScanUnasked: true, number: number)
    }

    /// Notes that a scan broke off by itself or was refused in a new session. Returns whether it is
    /// the present scan, and ran.
    mutating func broke(_ number: UInt64) -> Bool {
        guard number == self.number, running != nil else { return false }
        failed()
        return true
    }

    /// Notes that a scan waits for the dongle's next session.
    mutating func interrupted(_ number: UInt64) {
        if number == self.number, running != nil { isInterrupted = true }
    }

    /// Notes that a scan continues in a new session. Returns whether it is the present scan, and
    /// had broken off before.
    mutating func restored(_ number: UInt64) -> Bool {
        guard number == self.number else { return false }
        isInterrupted = false
        return running == nil
    }

    init() {}

    private init(running: ScanStartRequest? = nil, mayScanUnasked: Bool = false, number: UInt64) {
        self.running = running
        self.mayScanUnasked = mayScanUnasked
        self.number = number
    }
}
