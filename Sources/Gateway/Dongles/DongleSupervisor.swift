import Concurrency
import DongleLink
import DongleProtocol
import GatewayModel
import LineFormats
import Logging
import SerialPort

/// Keeps one port open and its dongle working: opens, greets, scans as demanded, and begins again
/// when the link is lost.
///
/// Decisions are made in ``SupervisorState``. For everything beyond this port, the supervisor calls
/// the service.
actor DongleSupervisor {
    /// Number of adverts in a batch from which a feed is not slow: at 25 ms, 5,000 adverts per
    /// second.
    static let gatheredAtOnce = 128

    nonisolated let source: AdvertSource
    nonisolated let hub: AdvertHub
    nonisolated let clock: GatewayClock
    /// Time for which adverts gather if they come slowly.
    nonisolated let gathering: Duration
    /// Set when the port must be closed and left alone.
    nonisolated let ending = Latch()
    /// Woken when the next attempt may be due earlier.
    private nonisolated let nudge = Signal()
    private nonisolated let opener: PortOpener
    private nonisolated let ended = Latch()
    private var isRunning = false

    private(set) weak var dongles: DongleService?
    var state: SupervisorState
    var since = Timestamp.now
    /// The open link, with the dongle's answers about itself.
    var link: OpenLink?
    /// The newest link, also after it was lost.
    var known: OpenLink?
    var lastError: ErrorReport?
    private var knownRate: Int?
    /// Device that was on the port when it was last open.
    private var device: DeviceOnUSB?
    private var attempts: [Latch] = []
    private var attemptError: (any Error)?

    var scanState = RunningScan()
    var scanRetry: ScanRetry
    /// Whether the last error is about the scan, so that it is cleared when the scan runs.
    var isScanError = false
    var relay: Latch?
    /// Adverts that the link's own feed dropped because the gateway was too slow.
    var missed: UInt64 = 0

    init(
        key: Int, opener: PortOpener, gathering: Duration, hub: AdvertHub, clock: GatewayClock, dongles: DongleService
    ) {
        (source, state) = (AdvertSource(key: key), SupervisorState(isFound: opener.target.isFound))
        (self.opener, self.gathering, self.hub, self.clock) = (opener, gathering, hub, clock)
        scanRetry = ScanRetry(isForRadio: opener.radio?.bridge != nil)
        self.dongles = dongles
    }

    nonisolated var key: Int { source.key }
    nonisolated var target: PortTarget { opener.target }
    /// Bridge of the radio, if the port is one of a bridge of this gateway.
    nonisolated var bridge: RadioBridge? { opener.radio?.bridge }

    // MARK: Life

    /// Supervises the port until ``end()`` is called or the task is cancelled; then closes the
    /// port.
    func run() async {
        isRunning = true
        defer { ended.set() }
        while !ending.isSet, !Task.isCancelled {
            if link == nil {
                // The error has been noted, and reported if it was news.
                try? await attempt()
            }
            if let link {
                await serve(link)
                await lose(link)
            }
            while let due = state.nextAttempt, due > clock.now(), !ending.isSet, !Task.isCancelled {
                await nudge.wait(until: due, clock)
            }
        }
        await close()
    }

    /// Takes the port into use before the first attempt.
    func prepare() async {
        await opener.radio?.bridge?.whenAppeared { [weak self] in await self?.portAppeared() }
    }

    /// Makes ``run()`` end soon.
    nonisolated func end() {
        ending.set()
        nudge.wake()
        source.changed.wake()
    }

    /// Returns when ``run()`` has ended, if it runs.
    func finished() async {
        if isRunning { await ended.wait() }
    }

    /// Ends the supervisor, and returns when the port is closed and its readers know.
    func shutDown() async {
        end()
        await finished()
        await close()
    }

    private func close() async {
        if let link = link.take() {
            source.close()
            await link.dongle.close()
        }
        await opener.radio?.stop()
    }

    /// Tries at once, because the port may be there now.
    func portAppeared() {
        state.portAppeared(at: clock.now())
        nudge.wake()
    }

    /// Returns what is known of this port's dongle, which is now on another port or away, and
    /// forgets it.
    func handOver() -> (known: OpenLink?, history: SupervisorState.History) {
        source.id = nil
        return (known.take(), state.takeHistory())
    }

    /// Takes over a dongle that was on another port.
    func takeOver(_ dongle: (known: OpenLink?, history: SupervisorState.History)) {
        known = dongle.known
        source.id = dongle.known?.id
        state.giveHistory(dongle.history)
    }

    // MARK: Attempts

    /// Opens the port and greets the dongle, once.
    func attempt() async throws {
        state.attempt()
        since = .now
        do {
            let opened = try await ending.unlessSet { [self] in try await open() }
            guard !ending.isSet else {
                await opened.dongle.close()
                throw GatewayError.stopping
            }
            try await take(opened)
        } catch {
            await note(error)
            settle(error)
            throw error
        }
    }

    /// Waits for a link: tries at once, and throws the error of that attempt.
    func waitForLink() async throws {
        if state.isLive { return }
        portAppeared()
        try await attemptEnd()
        guard link == nil else { return }
        throw attemptError ?? GatewayError.stopping
    }

    /// Returns when an attempt ends.
    private func attemptEnd() async throws {
        let latch = Latch()
        attempts.append(latch)
        try await ending.unlessSet { await latch.wait() }
    }

    private func settle(_ error: (any Error)?) {
        attemptError = error
        for latch in attempts { latch.set() }
        attempts = []
    }

    private nonisolated func open() async throws -> OpenLink {
        let choice = try await opener.choose(
            lastOpen: await device, taken: dongles?.ports.linkedPaths(except: key) ?? [])
        let dongle = try await opener.open(choice.port, known: await knownRate)
        do {
            let hello = try await dongle.identity
            // The dongle's name is optional.
            let info = try? await dongle.info()
            let link = OpenLink(
                dongle: dongle, port: choice.port.path, device: choice.device, hello: hello, info: info)
            if choice.isMoved, let known = await known, known.id != link.id {
                // Another dongle of the same make; the named one is still away.
                throw SerialPortError.notFound(path: target.text)
            }
            return link
        } catch {
            await dongle.close()
            throw error
        }
    }

    private func take(_ opened: OpenLink) async throws {
        do {
            try await dongles?.claim(opened, for: self)
            guard !ending.isSet else { throw GatewayError.stopping }
        } catch {
            await opened.dongle.close()
            throw error
        }
        link = opened
        missed = 0
        known = opened
        device = opened.device
        knownRate = opened.dongle.baud
        source.id = opened.id
        await greeted(opened)
    }

    func greeted(_ link: OpenLink) async {
        let outage = state.greeted(at: clock.now())
        since = .now
        // The dongle may have refused its scan before this point.
        if !isScanError { lastError = nil }
        settle(nil)
        await dongles?.greeted(link, key: key, after: outage)
    }

    private func note(_ error: any Error) async {
        let isNews = state.failed(SupervisorState.Trouble(error), at: clock.now())
        since = .now
        guard !(error is CancellationError), !ending.isSet, let dongles else { return }
        lastError = dongles.configuration.report(error)
        isScanError = false
        if isNews { await dongles.portFailed(key, error) }
    }

    // MARK: Requests

    /// Returns the dongle's link if it can be used, otherwise the reason. While its port is being
    /// opened, waits for it.
    func usable() async throws -> Result<OpenLink, Unusable> {
        if state.dongleState == .opening { try await attemptEnd() }
        guard state.isLive, let link else { return .failure(Unusable(state: state.dongleState)) }
        return .success(link)
    }

    /// Returns the status, apart from the alias.
    func status() async -> DongleStatus {
        let quality: LinkQuality? =
            if let link { LinkQuality(await link.dongle.statistics(), missed: missed) } else { nil }
        let known = self.link ?? self.known
        return DongleStatus(
            id: known?.id, alias: nil, port: known?.port ?? target.text, state: state.dongleState, since: since,
            simulated: known?.isSimulated ?? false, scanning: scanState.isHearing && state.isLive,
            firmware: known?.firmware, retryInMs: state.wait(at: clock.now())?.milliseconds, lastError: lastError,
            outages: state.outages, link: quality)
    }
}

/// Reason why a dongle cannot be used at the moment.
struct Unusable: Error {
    let state: DongleState

    /// Words that follow "cannot be used now:".
    var words: String {
        switch state {
        case .opening: "its port is being opened"
        case .restarting: "it is restarting"
        case .waiting: "its port could not be opened or went away"
        case .absent: "it is not in use"
        case .live, .suspect: "its link was lost just now"
        }
    }
}

extension SupervisorState.Trouble {
    init(_ error: any Error) {
        switch error {
        case SerialPortError.permissionDenied: self = .permission
        case SerialPortError.busy: self = .busy
        case SerialPortError.notFound, SerialPortError.unplugged, LinkError.portLost, is PortChoice.Failure:
            self = .away
        case LinkError.greeting(.noAnswer): self = .silent
        case let error as RadioError: self = .other(error.kind)
        default: self = .other("\(error)")
        }
    }
}
