import DongleProtocol

/// Operations of the link itself (SPEC.md 8), and what its events mean.
extension Dongle {
    /// Names and sizes of the firmware.
    public func info() async throws -> InfoAnswer { try await request(InfoRequest()) }

    /// A snapshot: counters, scan, config, connections.
    public func state() async throws -> GetStateAnswer { try await request(GetStateRequest()) }

    /// Blinks, so that a person finds the device. At most 60 s; zero ends it.
    public func identify(for duration: Duration) async throws {
        let milliseconds = min(max(0, duration.microseconds / 1000), 60_000)
        _ = try await request(IdentifyRequest(durationMs: UInt16(milliseconds)))
    }

    /// Restarts the dongle. Returns when it has said so, by its answer or by having restarted; the link greets it again by itself.
    public func reboot(_ mode: RebootMode) async throws {
        _ = try await request(RebootRequest(bootID: try identity.bootID, mode: mode))
    }

    func received(_ code: EventCode, _ payload: [UInt8]) {
        // An event that cannot be read is the dongle's mistake; it has been acknowledged and there is nothing to do about it.
        switch code {
        case .connected: if let event = try? Connected(decoding: payload) { announce(.connected(event)) }
        case .disconnected: if let event = try? Disconnected(decoding: payload) { received(event) }
        case .notification, .indication: if let event = try? Notification(decoding: payload) { received(event) }
        case .lost: if let event = try? Lost(decoding: payload) { received(event) }
        case .scanState: if let event = try? ScanState(decoding: payload) { received(event) }
        case .configChanged: if let event = try? ConfigChanged(decoding: payload) { announce(.configChanged(event)) }
        case .detection: if let event = try? Detection(decoding: payload) { announce(.detection(event)) }
        case .wifiBatch: announceWifi(payload)
        default: return
        }
    }

    private func received(_ event: ScanState) {
        announce(.scanState(event))
        if event.activity == .failed { deliver(.failed(event.status)) }
    }
}
