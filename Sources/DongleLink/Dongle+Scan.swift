import Advertising
import DongleProtocol

/// The running scan, or the scan to start again in the next session.
struct ActiveScan {
    let buffer: SightingBuffer
    let request: ScanStartRequest
    /// Number of the first advert that will not come; set once the scan is stopped.
    var endsAt: UInt32?
}

extension Dongle {
    /// Longest time that the link stops reading from the port because the feed's reader is slow. It
    /// is short enough that the dongle does not doubt the host.
    private static let longestPause = Duration.milliseconds(250)
    /// Longest wait, after a stop, for adverts still in transit: since the last arrival, and in
    /// total.
    private static let drainLimit = (idle: Duration.seconds(3), total: Duration.seconds(10))

    /// Starts scanning. A scan that already runs is replaced: its feed ends and the new parameters
    /// apply.
    ///
    /// The scan restarts on its own after the dongle has restarted, and the feed reports this.
    ///
    /// - Throws: ``LinkError``, such as ``LinkError/refused(operation:status:body:)`` if the dongle
    ///   refuses the parameters.
    public func startScan(_ parameters: ScanStartRequest) async throws -> SightingFeed {
        scan.take()?.buffer.finish(.success(()))
        let buffer = SightingBuffer { [weak self] in
            guard let self else { return }
            self.eventLoop.execute { self.assumeIsolated { $0.resumeReading() } }
        }
        // Registered before the answer comes, because the first adverts may follow it immediately.
        scan = ActiveScan(buffer: buffer, request: parameters)
        do {
            _ = try await request(parameters)
        } catch {
            if scan?.buffer === buffer { scan = nil }
            throw error
        }
        setScanning(true)
        return SightingFeed(buffer: buffer)
    }

    /// Stops scanning. The feed ends once every advert that the dongle numbered has arrived or is
    /// known to be lost, after 10 s at most. Adverts that have not arrived by then count as lost.
    public func stopScan() async throws {
        let answer = try await request(ScanStopRequest())
        setScanning(false)
        guard let buffer = scan?.buffer else { return }
        scan?.endsAt = answer.next
        finishScanIfAccounted()
        guard scan != nil else { return }
        // The answer to PING tells which numbers will not come. Such an answer ends the scan too.
        let start = now
        var progress = (next: nextAdvert, at: now)
        while scan?.buffer === buffer, now < min(progress.at + Self.drainLimit.idle, start + Self.drainLimit.total) {
            _ = try await request(PingRequest())
            guard scan?.buffer === buffer else { return }
            if nextAdvert != progress.next { progress = (nextAdvert, now) }
            // Returns early if the feed has ended and the caller's task is cancelled; otherwise the
            // next request notices the cancellation.
            try? await Task.sleep(for: .milliseconds(20))
        }
        guard scan?.buffer === buffer else { return }
        let missing = answer.next &- nextAdvert
        if Int32(bitPattern: missing) > 0 { deliver(.lost(UInt64(missing))) }
        scan = nil
        buffer.finish(.success(()))
    }

    func finishScanIfAccounted() {
        guard let endsAt = scan?.endsAt, Int32(bitPattern: endsAt &- nextAdvert) <= 0 else { return }
        scan.take()?.buffer.finish(.success(()))
    }

    /// Starts the scan again in a new session and reports this in its feed.
    func restoreScan() {
        guard let scan, scan.endsAt == nil else { return }
        Task {
            if await startAgain(scan) { deliver(.restored) }
        }
    }

    /// Stops and starts a scanner that has reported nothing for too long. Its answers then show
    /// whether it works.
    func restartScanner() {
        guard let scan, scan.endsAt == nil else { return }
        Task {
            // If this fails, the next silence triggers another attempt, or the session is lost and
            // the scan restored.
            guard (try? await request(ScanStopRequest())) != nil else { return }
            _ = await startAgain(scan)
        }
    }

    /// Sends the scan's parameters again, unless the reader has stopped this scan or started
    /// another. Returns whether the scan runs.
    private func startAgain(_ scan: ActiveScan) async -> Bool {
        guard self.scan?.buffer === scan.buffer, self.scan?.endsAt == nil else { return false }
        do {
            _ = try await request(scan.request)
            guard self.scan?.buffer === scan.buffer else { return false }
            setScanning(true)
            return true
        } catch LinkError.refused(_, let status, _) {
            deliver(.failed(status))
            return false
        } catch {
            // Interrupted again. The next session tries once more.
            return false
        }
    }

    func deliver(_ update: ScanUpdate) {
        guard let scan else { return }
        if scan.buffer.append(update) { pauseReading() }
    }

    /// Turns a batch into sightings. The session has already checked the payload.
    func deliver(_ payload: [UInt8], lost: UInt64) {
        guard scan != nil else { return }
        if lost > 0 { deliver(.lost(lost)) }
        let sightings = Sighting.all(in: payload) { wallTime(ofUptimeMs: $0) }
        if !sightings.isEmpty { deliver(.sightings(sightings)) }
    }

    // MARK: Back-pressure

    private func pauseReading() {
        guard !isReadingPaused else { return }
        isReadingPaused = true
        setReading(false)
        eventLoop.scheduleTask(in: .init(Self.longestPause)) {
            self.assumeIsolated { $0.resumeReading() }
        }
    }

    private func resumeReading() {
        guard isReadingPaused else { return }
        isReadingPaused = false
        setReading(true)
    }
}
