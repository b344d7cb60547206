import Recording

/// A dongle in the process: the firmware core with a virtual radio, under the caller's clock.
///
/// It does nothing by itself and belongs to one thread: give it bytes with ``receive(_:)``, move its time with
/// ``advance(to:)``; what it sends comes through its output. Everything it reports is marked as simulated.
package final class SimulatedDongle {
    /// What a dongle is made of.
    package struct Configuration: Sendable {
        /// What is on the air.
        package var scenario: Scenario
        /// What the dongle says it is, and the rate of its line.
        package var identity: FirmwareIdentity
        /// What the firmware draws its boot ids from; nil = another for each dongle.
        package var seed: UInt64?
        /// Replayed instead of the scenario's own recording.
        package var replay: Replay?
        /// File that keeps the flash; nil = it is forgotten.
        package var flashPath: String?
        /// What a peripheral's `behaviour` in the scenario can name.
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

    /// Takes bytes for the line and returns how many it took. When it took fewer than it was offered, call
    /// ``advance(to:)`` once it can take more.
    package typealias Output = (UnsafeRawBufferPointer) -> Int

    /// Most adverts that a replay without a speed of its own gives in a millisecond: more than any line carries, so
    /// that time goes on even where the output takes everything.
    private static let replayAdvertsPerMs = 1000
    /// The room that the longest advert needs.
    private static let replayRoom = 7
    /// Bytes given to the core at once: less than its receive buffer holds.
    private static let receiveLimit = 256

    /// What outlives a restart.
    package let flash: FlashMemory
    /// The devices that can be connected to, in the scenario's order.
    package var peripherals: [VirtualPeripheral] { radio.peripherals }
    /// The devices that only advertise, in the scenario's order.
    package let advertisers: [Advertiser]
    /// Called once, when a replay that does not loop has given its last advert, with the number it gave.
    package var replayFinished: ((Int) -> Void)?

    private let core: FirmwareCore
    private let radio: VirtualRadio
    private var now: Duration = .zero
    private var coreDue: Duration? = .zero
    /// The adverts of the replay in the present millisecond.
    private var replayBudget = (millisecond: Int64(-1), left: 0)

    /// Puts a dongle together and starts it at time zero.
    ///
    /// - Parameter flash: Flash that outlives the dongle; nil = that of the configuration.
    /// - Throws: ``ScenarioError``, `RecordingError` for the scenario's recording, ``FlashMemory/Failure``.
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

    /// Whether bytes wait for the output, which took fewer than offered.
    package var wantsToWrite: Bool { core.wantsToWrite }

    /// Whether the light is on by which the dongle makes itself known.
    package var isLightOn: Bool { core.isLightOn }

    /// Restarts that the host has asked for and got.
    package var requestedRestarts: Int { core.requestedRestarts }

    /// How often another config has become the one that runs.
    package var configChanges: Int { core.configChanges }

    /// The config that runs now; empty = the factory's.
    package var activeConfig: [UInt8] { core.activeConfig }

    /// While its processor stands still, time passes and nothing happens but that bytes of the line are received, as by a UART's interrupt.
    package var isStalled = false

    /// Lets the radio fail: a scan that runs ends by itself.
    package func failRadio() {
        radio.stopScan()
        core.scanFailed()
        coreDue = now
    }

    /// Whether the radio refuses to begin a scan.
    package var refusesScans: Bool {
        get { radio.refusesScans }
        set { radio.refusesScans = newValue }
    }

    /// Whether the radio listens.
    package var isScanning: Bool { radio.air.scan != nil }

    /// Adverts that the replay has given so far.
    package var replayedAdverts: Int { radio.replay?.delivered ?? 0 }

    /// Takes bytes from the line, at the present time.
    package func receive(_ bytes: UnsafeRawBufferPointer) {
        guard !isStalled else { return core.receive(bytes) }
        var rest = bytes[...]
        while !rest.isEmpty {
            core.receive(UnsafeRawBufferPointer(rebasing: rest.prefix(SimulatedDongle.receiveLimit)))
            rest = rest.dropFirst(SimulatedDongle.receiveLimit)
            coreDue = core.poll(at: now)
        }
    }

    /// Takes bytes from the line, at the present time.
    package func receive(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { receive($0) }
    }

    /// Lets everything happen until `time`, each thing at its own time. A time in the past is the present.
    package func advance(to time: Duration) {
        while let due = nextDue, due <= time {
            now = due
            step()
        }
        now = max(now, time)
        guard !isStalled else { return }
        // Not only what is due: the output may take bytes again.
        step()
    }

    /// When something happens next if nothing is received until then, now or later; nil = nothing will.
    package var nextDue: Duration? {
        guard !isStalled else { return nil }
        return Duration.earlier(Duration.earlier(coreDue, radio.nextDue), replayDue).map { max($0, now) }
    }

    /// Cuts and restores the power: a new boot id, no connections; the flash is kept.
    package func powerCycle() {
        core.powerCycle(at: now)
        coreDue = now
    }

    /// Restarts the firmware as its watchdog does when it hangs: a new boot id, no connections; the flash is kept.
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

    /// When the replay can go on: at its next advert, if the dongle has room and this millisecond's share is not used
    /// up. Without room it waits for the core, which makes room by sending.
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
