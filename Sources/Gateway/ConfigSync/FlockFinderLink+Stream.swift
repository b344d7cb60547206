import DongleLink
import FlockFinder

/// Restart and scan intervals of a FlockFinder, as its stream shows them.
extension FlockFinderLink {
    /// Longest wait for a line of the stream: with factory settings it reports each change of
    /// channel, and every 6 s the start of a scan.
    private static let uptimeWait = Duration.seconds(11)

    /// Waits for a restart, which the host cannot cause: the user must restart the FlockFinder. The
    /// device's own clock shows that it has restarted.
    func awaitRestart(limit: Duration, streams: Bool) async throws {
        let deadline = clock.now() + limit
        if uptime == nil { await askUptime(streams) }
        let before = uptime
        let connectionsBefore = connections
        while clock.now() < deadline {
            try Task.checkCancellation()
            uptime = nil
            // If the device is out of reach, connecting takes up to its time limit.
            await askUptime(streams)
            // A restart also ends the connection.
            if let now = uptime, let before, connections > connectionsBefore, Self.isRestarted(before, now) { return }
            await clock.sleep(clock.now() + .milliseconds(500))
        }
        throw ConfigError.notRestarted(limit: limit)
    }

    /// Returns whether a clock has gone back by more than the delay of a line plus the error of a
    /// poor crystal.
    private static func isRestarted(
        _ before: (ms: Int, at: Duration), _ now: (ms: Int, at: Duration)
    ) -> Bool {
        let elapsed = (now.at - before.at).milliseconds
        return now.ms + 250 + elapsed / 1000 < before.ms + elapsed
    }

    private func askUptime(_ streams: Bool) async {
        guard streams else { return await provokeReply() }
        // A device out of reach sends nothing; the caller tries again.
        let heard = try? await streamed(nil as (ms: Int, at: Duration)?, for: Self.uptimeWait) { heard, line, at in
            heard = line.uptimeMs.map { ($0, at) }
            return heard != nil
        }
        if let heard = heard ?? nil { uptime = heard }
    }

    /// Sends an empty config to make the device reply. A device that scans for nothing streams
    /// nothing, but it rejects an empty config with a reply that has the time, and does nothing
    /// else.
    private func provokeReply() async {
        do {
            let open = try await opened()
            open.inbox.clear()
            for marker in [ConfigChunks.start, ConfigChunks.end] {
                try await open.connection.write(marker, to: open.config)
            }
            let deadline = clock.now() + timeout
            while case .event(let event) = try await open.inbox.next(silence: timeout, until: deadline) {
                guard case .reply(let reply) = event else { continue }
                return note(reply)
            }
        } catch {
            // The device is out of reach or does not answer; the caller tries again.
        }
    }

    func measure(_ timing: StreamTiming, limit: Duration) async throws -> StreamTiming {
        let seen = try await streamed(timing, for: limit) { timing, line, _ in
            timing.take(line)
            return timing.isComplete
        }
        guard seen.isComplete || !isCut else { throw ConfigError.brokenOff(attempts: 1) }
        return seen
    }

    /// Receives lines of the stream until there are enough, the time limit is reached, or the
    /// connection ends.
    ///
    /// Turns the stream on and leaves it on: whether it was on before cannot be known, and turned
    /// off it would stay off for the next host too.
    private func streamed<State: Sendable>(
        _ state: State, for limit: Duration,
        _ take: @escaping @Sendable (inout State, DeviceReply, Duration) -> Bool
    ) async throws -> State {
        let open = try await opened()
        let updates = try await open.connection.notifications(open.stream)
        try await open.connection.write(Array("stream_on".utf8), to: open.command)
        return await withTaskGroup(of: State?.self) { [clock] group in
            group.addTask {
                var state = state
                for await update in updates {
                    guard case .value(let bytes) = update, let line = DeviceReply(bytes) else { continue }
                    if take(&state, line, clock.now()) { break }
                }
                return state
            }
            group.addTask {
                await clock.sleep(clock.now() + limit)
                return nil
            }
            var seen = state
            for await result in group {
                group.cancelAll()
                if let result { seen = result }
            }
            return seen
        }
    }
}
