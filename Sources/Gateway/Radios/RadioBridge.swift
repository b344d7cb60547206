import ChildProcesses
import Concurrency
import DongleLink
import DongleProtocol
import NIOConcurrencyHelpers
import SerialPort

/// Keeps the bridge of one radio running, from the first request for its port until ``stop()``:
/// starts it again when it ends or hangs.
///
/// Decisions are made in ``BridgeState``.
package actor RadioBridge {
    /// Exit codes after which a further start would not help: a wrong command line, and an
    /// environment in which the bridge cannot run. Source: docs/hardware.md.
    private static let finalCodes: Set<Int32> = [64, 78]

    package nonisolated let name: RadioName
    package nonisolated let log: BridgeLog
    private let setup: RadioSetup.Bridges
    private let clock: GatewayClock
    private nonisolated let ending = Latch()
    /// Wakes the task that starts the bridge, and the one that watches it.
    private nonisolated let nudge = Signal()
    private nonisolated let changed = Signal()

    private var state = BridgeState()
    private var running: Task<Void, Never>?
    private var process: BridgeProcess?
    private var waitsForController: Bool
    private var failure: RadioError?
    private var waiters: [Latch] = []
    /// Set when the bridge ends.
    private var ends: [Latch] = []
    private var appeared: @Sendable () async -> Void = {}

    /// - Parameter waitsForController: Whether the bridge starts without its controller, too. After
    ///   its first success it always does.
    package init(_ name: RadioName, _ setup: RadioSetup.Bridges, waitsForController: Bool, clock: GatewayClock) {
        (self.name, self.setup, self.clock) = (name, setup, clock)
        self.waitsForController = waitsForController
        log = BridgeLog(clock: clock)
    }

    /// Sets what is called each time the port is there.
    func whenAppeared(_ body: @escaping @Sendable () async -> Void) { appeared = body }

    var isStarted: Bool { running != nil }

    /// Returns the path of the port. Starts the bridge the first time, and waits for a start that
    /// is under way.
    ///
    /// - Throws: ``RadioError``: the bridge has ended, and the next start is not near.
    package func port() async throws -> String {
        guard !ending.isSet else { throw GatewayError.stopping }
        if running == nil { running = Task { await run() } }
        if case .live(let port) = state.phase { return port }
        if state.isExpected(at: clock.now()) {
            let latch = Latch()
            waiters.append(latch)
            await latch.wait()
            try Task.checkCancellation()
            if case .live(let port) = state.phase { return port }
        }
        throw failure ?? GatewayError.stopping
    }

    /// Ends the bridge, and returns when it has ended.
    package func stop() async {
        ending.set()
        nudge.wake()
        perform(state.stop(at: clock.now()))
        await running?.value
        settle()
        log.finish()
    }

    /// Returns why the bridge has no port any more, once its end is known; nil if it has one all the
    /// same after the limit.
    func loss(within limit: Duration) async -> RadioError? {
        guard !ending.isSet else { return nil }
        if case .live = state.phase {
            let latch = Latch()
            ends.append(latch)
            await clock.atMost(limit) { await latch.wait() }
        }
        return failure
    }

    // MARK: Signs of life

    func linked() { state.linked(at: clock.now()) }

    func received(_ frames: UInt64) { perform(state.received(frames, at: clock.now())) }

    func unanswered() { perform(state.unanswered(at: clock.now())) }

    // MARK: Life

    private func run() async {
        while !ending.isSet {
            state.begin(at: clock.now())
            await live()
            while !ending.isSet {
                guard let due = state.nextStart else {
                    await nudge.wait()
                    continue
                }
                guard due > clock.now() else { break }
                await nudge.wait(until: due, clock)
            }
        }
    }

    /// Starts the bridge once, and returns when it has ended.
    private func live() async {
        let (events, input) = AsyncStream.makeStream(of: BridgeProcess.Event.self)
        do throws(RadioError) {
            let process = try start(input)
            self.process = process
            await withDiscardingTaskGroup { group in
                group.addTask { await self.watch() }
                for await event in events { await take(event) }
                group.cancelAll()
            }
            self.process = nil
        } catch {
            ended(error, isFinal: false)
        }
        settle()
    }

    private func start(
        _ input: AsyncStream<BridgeProcess.Event>.Continuation
    ) throws(RadioError) -> BridgeProcess {
        let program = try setup.find()
        var command = [program, name.text, "--state", try setup.stateFile(of: name), "--attached", "--verbose"]
        if waitsForController { command.append("--wait") }
        log.forgetWords()
        let start = ChildStart(command: command, environment: setup.passedOn)
        // Lines go straight to the log, which bounds them. So the stream has two elements.
        let hasPort = NIOLockedValueBox(false)
        let result = BridgeProcess.start(start) { [log] event in
            switch event {
            case .error(let line): log.take(BridgeLine(line))
            case .output(let line) where BridgeLine.isPort(line) && !hasPort.withLockedValue({ $0 }):
                hasPort.withLockedValue { $0 = true }
                input.yield(event)
            case .output(let line): log.take("on standard output: \(line)", level: .warning)
            case .ended:
                input.yield(event)
                input.finish()
            }
        }
        switch result {
        case .success(let process): return process
        case .failure(let error): throw .cannotStart(program: program, errno: error.code)
        }
    }

    private func take(_ event: BridgeProcess.Event) async {
        switch event {
        case .output(let port):
            guard state.named(port) else { return }
            waitsForController = true
            failure = nil
            settle()
            await appeared()
        case .ended(let end):
            let isFinal = if case .exited(let code) = end { Self.finalCodes.contains(code) } else { false }
            ended(.ended(name, end, log.words, isFinal: isFinal), isFinal: isFinal)
        case .error: return
        }
    }

    private func ended(_ error: RadioError, isFinal: Bool) {
        let wasHung = state.ended(isFinal: isFinal, at: clock.now())
        let failure = wasHung ? RadioError.silent(name) : error
        self.failure = failure
        for latch in ends { latch.set() }
        ends = []
        guard !ending.isSet else { return }
        let next = state.nextStart.map { "it starts again in \(($0 - clock.now()).milliseconds) ms" }
        let what =
            switch failure {
            case .ended(_, let end, _, _): "the bridge ended \(end.words)"
            case .silent: "the bridge hung, and was ended"
            default: "the bridge cannot be started (\(failure.kind))"
            }
        log.take("\(what); \(next ?? "it is not started again")", level: .warning)
    }

    /// Does what is due about a bridge that runs.
    private func watch() async {
        while !Task.isCancelled {
            perform(state.tick(at: clock.now()))
            if let due = state.deadline { await changed.wait(until: due, clock) } else { await changed.wait() }
        }
    }

    private func perform(_ action: BridgeState.Action?) {
        switch action {
        case .end: process?.end()
        case .kill: process?.kill()
        case nil: return
        }
        changed.wake()
    }

    private func settle() {
        for latch in waiters { latch.set() }
        waiters = []
    }
}

extension BridgeLine {
    /// Whether a line of standard output names a pseudo-terminal.
    static func isPort(_ line: String) -> Bool {
        let folder = "/dev/pts/"
        return line.hasPrefix(folder) && (1...10).contains(line.utf8.count - folder.utf8.count)
            && line.dropFirst(folder.count).allSatisfy { $0.isASCII && $0.isNumber }
    }
}
