import Advertising

/// The radio of a simulated dongle. It hears a ``VirtualAir`` and connects to
/// ``VirtualPeripheral``s.
///
/// The firmware's requests are only recorded. ``advance(to:core:)`` produces their outcomes when
/// they are due.
final class VirtualRadio: FirmwareRadio {
    /// Number of values sent in one connection event. Further values need the next one.
    static let packetsPerEvent = 8
    private static let commandLimit = 8
    /// Time that a controller needs to cancel a connection attempt.
    private static let cancelTime = Duration.milliseconds(1)
    static let defaultSupervisionTimeout = Duration.seconds(4)

    private(set) var now: Duration = .zero
    private(set) var air: VirtualAir
    private var networks: VirtualNetworks?
    let peripherals: [VirtualPeripheral]
    var replay: Replay?
    var refusesScans = false
    /// Connection attempts and connections, by slot.
    var links: [Int: RadioLink] = [:]

    init(air: VirtualAir, networks: VirtualNetworks?, peripherals: [VirtualPeripheral], replay: Replay?) {
        self.networks = networks
        self.air = air
        self.peripherals = peripherals
        self.replay = replay
    }

    /// Time of the next event, apart from the replay, which also depends on the dongle's room.
    var nextDue: Duration? {
        let ticks = peripherals.lazy.map(\.behaviour.nextTick).reduce(
            Duration.earlier(air.nextDue, networks?.nextDue)
        ) { Duration.earlier($0, $1) }
        return links.values.lazy.map(\.nextDue).reduce(ticks) { Duration.earlier($0, $1) }
    }

    /// Performs everything that is due.
    func advance(to now: Duration, core: FirmwareCore) {
        self.now = now
        air.advance(to: now) { core.hear($0) }
        networks?.advance(to: now) { core.hear($0) }
        for peripheral in peripherals {
            if let due = peripheral.behaviour.nextTick, due <= now { peripheral.behaviour.tick(peripheral, at: now) }
        }
        for slot in links.keys.sorted() { advance(slot: slot, core: core) }
    }

    /// Gives the dongle those adverts of the replay that are due and that it has room for.
    ///
    /// - Returns: Number of adverts given.
    func advanceReplay(limit: Int, core: FirmwareCore) -> Int {
        replay?.deliver(at: now, room: core.advertRoom, limit: limit) { core.hear($0) } ?? 0
    }

    // MARK: Requests of the firmware

    func startScan(_ scan: VirtualAir.Scan) -> FirmwareStatus {
        guard !refusesScans else { return .radio }
        air.startScan(scan, at: now)
        replay?.scanStarted(at: now)
        return .ok
    }

    func stopScan() {
        air.stopScan()
        replay?.scanStopped(at: now)
    }

    var hearsNetworks: Bool { networks != nil }

    func startNetworkScan(_ scan: VirtualNetworks.Scan) -> FirmwareStatus {
        guard !refusesScans else { return .radio }
        networks?.startScan(scan, at: now)
        return .ok
    }

    func stopNetworkScan() { networks?.stopScan() }

    func connect(slot: Int, _ wish: ConnectWish) -> FirmwareStatus {
        links[slot] = link(for: wish, with: peripheral(wish))
        return .ok
    }

    func disconnect(slot: Int) {
        guard let link = links[slot] else { return }
        switch link.state {
        case .connecting: link.state = .cancelling(due: now + VirtualRadio.cancelTime)
        case .cancelling: break
        case .connected:
            // A controller need not send what is queued.
            link.commands = []
            link.end = (due: link.event(1, after: now), reason: HCIReason.localHostTerminated)
        }
    }

    func request(_ request: GATTRequest, slot: Int) -> FirmwareStatus {
        guard let link = links[slot], let peripheral = link.peripheral, link.state == .connected else {
            return .notConnected
        }
        // A peripheral out of reach does not answer.
        if !peripheral.isGone {
            link.request = (request, queued: now, due: link.event(request.rounds(of: peripheral), after: now))
        }
        return .ok
    }

    func writeCommand(slot: Int, handle: UInt16, value: [UInt8]) -> FirmwareStatus {
        guard let link = links[slot], link.state == .connected else { return .notConnected }
        guard link.commands.count < VirtualRadio.commandLimit else { return .noBuffers }
        link.commands.append((handle, value))
        link.useNextEvent(after: now)
        return .ok
    }

    func confirm(slot: Int) {
        guard let link = links[slot], link.awaitsConfirmation else { return }
        link.awaitsConfirmation = false
        link.useNextEvent(after: now)
    }

    func reset() {
        stopScan()
        stopNetworkScan()
        for slot in links.keys.sorted() where links[slot]?.state == .connected {
            links[slot]?.peripheral?.linkLost(at: now)
        }
        links = [:]
    }
}
