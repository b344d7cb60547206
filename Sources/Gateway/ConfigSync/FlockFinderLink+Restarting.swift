import DongleLink
import FlockFinder

/// Sees by its clock that a FlockFinder has restarted.
extension FlockFinderLink {
    /// For a line of its stream: it tells each channel that it goes to, and from the factory a heartbeat every 10 s.
    private static let uptimeWait = Duration.seconds(11)

    /// Nothing restarts a FlockFinder from here: somebody has to. That it has is seen by its own clock.
    func awaitRestart(limit: Duration) async throws {
        let deadline = clock.now() + limit
        if uptime == nil { await askUptime() }
        let before = uptime
        let connectionsBefore = connections
        while clock.now() < deadline {
            try Task.checkCancellation()
            uptime = nil
            // Where it is out of reach, connecting takes as long as it may.
            await askUptime()
            // A restart ends the connection as well.
            if let now = uptime, let before, connections > connectionsBefore, Self.isRestarted(before, now) { return }
            await clock.sleep(clock.now() + .milliseconds(500))
        }
        throw ConfigError.notRestarted(limit: limit)
    }

    /// Whether a clock has gone back: by more than a line takes on its way, and than a poor crystal goes wrong.
    private static func isRestarted(
        _ before: (ms: Int, at: Duration), _ now: (ms: Int, at: Duration)
    ) -> Bool {
        let elapsed = (now.at - before.at).milliseconds
        return now.ms + 250 + elapsed / 1000 < before.ms + elapsed
    }

    /// Its stream has the time in every line. It is left on: whether it was on before nobody can tell, and off it would stay off
    /// for the next host too.
    private func askUptime() async {
        do {
            let (gateway, open) = try await opened()
            let updates = try await gateway.notifications(open.id, open.stream)
            try await gateway.write(open.id, Array("stream_on".utf8), to: open.command, confirmed: true)
            if let heard = await first(of: updates) { uptime = heard }
        } catch {
            // It is out of reach, or says nothing; whoever asked tries again.
        }
    }

    private func first(of updates: AsyncStream<GATTUpdate>) async -> (ms: Int, at: Duration)? {
        await withTaskGroup(of: (ms: Int, at: Duration)?.self) { group in
            group.addTask { [clock] in
                for await update in updates {
                    if case .value(let bytes) = update, let reply = DeviceReply(bytes), let ms = reply.uptimeMs {
                        return (ms, clock.now())
                    }
                }
                return nil
            }
            group.addTask { [clock] in
                await clock.sleep(clock.now() + Self.uptimeWait)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
