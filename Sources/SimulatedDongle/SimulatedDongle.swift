import Recording

/// A dongle within the process: the firmware core with a virtual radio, under the caller's clock.
///
/// It does nothing on its own and belongs to one thread. Pass bytes to it with ``receive(_:)`` and
/// advance its time with ``advance(to:)``. Its bytes come through the output. All its reports are
/// marked as simulated.
package final class SimulatedDongle {
    /// Configuration of a dongle.
    package struct Configuration: Sendable {
        /// The devices and signals around the dongle.
        package var scenario: Scenario
        /// Identity that the dongle reports, and the rate of its line.
        package var identity: FirmwareIdentity
        /// Seed for the firmware's boot ids; nil = a different one for each dongle.
        package var seed: UInt64?
        /// Replay used instead of the scenario's own recording.
        package var replay: Replay?
        /// File that keeps the flash; nil = the content is lost with the dongle.
        package var flashPath: String?
        /// Factories of the behaviours that a peripheral in the scenario can name.
        package var behaviours: [String: BehaviourFactory]

        package init(
            scenario: Scenario, identity: FirmwareIdentity = FirmwareIdentity(), seed: UInt64? = nil,
            replay: Replay? = nil, flashPath: String? = nil, behaviours: [String: BehaviourFactory] = [:]
        ) {
            self.scenario = scenario
            self.identity = identity
            self.seed = seed
            self.replay = replay
            self.flashPath = flashPath
            self.behaviours = behaviours
        }
    }

    /// Writes bytes to the line and returns the number of bytes accepted. If it accepted fewer than
    /// offered, call ``advance(to:)`` once it can accept more.
    package typealias Output = (UnsafeRawBufferPointer) -> Int

    /// Largest number of adverts that a replay gives per millisecond. It is more than any line
    /// carries, and makes time advance even if the output accepts everything.
    private static let replayAdvertsPerMs = 1000
    /// Room that the longest advert needs, in adverts of 31 bytes.
    private static let replayRoom = 7
    /// Number of bytes passed to the core at once, less than its receive buffer holds.
    private static let receiveLimit = 256

    /// The flash, whose content survives a restart.
    package let flash: FlashMemory
    /// The devices that accept connections, in the scenario's order.
    package var peripherals: [VirtualPeripheral] { radio.peripherals }
    /// The devices that only advertise, in the scenario's order.
    package let advertisers: [Advertiser]
    /// Called once, with the number of adverts, when a replay that does not loop has given its last
    /// advert.
    package var replayFinished: ((Int) -> Void)?

    private let core: FirmwareCore
    private let radio: VirtualRadio
    private var now: Duration = .zero
    private var coreDue: Duration? = .zero
    /// The replay's remaining adverts in the current millisecond.
    private var replayBudget = (millisecond: Int64(-1), left: 0)

    /// Creates a dongle and starts it at time zero.
    ///
    /// - Parameter flash: Flash that outlives the dongle; nil = the flash of the configuration.
    /// - Throws: ``ScenarioError``, `RecordingError` for the scenario's recording,
    ///   ``FlashMemory/Failure``.
    package init(_ configuration: Configuration, flash: FlashMemory? = nil, output: @escaping Output) throws {
        let builder = ScenarioBuilder(scenario: configuration.scenario, behaviours: configuration.behaviours)
        advertisers = try builder.advertisers()
        let peripherals = try builder.peripherals()
        let replay = try configuration.replay ?? builder.replay()
        let air = VirtualAir(
            advertisers: advertisers + peripherals.map(\.advertiser), signal: try builder.signalModel())
        radio = VirtualRadio(air: air, networks: try builder.networks(), peripherals: peripherals, replay: replay)
        self.flash = try flash ?? FlashMemory(path: configuration.flashPath)
        core = FirmwareCore(
            identity: configuration.identity, flash: self.flash, radio: radio,
            seed: configuration.seed ?? UInt64.random(in: .min ... .max), output: output)
    }

    /// Whether bytes are waiting for the output, which accepted fewer than offered.
    package var wantsToWrite: Bool { core.wantsToWrite }

    /// Whether the light is on by which a person finds the dongle.
    package var isLightOn: Bool { core.isLightOn }

    /// Number of restarts that the host has requested and the dongle has performed.
    package var requestedRestarts: Int { core.requestedRestarts }

    /// Number of changes of the active config.
    package var configChanges: Int { core.configChanges }

    /// The active config; empty = the factory config.
    package var activeConfig: [UInt8] { core.activeConfig }

    /// Whether the dongle's processor stands still. Time then passes, but nothing happens except
    /// that bytes from the line are received, as by a UART's interrupt.
    package var isStalled = false

    /// Makes the radio fail: a running scan ends on its own.
    package func failRadio() {
        radio.stopScan()
        core.scanFailed()
        coreDue = now
    }

    /// Whether the radio refuses to start a scan.
    package var refusesScans: Bool {
        get { radio.refusesScans }
        set { radio.refusesScans = newValue }
    }

    /// Whether a Bluetooth scan runs.
    package var isScanning: Bool { radio.air.scan != nil }

    /// Number of adverts that the replay has given so far.
    package var replayedAdverts: Int { radio.replay?.delivered ?? 0 }

    /// Receives bytes from the line at the current time.
    package func receive(_ bytes: UnsafeRawBufferPointer) {
        guard !isStalled else { return core.receive(bytes) }
        var rest = bytes[...]
        while !rest.isEmpty {
            core.receive(UnsafeRawBufferPointer(rebasing: rest.prefix(SimulatedDongle.receiveLimit)))
            rest = rest.dropFirst(SimulatedDongle.receiveLimit)
            coreDue = core.poll(at: now)
        }
    }

    /// Receives bytes from the line at the current time.
    package func receive(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { receive($0) }
    }

    /// Performs everything that is due until `time`, each action at its own time. A time in the
    /// past counts as now.
    package func advance(to time: Duration) {
        while let due = nextDue, due <= time {
            now = due
            step()
        }
        now = max(now, time)
        guard !isStalled else { return }
        // Also performed if nothing is due, because the output may accept bytes again.
        step()
    }

    /// Time of the next action if no bytes are received until then, now or later; nil = none.
    package var nextDue: Duration? {
        guard !isStalled else { return nil }
        return Duration.earlier(Duration.earlier(coreDue, radio.nextDue), replayDue).map { max($0, now) }
    }

    /// Turns the power off and on. The dongle gets a new boot id and loses its connections, but
    /// keeps its flash.
    package func powerCycle() {
        core.powerCycle(at: now)
        coreDue = now
    }

    /// Restarts the firmware like its watchdog after a hang. The dongle gets a new boot id and
    /// loses its connections, but keeps its flash.
    package func restartByWatchdog() {
        core.restartByWatchdog(at: now)
        coreDue = now
    }

    private func step() {
        radio.advance(to: now, core: core)
        coreDue = core.poll(at: now)
        advanceReplay()
    }

    // MARK: Replay

    /// Time at which the replay can continue: at its next advert, if the dongle has room and the
    /// adverts of this millisecond are not used up. Without room it waits for the core, which makes
    /// room by sending.
    private var replayDue: Duration? {
        guard let replay = radio.replay, let due = replay.nextDue else { return nil }
        guard replay.options.drops || core.advertRoom >= SimulatedDongle.replayRoom else { return nil }
        let isUsedUp = replayBudget.millisecond == now.milliseconds && replayBudget.left == 0
        return isUsedUp ? max(due, .milliseconds(now.milliseconds + 1)) : due
    }

    private func advanceReplay() {
        guard radio.replay?.isFinished == false else { return }
        if replayBudget.millisecond != now.milliseconds {
            replayBudget = (now.milliseconds, SimulatedDongle.replayAdvertsPerMs)
        }
        while replayBudget.left > 0 {
            let count = radio.advanceReplay(limit: replayBudget.left, core: core)
            guard count > 0 else { break }
            replayBudget.left -= count
            coreDue = core.poll(at: now)
        }
        if let replay = radio.replay, replay.isFinished { replayFinished?(replay.delivered) }
    }
}
