import DongleProtocol

/// What is known of the scan on one dongle.
struct RunningScan: Sendable {
    /// What the dongle scans for, now or as soon as it has a session again.
    private(set) var running: ScanStartRequest?
    /// Whether it may scan although nothing is known to run: its refusal of new parameters ends no old scan.
    private(set) var mayScanUnasked = false
    /// Tells the present scan from those before, whose feeds may still have something to say.
    private(set) var number: UInt64 = 0
    private var isInterrupted = false

    /// Whether adverts are being heard.
    var isHearing: Bool { running != nil && !isInterrupted }

    /// Whether the dongle has to be asked for something else than it does.
    func differs(from wanted: ScanStartRequest?) -> Bool {
        wanted != running || (mayScanUnasked && wanted == nil)
    }

    /// A scan runs. The number is its own.
    mutating func started(_ request: ScanStartRequest) {
        self = RunningScan(running: request, number: number + 1)
    }

    /// Nothing is scanned for, or there is no link any more.
    mutating func ended() {
        self = RunningScan(number: number)
    }

    /// A scan could not be started or stopped.
    mutating func failed() {
        self = RunningScan(mayScanUnasked: true, number: number)
    }

    /// A scan has broken off by itself, or was refused in a new session. Returns whether it is the present one, and ran.
    mutating func broke(_ number: UInt64) -> Bool {
        guard number == self.number, running != nil else { return false }
        failed()
        return true
    }

    /// A scan waits for the dongle's next session.
    mutating func interrupted(_ number: UInt64) {
        if number == self.number, running != nil { isInterrupted = true }
    }

    /// A scan goes on in a new session. Returns whether it is the present one, and had broken off before.
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
