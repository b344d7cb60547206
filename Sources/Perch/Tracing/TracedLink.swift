import DongleLink
import DongleProtocol
import Failures

/// A link that is open only to record it.
struct TracedLink: Sendable {
    /// Longest wait for the dongle to stop its scan.
    private static let stoppingLimit: Duration = .seconds(1)

    let dongle: Dongle

    /// Keeps the link open until `stop` has a reason or `duration` is over.
    ///
    /// - Throws: `LinkError` when the link is lost.
    func follow(scans: Bool, duration: Duration?, stop: StopCondition) async throws {
        let events = await dongle.events()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watch(events) }
            group.addTask { _ = await stop.wait(atMost: duration) }
            if scans {
                let mode: RadioScanMode = try await dongle.identity.features.contains(.activeScan) ? .active : .passive
                let feed = try await dongle.startScan(ScanStartRequest(mode: mode))
                group.addTask {
                    // The adverts are read so that the link does not wait for a reader.
                    for try await _ in feed {}
                    if !Task.isCancelled { _ = await stop.wait() }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
        if scans { await stopScan() }
    }

    private func watch(_ events: AsyncStream<LinkEvent>) async throws {
        for await event in events {
            switch event {
            case .closed(let error): throw error
            case .interrupted(let cause): say("perch: \(cause.sentence) Waiting for it.")
            case .restored: say("perch: The dongle is back.")
            default: continue
            }
        }
    }

    /// Stops the scan. A dongle that does not answer is left scanning: its session ends by itself.
    private func stopScan() async {
        await withTaskGroup(of: Void.self) { group in
            // The result does not matter.
            group.addTask { try? await dongle.stopScan() }
            group.addTask {
                do { try await Task.sleep(for: Self.stoppingLimit) } catch { return }
                await dongle.close()
            }
            await group.next()
            group.cancelAll()
        }
    }
}
