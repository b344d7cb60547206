import DongleProtocol

/// What happens to the link, for any number of readers.
extension Dongle {
    /// What happens to the link from now on. Holds the newest 256 events.
    public func events() -> AsyncStream<LinkEvent> {
        let id = newStreamID()
        let (stream, continuation) = AsyncStream.makeStream(of: LinkEvent.self, bufferingPolicy: .bufferingNewest(256))
        guard end == nil else {
            continuation.finish()
            return stream
        }
        eventStreams[id] = continuation
        continuation.onTermination = { _ in Task { await self.forget(id) } }
        return stream
    }

    /// The dongle's log from now on. Holds the newest 256 lines; a line says how many the dongle dropped before it.
    public func logLines() -> AsyncStream<LogLine> {
        let id = newStreamID()
        let (stream, continuation) = AsyncStream.makeStream(of: LogLine.self, bufferingPolicy: .bufferingNewest(256))
        guard end == nil else {
            continuation.finish()
            return stream
        }
        logStreams[id] = continuation
        continuation.onTermination = { _ in Task { await self.forget(id) } }
        return stream
    }

    func newStreamID() -> UInt64 {
        nextStream += 1
        return nextStream
    }

    func forget(_ id: UInt64) {
        eventStreams[id] = nil
        wifiStreams[id] = nil
        logStreams[id] = nil
    }

    func announce(_ event: LinkEvent) {
        for stream in eventStreams.values {
            if case .dropped = stream.yield(event) { countMissedEvent() }
        }
    }

    func announceLog(_ payload: [UInt8]) {
        // A line that cannot be read is the dongle's mistake, and no loss.
        guard let line = try? LogLine(decoding: payload) else { return }
        for stream in logStreams.values {
            if case .dropped = stream.yield(line) { countMissedEvent() }
        }
    }
}
