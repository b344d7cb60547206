import Randomness
import DongleLink
import DongleProtocol
import Recording
import SimulatedDongle

/// Many operations of every kind over a line with every possible fault, and a count of their
/// outcomes.
///
/// Several lanes of operations run at once, like several users: each submits its next operation
/// when the one before has ended.
package final class FaultRun {
    package struct Options: Sendable {
        /// Number of operations after which no more are started.
        package var operations: Int
        package var seed: UInt64
        package var line: LineConditions
        /// Called now and then with the number of operations that have ended.
        package var progress: (@Sendable (Int) -> Void)?

        package init(
            operations: Int, seed: UInt64, line: LineConditions = LineConditions(rates: FaultRun.everyFault),
            progress: (@Sendable (Int) -> Void)? = nil
        ) {
            self.operations = operations
            self.seed = seed
            self.line = line
            self.progress = progress
        }
    }

    /// A line on which one frame in seven has a fault.
    package static let everyFault: [Fault: Double] = [
        .drop: 0.03, .omit: 0.02, .insert: 0.02, .flip: 0.02, .duplicate: 0.02, .delay: 0.012, .echo: 0.012,
        .stall: 0.003, .cut: 0.002, .reset: 0.0013, .unplug: 0.0013,
    ]

    /// A line that also lets frames overtake one another and delivers late copies, as no serial
    /// line does.
    package static let outOfOrder: [Fault: Double] = [
        .drop: 0.02, .flip: 0.01, .overtake: 0.05, .lateCopy: 0.05, .stall: 0.002,
    ]

    let options: Options
    let link: VirtualLink
    var tally = Tally()
    var random: SplitMix64
    /// Counter of sessions: knowledge from an earlier session no longer holds.
    private(set) var epoch = 0
    private(set) var powerFailures = 0

    private var submitted = 0
    private var pending: [RequestToken: (Result<[UInt8], LinkError>) -> Void] = [:]
    private var timers: [(at: Duration, body: () -> Void)] = []
    private var isEnding = false

    private(set) lazy var connections = (0..<Self.peripherals).map { ConnectionLane(self, index: $0) }
    private(set) lazy var scan = ScanLane(self)
    private(set) lazy var config = ConfigLane(self)
    private(set) lazy var reboots = RebootLane(self)

    private static let peripherals = 3
    private static let drainLimit = Duration.seconds(1200)

    /// Runs all operations and returns the counts.
    package static func run(_ options: Options) throws -> Tally {
        let run = try FaultRun(options)
        return run.perform()
    }

    private init(_ options: Options) throws {
        self.options = options
        random = SplitMix64(seed: options.seed, index: 7)
        link = try VirtualLink(
            scenario: .numbered(Self.peripherals), line: options.line, seed: options.seed, replay: ScanLane.replay,
            behaviours: .numbered(seed: options.seed))
        link.observer = self
        link.powerChanged = { [unowned self] isOn in if isOn { powerFailures += 1 } }
    }

    private func perform() -> Tally {
        link.open()
        for lane in connections { lane.start() }
        scan.start()
        config.start()
        reboots.start()
        ask()
        runUntil { submitted >= options.operations }
        isEnding = true
        link.line.rates = [:]
        let end = link.now + Self.drainLimit
        runUntil { pending.isEmpty || link.now >= end }
        tally.neverEnded = pending.count
        for lane in connections { lane.finish() }
        config.finish()
        reboots.finish()
        tally.faults = link.transport.counts
        tally.framesCut = link.transport.framesCut
        tally.frames = link.transport.frames
        tally.idleRounds = link.idleRounds
        tally.virtualTime = link.now
        closed(link.session.statistics)
        return tally
    }

    private func runUntil(_ condition: () -> Bool) {
        while !condition() {
            let next = timers.min { $0.at < $1.at }?.at ?? link.now + .seconds(1)
            if next > link.now { _ = link.run(limit: next - link.now, until: condition) }
            let due = timers.filter { $0.at <= link.now }
            timers.removeAll { $0.at <= link.now }
            for timer in due { timer.body() }
        }
    }

    // MARK: For the lanes

    /// Submits one operation; `then` is called when it has ended, unless no more are started.
    func submit<R: Request>(_ request: R, then: @escaping (Result<R.Answer, LinkError>) -> Void) {
        guard !isEnding else { return }
        submitted += 1
        let token = link.session.submit(R.operation, payload: request.encoded(), now: link.now)
        pending[token] = { [unowned self] result in
            let decoded = result.flatMap { bytes -> Result<R.Answer, LinkError> in
                (try? R.Answer(decoding: bytes)).map { .success($0) }
                    ?? .failure(.malformedAnswer(operation: R.operation))
            }
            count(decoded)
            then(decoded)
        }
        link.drain()
    }

    /// Counts an event that must not happen.
    func violate(_ count: WritableKeyPath<Tally, Int>, _ text: @autoclosure () -> String) {
        tally.note(count, "\(link.now): \(text())")
    }

    /// Calls `body` after a random pause within this range.
    func pause(_ milliseconds: ClosedRange<Int>, then body: @escaping () -> Void) {
        timers.append((link.now + .milliseconds(draw(milliseconds)), body))
    }

    func draw(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    private func count<Answer>(_ result: Result<Answer, LinkError>) {
        switch result.outcome {
        case .done: tally.done += 1
        case .notDone: tally.notDone += 1
        case .unknown: tally.unknown += 1
        }
        if tally.operations % 10_000 == 0 { options.progress?(tally.operations) }
    }

    /// The lane of requests without an effect.
    private func ask() {
        let next = { [unowned self] in pause(0...40) { [unowned self] in ask() } }
        switch draw(0...3) {
        case 0: submit(PingRequest()) { _ in next() }
        case 1: submit(InfoRequest()) { _ in next() }
        case 2: submit(GetStateRequest()) { _ in next() }
        default: submit(IdentifyRequest(durationMs: 1)) { _ in next() }
        }
    }
}

extension FaultRun: VirtualLink.Observer {
    package func completed(_ token: RequestToken, _ result: Result<[UInt8], LinkError>) {
        // Other requests are the session's own.
        pending.removeValue(forKey: token)?(result)
    }

    package func happened(_ action: LinkSession.Action) {
        switch action {
        case .live:
            epoch += 1
            for lane in connections { lane.sessionChanged() }
            scan.sessionChanged()
        case .event(let code, let payload): received(code, payload)
        case .adverts(let payload, let lost): scan.received(payload, lost: lost)
        case .advertsLost(let count): scan.lost(count)
        case .failed: link.open()
        default: break
        }
    }

    package func closed(_ statistics: LinkStatistics) {
        tally.sessions += Int(statistics.sessions)
        tally.retransmissions += Int(statistics.retransmissions)
    }

    private func received(_ code: EventCode, _ payload: [UInt8]) {
        for lane in connections { lane.received(code, payload) }
    }
}

extension Result where Failure == LinkError {
    /// Outcome of the operation.
    package var outcome: Outcome {
        switch self {
        case .success: .done
        case .failure(let error): error.outcome
        }
    }
}
