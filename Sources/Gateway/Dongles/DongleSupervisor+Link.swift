import Concurrency
import DongleLink
import DongleProtocol
import LineFormats

/// Work on an open link: follows its events and keeps its scan as demanded until the link is lost.
extension DongleSupervisor {
    /// Longest wait for the scan to stop before the port is closed.
    private static let quietLimit = Duration.milliseconds(300)

    /// Works with a link until it is lost, or the supervisor ends.
    func serve(_ link: OpenLink) async {
        let events = await link.dongle.events()
        source.open()
        let quiet = Latch()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [ending] in
                await ending.wait()
                guard ending.isSet else { return }
                // Otherwise the dongle would keep scanning until it notices that its host is
                // silent.
                await self.clock.atMost(Self.quietLimit) { await quiet.wait() }
                await link.dongle.close()
            }
            if let bridge { group.addTask { await self.watch(bridge, link) } }
            await withDiscardingTaskGroup { work in
                work.addTask {
                    await self.follow(events)
                    // The scan ends once every feed has delivered what it holds.
                    self.source.close()
                }
                work.addTask { await self.dongles?.detections.serve(link) }
                work.addTask {
                    await self.scan(link)
                    quiet.set()
                }
            }
            group.cancelAll()
        }
    }

    private func follow(_ events: AsyncStream<LinkEvent>) async {
        for await event in events {
            switch event {
            case .suspect: doubt(true)
            case .recovered: doubt(false)
            case .unstable(let reason): await dongles?.unstable(key, reason)
            case .interrupted(let cause): await interrupted(cause)
            case .restored(let hello): await restored(hello)
            case .disconnected(let event): await dongles?.connections.ended(event.connection, on: key, event.status)
            case .scanState, .configChanged, .detection, .connected: continue
            case .closed: return
            }
        }
    }

    /// Time between two looks at whether a bridge still sends valid frames.
    private static let watchInterval = Duration.seconds(1)

    /// Tells a bridge what arrives from it, until the task is cancelled.
    private func watch(_ bridge: RadioBridge, _ link: OpenLink) async {
        await bridge.linked()
        while !Task.isCancelled {
            await bridge.received(await link.dongle.statistics().framesReceived)
            await clock.sleep(clock.now() + Self.watchInterval)
        }
    }

    private func doubt(_ isSuspect: Bool) {
        let before = state
        state.doubt(isSuspect)
        if state != before { since = .now }
    }

    private func interrupted(_ cause: Interruption) async {
        let isNews = state.interrupted(at: clock.now())
        since = .now
        // The dongle's next session may accept a scan that this one refused.
        if scanState.running == nil { scanRetry.hurry() }
        await dongles?.linkLost(key, cause, isNews: isNews)
    }

    private func restored(_ hello: HelloReply) async {
        guard var link else { return }
        link.hello = hello
        self.link = link
        known = link
        source.changed.wake()
        await greeted(link)
    }

    /// Longest wait for the end of a bridge whose port went away.
    private static let endLimit = Duration.milliseconds(500)

    /// Closes the rest of a link, and reports the loss.
    func lose(_ link: OpenLink) async {
        scanState.ended()
        scanRetry = ScanRetry(isForRadio: bridge != nil)
        self.link = nil
        source.close()
        await link.dongle.close()
        let isEnding = ending.isSet || Task.isCancelled
        if source.setInterrupted(true) {
            hub.tell(
                .interrupted(dongle: link.id, isEnding ? .closed : .portLost), id: link.id, from: key)
        }
        guard !isEnding else { return }
        let isNews = state.lost(.away, at: clock.now())
        since = .now
        isScanError = false
        let cause: any Error = await bridge?.loss(within: Self.endLimit) ?? LinkError.portLost
        lastError = dongles?.configuration.report(cause)
        await dongles?.linkLost(key, .portLost, because: cause, isNews: isNews)
    }
}
