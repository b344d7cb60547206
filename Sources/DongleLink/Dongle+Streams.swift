import DongleProtocol

/// Streams of events and log lines, for any number of readers.
extension Dongle {
    /// Returns the link's events from now on. The stream buffers the newest 256 events.
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

    /// Returns the dongle's log from now on. The stream buffers the newest 256 lines. Each line
    /// tells how many lines the dongle dropped before it.
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
        // A line that cannot be decoded is the dongle's mistake and does not count as missed.
        guard let line = try? LogLine(decoding: payload) else { return }
        for stream in logStreams.values {
            if case .dropped = stream.yield(line) { countMissedEvent() }
        }
    }
}
