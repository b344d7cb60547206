import DongleLink
import DongleProtocol

/// Scanning: what the dongle does follows what is wanted, and a scan that runs with the right parameters is left alone.
extension DongleSupervisor {
    /// How long to wait after a scan that could not be started or stopped, unless something changes before.
    private static let retryAfter = Duration.seconds(5)

    /// Scans as wanted until the link is closed and every feed has given what it held.
    func scan(_ link: OpenLink) async {
        await withDiscardingTaskGroup { relays in
            // Whether the dongle may scan although nothing runs here: its refusal of new parameters ends no old scan.
            var isUnsure = false
            while source.isOpen, !Task.isCancelled {
                let (demand, version) = hub.demand(of: source)
                let wanted = demand?.request(link.hello.features)
                guard wanted != running || (isUnsure && wanted == nil) else {
                    // Nobody is left who knew of an interruption.
                    if wanted == nil { _ = source.setInterrupted(false) }
                    source.apply(version)
                    await source.changed.wait()
                    continue
                }
                do {
                    if let wanted {
                        let feed = try await link.dongle.startScan(wanted)
                        // The feed of before has ended; its adverts come first.
                        await relay?.wait()
                        let latch = Latch()
                        relay = latch
                        relays.addTask {
                            await self.relay(feed, of: link)
                            latch.set()
                        }
                        tellRestored(link.id)
                    } else {
                        try await link.dongle.stopScan()
                        await relay?.wait()
                    }
                    running = wanted
                    isUnsure = false
                } catch {
                    running = nil
                    isUnsure = true
                    await scanFailed(error, link)
                    source.apply(version)
                    await source.changed.wait(until: clock.now() + Self.retryAfter, clock)
                }
            }
        }
    }

    private func scanFailed(_ error: any Error, _ link: OpenLink) async {
        guard case LinkError.refused(_, let status, _) = error else { return }
        hub.tell(.failed(dongle: link.id, status), id: link.id, from: key)
        await gateway?.scanRefused(self, error)
    }

    /// Hands a feed's updates to the readers. Not on the actor: it is asked nothing for an advert.
    private nonisolated func relay(_ feed: SightingFeed, of link: OpenLink) async {
        let (id, isSimulated) = (link.id, link.isSimulated)
        do {
            for try await update in feed {
                switch update {
                case .sightings(let sightings):
                    // The first adverts of a scan can be quicker than the word that it runs again.
                    tellRestored(id)
                    let batch = AdvertBatch(dongle: id, isSimulated: isSimulated, sightings: sightings)
                    await hub.publish(batch, from: key)
                case .lost(let count): hub.tell(.lost(dongle: id, count), id: id, from: key)
                case .missed(let count):
                    hub.tell(.missed(count), id: id, from: key)
                    await countMissed(count)
                case .interrupted(let cause):
                    if source.setInterrupted(true) {
                        hub.tell(.interrupted(dongle: id, cause), id: id, from: key)
                    }
                case .restored: tellRestored(id)
                case .failed(let status): hub.tell(.failed(dongle: id, status), id: id, from: key)
                }
            }
        } catch {
            // The link is gone, which whoever follows its events knows as well.
        }
    }

    private nonisolated func tellRestored(_ id: String) {
        if source.setInterrupted(false) { hub.tell(.restored(dongle: id), id: id, from: key) }
    }

    private func countMissed(_ count: UInt64) {
        missed += count
    }
}
