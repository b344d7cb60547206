import DongleProtocol

/// Wi-Fi sightings, of dongles that have the feature (SPEC.md 9.5).
extension Dongle {
    /// Batches that a reader may be late.
    private static let wifiLimit = 256

    /// Starts the Wi-Fi scan, or replaces its parameters. It ends with the session: after ``LinkEvent/restored(_:)`` start it again.
    public func startWifiScan(_ parameters: WifiScanStartRequest = WifiScanStartRequest()) async throws {
        _ = try await request(parameters)
    }

    /// Stops the Wi-Fi scan. What the dongle has queued still comes.
    public func stopWifiScan() async throws {
        _ = try await request(WifiScanStopRequest())
    }

    /// Wi-Fi sightings from now on, with their numbers, so that a gap is the exact loss. Holds the newest 256 batches.
    public func wifiBatches() -> AsyncStream<WifiBatch> {
        let id = newStreamID()
        let (stream, continuation) = AsyncStream.makeStream(
            of: WifiBatch.self, bufferingPolicy: .bufferingNewest(Self.wifiLimit))
        guard end == nil else {
            continuation.finish()
            return stream
        }
        wifiStreams[id] = continuation
        continuation.onTermination = { _ in Task { await self.forget(id) } }
        return stream
    }

    func announceWifi(_ payload: [UInt8]) {
        guard !wifiStreams.isEmpty, let batch = try? WifiBatch(decoding: payload) else { return }
        for stream in wifiStreams.values {
            if case .dropped = stream.yield(batch) { countMissedEvent() }
        }
    }
}
