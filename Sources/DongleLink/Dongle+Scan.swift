import Advertising
import DongleProtocol

/// The scan that runs, or is meant to.
struct ActiveScan {
    let buffer: SightingBuffer
    let request: ScanStartRequest
    /// Once stopped: the number of the first advert that will not come.
    var endsAt: UInt32?
}

extension Dongle {
    /// Longest pause of reading for a feed that is not read; far below what would make the dongle doubt the host.
    private static let longestPause = Duration.milliseconds(250)
    /// Longest wait, after a stop, for adverts on their way: while none comes, and in all.
    private static let drainLimit = (idle: Duration.seconds(3), total: Duration.seconds(10))

    /// Starts scanning. A scan that runs already ends: its feed finishes, and the new parameters hold.
    ///
    /// The scan goes on by itself after the dongle has restarted, and says so in its feed.
    ///
    /// - Throws: ``LinkError``; where the dongle refuses the parameters, ``LinkError/refused(operation:status:body:)``.
    public func startScan(_ parameters: ScanStartRequest) async throws -> SightingFeed {
        scan.take()?.buffer.finish(.success(()))
        let buffer = SightingBuffer { [weak self] in
            guard let self else { return }
            self.eventLoop.execute { self.assumeIsolated { $0.resumeReading() } }
        }
        // In place before the answer comes: the first adverts may be right behind it.
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

    /// Stops scanning. The feed ends once every advert the dongle gave a number to has come or is known to be lost, within 10 s; what has not come by then counts as lost.
    public func stopScan() async throws {
        let answer = try await request(ScanStopRequest())
        setScanning(false)
        guard let buffer = scan?.buffer else { return }
        scan?.endsAt = answer.next
        finishScanIfAccounted()
        guard scan != nil else { return }
        // The answer to a PING says which numbers will not come; that ends the scan too.
        let start = now
        var progress = (next: nextAdvert, at: now)
        while scan?.buffer === buffer, now < min(progress.at + Self.drainLimit.idle, start + Self.drainLimit.total) {
            _ = try await request(PingRequest())
            guard scan?.buffer === buffer else { return }
            if nextAdvert != progress.next { progress = (nextAdvert, now) }
            // Cut short when the feed has ended and the caller with it; otherwise the next request notices.
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

    /// Starts the scan again in a new session, and says so in its feed.
    func restoreScan() {
        guard let scan, scan.endsAt == nil else { return }
        Task {
            if await startAgain(scan) { deliver(.restored) }
        }
    }

    /// Stops and starts a scanner that has fallen silent. What it says then tells whether it lives.
    func restartScanner() {
        guard let scan, scan.endsAt == nil else { return }
        Task {
            // Where this fails the next silence tries again, or the session is lost and restored.
            guard (try? await request(ScanStopRequest())) != nil else { return }
            _ = await startAgain(scan)
        }
    }

    /// Sends the parameters of a scan again, unless its reader has stopped it meanwhile or begun another. Returns whether it runs.
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
            // Interrupted again: the next session tries anew.
            return false
        }
    }

    func deliver(_ update: ScanUpdate) {
        guard let scan else { return }
        if scan.buffer.append(update) { pauseReading() }
    }

    /// Turns a batch into sightings. The payload has been checked by the session.
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
