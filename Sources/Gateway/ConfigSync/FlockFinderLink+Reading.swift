import DongleLink
import DongleProtocol
import FlockFinder

/// Reading of a FlockFinder's config.
extension FlockFinderLink {
    /// Time limit from the request of a config to its end: 64 KiB in the smallest notifications, 20
    /// ms apart, take 66 s.
    private static let readLimit = Duration.seconds(90)

    /// Longest silence before the config is requested again: a device begins at once, and sends its
    /// parts 20 ms apart.
    private static let partSilence = Duration.seconds(3)

    /// Largest number of readings, of which two in a row must be equal.
    private static let readingLimit = 6

    /// Reads until two readings in a row are equal: notifications can be lost without notice, and
    /// the rest may still read like a config.
    func read(known: [[UInt8]]) async throws -> HeldConfig {
        var (lost, differing, reads) = (0, 0, 0)
        var last: HeldConfig?
        let patience = clock.now() + timeout
        while true {
            reads += 1
            do {
                var held = try await readOnce(known)
                lost += held.lost
                if let last, last.text == held.text {
                    (held.lost, held.differing, held.reads) = (lost, differing, reads)
                    return held
                }
                if last != nil { differing += 1 }
                guard reads < Self.readingLimit else { throw ConfigError.unsteady(readings: reads) }
                last = held
            } catch ConfigError.silent where clock.now() < patience {
                // A config of one part may have been lost as a whole.
                last = nil
            } catch ConfigError.unreadable(_, let count) where reads < Self.readingLimit {
                lost += count
                if last != nil { differing += 1 }
                last = nil
            } catch  where Self.isBroken(error) {
                guard reads < Self.readingLimit else { throw ConfigError.brokenOff(attempts: reads) }
                await close()
                last = nil
            }
        }
    }

    private func readOnce(_ known: [[UInt8]]) async throws -> HeldConfig {
        let open = try await opened()
        open.inbox.clear()
        let lostBefore = open.inbox.lost
        let deadline = clock.now() + max(Self.readLimit, timeout)
        try await open.connection.write(Array("GET_CONFIG".utf8), to: open.command)
        while true {
            switch try await open.inbox.next(silence: min(timeout, Self.partSilence), until: deadline) {
            case .event(.config(let received)): return try await taken(received, open, lostBefore, known)
            case .event(.reply(let reply)): note(reply)
            case .event(.stray): continue
            case .ended: throw ConfigError.brokenOff(attempts: 1)
            case .silence:
                guard let part = open.inbox.giveUp() else { throw ConfigError.silent(limit: timeout) }
                throw ConfigError.unreadable(
                    .notJSON(line: 1, column: part.bytes.count + 1, expected: "the rest of it"), lost: max(part.lost, 1)
                )
            }
        }
    }

    private func taken(
        _ received: ConfigReceiver.Received, _ open: Open, _ lostBefore: Int, _ known: [[UInt8]]
    ) async throws -> HeldConfig {
        let lost = max(received.lost, open.inbox.lost - lostBefore)
        // With a part missing, the text may still be valid JSON, but of another config.
        guard lost == 0, received.dropped == 0 else {
            throw ConfigError.unreadable(
                .notJSON(line: 1, column: received.bytes.count + 1, expected: "the rest of it"), lost: max(lost, 1))
        }
        do {
            let reading = try ConfigReading(arrived: received.bytes, parts: received.parts, known: known)
            return HeldConfig(text: received.bytes, reading: reading, lost: lost)
        } catch .newerVersion(let version) {
            throw ConfigError.newerVersion(version)
        } catch {
            guard received.looksCut(mtu: open.mtu) else { throw ConfigError.unreadable(error, lost: lost) }
            // A value that was notified in one piece can also be read from the characteristic, and
            // a read is not cut.
            if !received.isFramed, let whole = try await readValue(open) { return whole }
            throw ConfigError.cut(mtu: open.mtu, arrived: received.bytes.count)
        }
    }

    private func readValue(_ open: Open) async throws -> HeldConfig? {
        let value = try await open.connection.read(open.config)
        return (try? ConfigReading(fromDevice: value)).map { HeldConfig(text: value, reading: $0) }
    }

    func note(_ reply: DeviceReply) {
        if let ms = reply.uptimeMs { uptime = (ms, clock.now()) }
    }

    /// Returns whether the connection is gone, so that a new one may help.
    static func isBroken(_ error: any Error) -> Bool {
        switch error {
        case LinkError.refused(_, let status, _), LinkError.failed(_, let status, _, _):
            status == .notConnected || status.hciReason != nil
        case GatewayError.unknownConnection, ConfigError.brokenOff: true
        default: false
        }
    }
}
