import DongleLink
import DongleProtocol
import FlockFinder

/// Writing of a FlockFinder's config, and commands to it.
extension FlockFinderLink {
    /// Pauses of the real app between two chunks, and before the end; the longest that are used
    /// here.
    private static let appPause = (between: Duration.milliseconds(50), before: Duration.milliseconds(100))

    func write(
        _ text: [UInt8], in place: HeldConfig, profile: DeviceProfile, mayGather: Bool,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> ConfigWriting {
        var writing = ConfigWriting()
        // A partly received text survives the end of the connection, and is dropped only at the
        // next start marker. Until then a text without markers is appended to it: nothing is
        // applied, and no reply comes.
        isFramed = isFramed || mayGather
        // Each write is acknowledged, so no pause is needed at first; after a failure, the next
        // attempt uses the app's pauses.
        var pauses = (between: Duration.zero, before: Duration.zero)
        while true {
            writing.attempts += 1
            do {
                let (reply, writes, isFramed) = try await writeOnce(text, profile, pauses, isFramed: isFramed, progress)
                writing.writes += writes
                if let reply { writing.replies.append(reply) }
                // The device may hold part of a text from another host, unknown here.
                guard reply != nil || isFramed || writing.attempts > 1 else {
                    self.isFramed = true
                    continue
                }
                guard let reply, !reply.isSuccess, isFramed, canSlowDown(writing, pauses) else { return writing }
            } catch  where Self.isBroken(error) {
                guard writing.attempts < Self.attemptLimit else {
                    throw ConfigError.brokenOff(attempts: writing.attempts)
                }
                // The device may hold half a config; a new start marker drops it.
                isFramed = true
                await close()
            } catch LinkError.refused(_, let status, _) where status.attError != nil && canSlowDown(writing, pauses) {
                // The device has no room at the moment, or will never take this: an attempt with
                // the app's pauses shows which.
            } catch LinkError.failed(_, let status, _, _) where status.attError != nil && canSlowDown(writing, pauses) {
                // As above.
            }
            pauses = Self.appPause
        }
    }

    func putBack(
        _ text: [UInt8], in place: HeldConfig, profile: DeviceProfile, mayGather: Bool,
        progress: @escaping @Sendable (Int) -> Void
    ) async throws -> ConfigWriting {
        try await write(text, in: place, profile: profile, mayGather: mayGather, progress: progress)
    }

    private func canSlowDown(_ writing: ConfigWriting, _ pauses: (between: Duration, before: Duration)) -> Bool {
        writing.attempts < Self.attemptLimit && pauses.between < Self.appPause.between
    }

    private func writeOnce(
        _ text: [UInt8], _ profile: DeviceProfile, _ pauses: (between: Duration, before: Duration), isFramed: Bool,
        _ progress: @Sendable (Int) -> Void
    ) async throws -> (reply: DeviceReply?, writes: Int, isFramed: Bool) {
        let open = try await opened()
        open.inbox.clear()
        let command = Array("SET_CONFIG:".utf8) + text
        if profile.takesSetConfig, !isFramed, command.count <= min(open.mtu - 3, ConfigChunks.longestChunk) {
            try await open.connection.write(command, to: open.command)
            progress(text.count)
            return (try await reply(open, to: .updated), 1, false)
        }
        let chunks = ConfigChunks(text, mtu: open.mtu, isFramed: isFramed)
        var sent = 0
        for (index, chunk) in chunks.writes.enumerated() {
            if chunks.isFramed, index > 0 {
                let pause = index == chunks.writes.count - 1 ? pauses.before : pauses.between
                if pause > .zero { await clock.sleep(clock.now() + pause) }
                try Task.checkCancellation()
            }
            try await open.connection.write(chunk, to: open.config)
            if !chunks.isFramed || (1..<chunks.writes.count - 1).contains(index) { sent += chunk.count }
            progress(sent)
        }
        return (try await reply(open, to: .updated), chunks.writes.count, chunks.isFramed)
    }

    /// Waits for the device's reply to a command; nil if none comes. Replies to other commands are
    /// ignored.
    private func reply(_ open: Open, to event: DeviceReply.Event) async throws -> DeviceReply? {
        let deadline = clock.now() + timeout
        while true {
            switch try await open.inbox.next(silence: timeout, until: deadline) {
            case .event(.reply(let reply)):
                note(reply)
                if [event, .refused].contains(reply.event) { return reply }
            case .event(.stray(let bytes)):
                // A reply that was cut at the ATT MTU can also be read from the characteristic, and
                // a read is not cut.
                guard bytes.count == open.mtu - 3, let whole = try? await open.connection.read(open.config),
                    let reply = DeviceReply(whole)
                else { continue }
                note(reply)
                if [event, .refused].contains(reply.event) { return reply }
            case .event: continue
            case .ended, .silence: return nil
            }
        }
    }

    private func order(_ command: String, _ event: DeviceReply.Event) async throws -> [DeviceReply] {
        let open = try await opened()
        open.inbox.clear()
        try await open.connection.write(Array(command.utf8), to: open.command)
        return try await reply(open, to: event).map { [$0] } ?? []
    }

    func save() async throws -> ConfigSaving { ConfigSaving(replies: try await order("SAVE_CONFIG", .saved)) }

    func reset() async throws -> [DeviceReply] { try await order("RESET_CONFIG", .reset) }
}
