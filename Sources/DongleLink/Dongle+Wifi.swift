import DongleProtocol

/// Wi-Fi sightings, for dongles that have the feature (SPEC.md 9.5).
extension Dongle {
    /// Number of batches that are buffered for a reader.
    private static let wifiLimit = 256

    /// Starts the Wi-Fi scan, or replaces the parameters of a running one. The scan ends with the
    /// session; start it again after ``LinkEvent/restored(_:)``.
    public func startWifiScan(_ parameters: WifiScanStartRequest = WifiScanStartRequest()) async throws {
        _ = try await request(parameters)
    }

    /// Stops the Wi-Fi scan. Sightings already queued in the dongle still arrive.
    public func stopWifiScan() async throws {
        _ = try await request(WifiScanStopRequest())
    }

    /// Returns Wi-Fi sightings from now on. They are numbered, so a gap is the exact number of lost
    /// ones. The stream buffers the newest 256 batches.
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
