import DongleLink
import FlockFinder

/// Learns from the stream of a FlockFinder that it has restarted, and at which intervals it scans.
extension FlockFinderLink {
    /// For a line of its stream: from the factory it tells each channel that it goes to, and every 6 s that it begins a scan.
    private static let uptimeWait = Duration.seconds(11)

    /// Nothing restarts a FlockFinder from here: somebody has to. That it has is seen by its own clock.
    func awaitRestart(limit: Duration, streams: Bool) async throws {
        let deadline = clock.now() + limit
        if uptime == nil { await askUptime(streams) }
        let before = uptime
        let connectionsBefore = connections
        while clock.now() < deadline {
            try Task.checkCancellation()
            uptime = nil
            // Where it is out of reach, connecting takes as long as it may.
            await askUptime(streams)
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

    private func askUptime(_ streams: Bool) async {
        guard streams else { return await provokeReply() }
        // A device out of reach says nothing; the caller tries again.
        let heard = try? await streamed(nil as (ms: Int, at: Duration)?, for: Self.uptimeWait) { heard, line, at in
            heard = line.uptimeMs.map { ($0, at) }
            return heard != nil
        }
        if let heard = heard ?? nil { uptime = heard }
    }

    /// A device that scans for nothing streams nothing. To an empty config it replies that it is none, with the time, and that is all
    /// it does.
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
            // It is out of reach, or says nothing; whoever asked tries again.
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

    /// Takes in the lines of its stream until there are enough, the time is over, or the connection ends.
    ///
    /// The stream is turned on and left on: whether it was on before nobody can tell, and off it would stay off for the next host too.
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
