import DongleProtocol

/// Operations of the link itself (SPEC.md 8), and the handling of its events.
extension Dongle {
    /// Returns the firmware's names and sizes.
    public func info() async throws -> InfoAnswer { try await request(InfoRequest()) }

    /// Returns a snapshot of counters, scan, config and connections.
    public func state() async throws -> GetStateAnswer { try await request(GetStateRequest()) }

    /// Makes the dongle blink so that a person can find it, for at most 60 s. Zero stops the
    /// blinking.
    public func identify(for duration: Duration) async throws {
        let milliseconds = min(max(0, duration.microseconds / 1000), 60_000)
        _ = try await request(IdentifyRequest(durationMs: UInt16(milliseconds)))
    }

    /// Restarts the dongle. Returns when the dongle has confirmed the restart by its answer or by
    /// restarting. The link then greets the dongle again on its own.
    public func reboot(_ mode: RebootMode) async throws {
        _ = try await request(RebootRequest(bootID: try identity.bootID, mode: mode))
    }

    func received(_ code: EventCode, _ payload: [UInt8]) {
        // An event that cannot be decoded is the dongle's mistake. It has been acknowledged already
        // and is ignored.
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
