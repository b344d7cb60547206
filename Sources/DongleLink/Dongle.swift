import Advertising
import DongleProtocol
import NIOCore
import NIOPosix
import SerialPort

/// A live dongle on a serial port.
///
/// The actor runs on the event loop of its port, so bytes from the line are handled without a
/// switch of thread. All decisions are made in ``LinkSession``.
public actor Dongle {
    /// Path under which the port was opened.
    public nonisolated let path: String
    /// Baud rate of the port, in bits per second.
    public nonisolated let baud: Int

    nonisolated let eventLoop: any EventLoop
    public nonisolated var unownedExecutor: UnownedSerialExecutor { eventLoop.executor.asUnownedSerialExecutor() }

    private var session: LinkSession
    private let trace: (any WireTrace)?
    private var channel: (any Channel)?
    private let origin = ContinuousClock.now
    private let wallClockAtOrigin: Int64
    private var timer: Scheduled<Void>?

    private var opening: CheckedContinuation<HelloReply, any Error>?
    private var pending: [RequestToken: Pending] = [:]
    private(set) var end: LinkError?

    var scan: ActiveScan?
    var isReadingPaused = false
    var subscribers: [UInt64: Subscriber] = [:]
    var eventStreams: [UInt64: AsyncStream<LinkEvent>.Continuation] = [:]
    var logStreams: [UInt64: AsyncStream<LogLine>.Continuation] = [:]
    var wifiStreams: [UInt64: AsyncStream<WifiBatch>.Continuation] = [:]
    var nextStream: UInt64 = 0
    private var hasBeenLive = false

    /// A request between its submission and the moment its outcome is fetched.
    private enum Pending {
        case open
        case awaited(CheckedContinuation<[UInt8], any Error>)
        case ended(Result<[UInt8], LinkError>)
    }

    private init(
        path: String, baud: Int, configuration: LinkSession.Configuration, trace: (any WireTrace)?,
        eventLoop: any EventLoop
    ) {
        self.path = path
        self.baud = baud
        self.trace = trace
        self.eventLoop = eventLoop
        var generator = SystemRandomNumberGenerator()
        session = LinkSession(configuration: configuration, seed: generator.next())
        wallClockAtOrigin = WallClock.microsecondsSince1970
    }

    /// Opens, locks and configures the port, and greets the dongle on it.
    ///
    /// - Parameters:
    ///   - baud: Bits per second, for bridges; native USB ignores it.
    ///   - isNative: Whether bytes reach the dongle as soon as they are written, as with native USB
    ///     or a pseudo-terminal.
    ///   - greetingLimit: Longest wait for an answer.
    ///   - trace: Receives every byte of the line from now on, even if the greeting fails.
    /// - Throws: `SerialPortError` if the port cannot be opened, ``LinkError/greeting(_:)`` if no
    ///   session opens on it.
    public static func open(
        path: String, baud: Int, isNative: Bool = false, greetingLimit: Duration = .seconds(12),
        trace: (any WireTrace)? = nil
    ) async throws -> Dongle {
        let line = try SerialLine.open(path: path, baud: baud)
        let eventLoop = MultiThreadedEventLoopGroup.singleton.next()
        let configuration = LinkSession.Configuration(lineRate: isNative ? 0 : baud, greetingLimit: greetingLimit)
        let dongle = Dongle(
            path: path, baud: baud, configuration: configuration, trace: trace, eventLoop: eventLoop)
        try await dongle.attach(line.takeDescriptor())
        do {
            _ = try await withTaskCancellationHandler {
                try await dongle.greet()
            } onCancel: {
                Task { await dongle.close() }
            }
        } catch {
            await dongle.close()
            try Task.checkCancellation()
            throw error
        }
        return dongle
    }

    private func attach(_ descriptor: CInt) async throws {
        channel = try await NIOPipeBootstrap(group: eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(DongleChannelHandler(dongle: self))
                }
            }
            .takingOwnershipOfDescriptor(inputOutput: descriptor).get()
    }

    private func greet() async throws -> HelloReply {
        if let end { throw end }
        return try await withCheckedThrowingContinuation { continuation in
            opening = continuation
            session.start(now: now)
            perform()
        }
    }

    /// The dongle's description of itself in the newest HELLO.
    ///
    /// - Throws: ``LinkError`` if the link is closed or no session is open at the moment.
    public var identity: HelloReply {
        get throws {
            if let end { throw end }
            guard let hello = session.hello else { throw LinkError.noSession }
            return hello
        }
    }

    /// Returns the link's counters of data carried and lost.
    public func statistics() -> LinkStatistics { session.statistics }

    /// Returns the newest bytes that belonged to no frame, at most 4 KiB, such as text of a boot
    /// loader or a crash.
    public func consoleNoise() -> [UInt8] { session.consoleNoise }

    /// Closes the port. Open operations end with ``Interruption/closed``. A second call does
    /// nothing.
    public func close() async {
        lose(.closed, error: .closed)
        guard let channel else { return }
        try? await channel.close().get()  // Closed already is as good.
        self.channel = nil
    }

    // MARK: Requests

    /// Sends one request and waits for its outcome: the answer, or the result in its DONE event.
    ///
    /// If the task is cancelled, a request that has not been sent is dropped. A request that runs
    /// on the dongle is cancelled there, and its outcome still comes.
    ///
    /// - Parameter epoch: The session that the request belongs to, if it names something that
    ///   exists only in one session.
    func request<R: Request>(_ request: R, epoch: UInt64? = nil) async throws -> R.Answer {
        let bytes = try await outcome(of: begin(R.operation, payload: request.encoded(), epoch: epoch))
        do {
            return try R.Answer(decoding: bytes)
        } catch {
            throw LinkError.malformedAnswer(operation: R.operation)
        }
    }

    /// Queues a request. Requests of the same kind are sent in the order of these calls. The caller
    /// must then call ``outcome(of:)``.
    func begin(_ operation: Operation, payload: [UInt8], epoch: UInt64? = nil) throws -> RequestToken {
        if let end { throw end }
        try Task.checkCancellation()
        let token = session.submit(operation, payload: payload, epoch: epoch, now: now)
        pending[token] = .open
        perform()
        return token
    }

    /// Waits for the outcome of a request that was begun. Call this once per request.
    func outcome(of token: RequestToken) async throws -> [UInt8] {
        if case .ended(let result) = pending[token] {
            pending[token] = nil
            return try result.get()
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pending[token] = .awaited(continuation)
            }
        } onCancel: {
            Task { await self.cancel(token) }
        }
    }

    private func completed(_ token: RequestToken, _ result: Result<[UInt8], LinkError>) {
        switch pending[token] {
        case .awaited(let continuation):
            pending[token] = nil
            continuation.resume(with: result.mapError { $0 })
        case .open:
            pending[token] = .ended(result)
        case .ended, nil:
            // One of the session's own requests, such as CANCEL. Nothing waits for its outcome.
            return
        }
    }

    private func cancel(_ token: RequestToken) {
        session.cancel(token, now: now)
        perform()
    }

    // MARK: The line

    var now: Duration { ContinuousClock.now - origin }

    /// Handles bytes read from the port.
    func received(_ bytes: RawSpan) {
        trace?.received(bytes, microsecondsSince1970: wallClockAtOrigin + now.microseconds)
        session.receive(bytes, now: now)
        perform()
    }

    /// Ends the link because the port has gone away.
    func lineLost() {
        lose(.portLost, error: .portLost)
    }

    private func lose(_ cause: Interruption, error: LinkError) {
        guard end == nil else { return }
        end = error
        session.stop(cause)
        perform()
        timer?.cancel()
        timer = nil
        opening.take()?.resume(throwing: error)
        scan.take()?.buffer.finish(cause == .closed ? .success(()) : .failure(error))
        endSubscriptions(cause)
        announce(.closed(error))
        for stream in eventStreams.values { stream.finish() }
        for stream in logStreams.values { stream.finish() }
        for stream in wifiStreams.values { stream.finish() }
        eventStreams.removeAll()
        logStreams.removeAll()
        wifiStreams.removeAll()
    }

    /// Performs the session's actions, then schedules the next tick.
    private func perform() {
        var output = ByteBuffer()
        for action in session.takeActions() {
            switch action {
            case .write(let frame): output.writeBytes(frame)
            case .completed(let token, let result): completed(token, result)
            case .live(let hello): becameLive(hello)
            case .adverts(let payload, let lost): deliver(payload, lost: lost)
            case .advertsLost(let count): deliver(.lost(count))
            case .event(let code, let payload): received(code, payload)
            case .log(let payload):
                announceLog(payload)
            case .scannerSilent: restartScanner()
            case .unstable(let reason): announce(.unstable(reason))
            case .suspect: announce(.suspect)
            case .recovered: announce(.recovered)
            case .interrupted(let cause): interrupted(cause)
            case .failed(let failure):
                opening.take()?.resume(throwing: LinkError.greeting(failure))
                lose(.sessionLost, error: .greeting(failure))
            }
        }
        if output.readableBytes > 0 { write(output) }
        finishScanIfAccounted()
        schedule()
    }

    private func write(_ output: ByteBuffer) {
        guard let channel else { return }
        if let trace {
            let time = wallClockAtOrigin + now.microseconds
            output.readableBytesView.withUnsafeBytes {
                trace.sent(RawSpan(_unsafeBytes: $0), microsecondsSince1970: time)
            }
        }
        channel.writeAndFlush(output, promise: nil)
    }

    private func schedule() {
        timer?.cancel()
        timer = nil
        guard end == nil, let deadline = session.deadline else { return }
        let delay = max(.zero, deadline - now)
        timer = eventLoop.scheduleTask(in: TimeAmount(delay)) {
            self.assumeIsolated { dongle in
                dongle.session.tick(now: dongle.now)
                dongle.perform()
            }
        }
    }

    private func becameLive(_ hello: HelloReply) {
        if hello.features.contains(.simulated) { trace?.markSimulated() }
        opening.take()?.resume(returning: hello)
        if hasBeenLive {
            announce(.restored(hello))
            restoreScan()
        }
        hasBeenLive = true
    }

    private func interrupted(_ cause: Interruption) {
        endSubscriptions(cause)
        deliver(.interrupted(cause))
        announce(.interrupted(cause))
    }

    // MARK: Access to the session for the extensions

    func setScanning(_ scans: Bool) { session.setScanning(scans, now: now) }
    func countMissedEvent() { session.statistics.eventsMissed += 1 }
    func setSubscriptions(_ count: Int) { session.subscriptions = count }
    var nextAdvert: UInt32 { session.adverts.next }
    var epoch: UInt64 { session.epoch }

    /// Converts an uptime of the dongle to microseconds since 1970.
    func wallTime(ofUptimeMs uptimeMs: UInt32) -> Int64 {
        let time = session.clock.hostTime(ofUptimeMs: uptimeMs) ?? now
        return wallClockAtOrigin + time.microseconds
    }

    /// Stops or resumes reading from the port.
    func setReading(_ reads: Bool) {
        channel?.setOption(.autoRead, value: reads).whenFailure { _ in }
        if reads { channel?.read() }
    }
}
