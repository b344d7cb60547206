import Concurrency
import DongleLink
import DongleProtocol
import GatewayModel

/// Scanning: keeps the dongle's scan equal to the demand. A scan that runs with the right
/// parameters is left alone.
extension DongleSupervisor {
    /// Scans as demanded until the link is closed or the supervisor ends, then stops the scan.
    /// Returns when every feed has delivered what it holds.
    func scan(_ link: OpenLink) async {
        await withDiscardingTaskGroup { relays in
            while source.isOpen, !ending.isSet, !Task.isCancelled {
                let (demand, version) = hub.demand(of: source)
                let wanted = demand?.request(link.hello.features)
                guard scanState.differs(from: wanted) else {
                    // No reader is left that was told of an interruption.
                    if wanted == nil { _ = source.setInterrupted(false) }
                    source.apply(version)
                    await source.changed.wait()
                    continue
                }
                if let due = scanRetry.wait(wanting: version, at: clock.now()) {
                    source.apply(version)
                    await source.changed.wait(until: due, clock)
                    continue
                }
                do {
                    if let wanted {
                        let feed = try await link.dongle.startScan(wanted)
                        // The previous feed has ended; its adverts come first.
                        await relay?.wait()
                        scanState.started(wanted)
                        let latch = Latch()
                        relay = latch
                        relays.addTask { [number = scanState.number] in
                            await self.relay(feed, of: link, number)
                            latch.set()
                        }
                        tellRestored(link.id)
                    } else {
                        try await link.dongle.stopScan()
                        await relay?.wait()
                        scanState.ended()
                    }
                    scanWorked()
                } catch {
                    await scanFailed(error, link, wanting: version)
                }
            }
            if ending.isSet, scanState.differs(from: nil) {
                // If this fails, the dongle stops by itself when it notices that its host is
                // silent.
                try? await link.dongle.stopScan()
            }
        }
    }

    private func scanWorked() {
        scanRetry.worked(at: clock.now())
        bridge?.log.forgetWords()
        guard isScanError else { return }
        isScanError = false
        lastError = nil
    }

    /// Handles a scan that could not be started or stopped.
    private func scanFailed(_ error: any Error, _ link: OpenLink, wanting version: UInt64) async {
        scanState.failed()
        scanRetry.failed(wanting: version, at: clock.now())
        guard case LinkError.refused(_, let status, _) = error else { return }
        await reportScan(status, of: link.id, because: error)
    }

    /// Handles a scan that broke off, or that the dongle refused to resume after a restart.
    private func scanBroke(_ number: UInt64, _ status: Status, of id: String) async {
        guard scanState.broke(number) else { return hub.tell(.failed(dongle: id, status), id: id, from: key) }
        scanRetry.failed(wanting: hub.demand(of: source).version, at: clock.now())
        // The readers are told when it runs again.
        _ = source.setInterrupted(true)
        await reportScan(
            status, of: id, because: LinkError.refused(operation: .scanStart, status: status, body: ErrorBody()))
        source.changed.wake()
    }

    private func scanInterrupted(_ number: UInt64) {
        scanState.interrupted(number)
    }

    private func scanRestored(_ number: UInt64) {
        guard scanState.restored(number) else { return }
        // The new session has a working scanner.
        scanRetry.hurry()
        source.changed.wake()
    }

    private func reportScan(_ status: Status, of id: String, because error: any Error) async {
        guard let dongles else { return }
        let error = explained(error)
        hub.tell(.failed(dongle: id, status, radio: error as? RadioError), id: id, from: key)
        let before = isScanError ? lastError?.message : nil
        lastError = dongles.configuration.report(error)
        isScanError = true
        // An absent controller is asked for often.
        if lastError?.message != before { await dongles.scanRefused(key, error) }
    }

    /// Returns the error of a request with what the bridge says of its radio, where that is the cause.
    func explained(_ error: any Error) -> any Error {
        guard let bridge else { return error }
        switch error {
        case LinkError.refused(_, .radio, _), LinkError.failed(_, .radio, _, _):
            return RadioError.failed(bridge.name, bridge.log.words)
        case GatewayError.notHeard where isScanError && scanState.running == nil:
            return RadioError.failed(bridge.name, bridge.log.words)
        default: return error
        }
    }

    /// Hands a feed's updates to the readers. Runs outside the actor, which adverts do not need.
    private nonisolated func relay(_ feed: SightingFeed, of link: OpenLink, _ number: UInt64) async {
        let (id, isSimulated) = (link.id, link.isSimulated)
        // Adverts from before the failure can arrive after its report.
        var isBroken = false
        do {
            for try await update in feed {
                switch update {
                case .sightings(let sightings):
                    // The first adverts of a scan can arrive before the report that it runs again.
                    if !isBroken { tellRestored(id) }
                    let batch = HeardAdverts(dongle: id, isSimulated: isSimulated, sightings: sightings)
                    await hub.publish(batch, from: key)
                    await gather(after: sightings.count)
                case .lost(let count): hub.tell(.lost(dongle: id, count), id: id, from: key)
                case .missed(let count):
                    hub.tell(.missed(count), id: id, from: key)
                    await countMissed(count)
                case .interrupted(let cause):
                    if source.setInterrupted(true) {
                        hub.tell(.interrupted(dongle: id, cause), id: id, from: key)
                    }
                    await scanInterrupted(number)
                case .restored:
                    isBroken = false
                    tellRestored(id)
                    await scanRestored(number)
                case .failed(let status):
                    isBroken = true
                    await scanBroke(number, status, of: id)
                }
            }
        } catch {
            // The link is gone; the task that follows its events knows that as well.
        }
    }

    /// Lets adverts gather if they come slowly, because the cost for a reader depends mostly on the
    /// number of batches, not on their size.
    private nonisolated func gather(after count: Int) async {
        guard gathering > .zero, count < Self.gatheredAtOnce else { return }
        await clock.sleep(clock.now() + gathering)
    }

    private nonisolated func tellRestored(_ id: String) {
        if source.setInterrupted(false) { hub.tell(.restored(dongle: id), id: id, from: key) }
    }

    private func countMissed(_ count: UInt64) {
        missed += count
    }
}

extension DongleSupervisor {
    /// Reason why the dongle hears nothing; nil if it hears adverts.
    var deafness: String? {
        guard state.isLive, state.dongleState == .live else {
            return lastClause ?? Unusable(state: state.dongleState).words
        }
        guard scanState.isHearing else { return lastClause ?? "its scan has not begun" }
        return nil
    }

    /// Message of the last error without its full stop, to end another sentence.
    private var lastClause: String? {
        guard let message = lastError?.message else { return nil }
        return message.last == "." ? String(message.dropLast()) : message
    }
}
