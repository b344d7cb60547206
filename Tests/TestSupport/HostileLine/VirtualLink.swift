import Randomness
import DongleLink
import DongleProtocol
import Recording
import SimulatedDongle

/// A link session and a simulated dongle, the real firmware core, on one virtual clock, with a
/// hostile line between them.
///
/// Everything happens inside the `run` functions, at its own time.
package final class VirtualLink {
    package var session: LinkSession
    package private(set) var now = Duration.zero
    package private(set) var dongle: SimulatedDongle
    /// Line between the two ends.
    package var transport: HostileTransport
    /// Conditions of the line.
    package var line: LineConditions {
        get { transport.conditions }
        set { transport.conditions = newValue }
    }

    /// Actions of the session, except bytes to write and outcomes of requests.
    package private(set) var actions: [LinkSession.Action] = []
    package private(set) var results: [RequestToken: Result<[UInt8], LinkError>] = [:]
    /// Session and nonce of the first HELLO.
    package private(set) var firstHello: (session: UInt16, nonce: UInt32)?
    /// Receives actions and results in place of `actions` and `results`.
    package var observer: (any Observer)?
    /// Called before the dongle's power fails, and when it is back.
    package var powerChanged: ((_ isOn: Bool) -> Void)?
    /// Time for which the port stays away.
    package var unpluggedTime = Duration.milliseconds(300)
    /// Times of flash operations; the dongle's processor stalls meanwhile.
    package var flashTimes = FlashTimes()
    /// Number of times that the port went away.
    package private(set) var unpluggings = 0
    /// Rounds in which time did not advance although something was due. More than a few are a
    /// defect.
    package private(set) var idleRounds = 0
    package private(set) var isPluggedIn = true

    private var configuration: LinkSession.Configuration
    private var seeds: SplitMix64
    private var framesToUnplug: Int?
    private var framesToPowerCycle: Int?
    private var powerReturnsAt: Duration?
    private var pluggedInAt: Duration?
    private var isLineRefused = false
    private var roundsAtThisTime = 0
    private var flashSeen = (erased: 0, programmed: 0)

    /// Observes a long run of operations.
    package protocol Observer: AnyObject {
        func completed(_ token: RequestToken, _ result: Result<[UInt8], LinkError>)
        func happened(_ action: LinkSession.Action)
        /// Called with the final statistics of a link whose port was removed.
        func closed(_ statistics: LinkStatistics)
    }

    /// Durations of operations of real flash.
    package struct FlashTimes: Sendable {
        /// Time to erase one unit of 4 KiB.
        package var erase = Duration.zero
        /// Time to program one byte.
        package var program = Duration.zero

        package init(erase: Duration = .zero, program: Duration = .zero) {
            self.erase = erase
            self.program = program
        }
    }

    package init(
        scenario: Scenario, line: LineConditions = LineConditions(), seed: UInt64 = 1, replay: Replay? = nil,
        flash: FlashMemory? = nil, deviceID: [UInt8] = FirmwareIdentity.defaultDeviceID,
        behaviours: [String: BehaviourFactory] = [:]
    ) throws {
        transport = HostileTransport(conditions: line, seed: seed)
        seeds = SplitMix64(seed: seed, index: 1)
        configuration = LinkSession.Configuration(lineRate: line.baud)
        session = LinkSession(configuration: configuration, seed: seed)
        let simulated = SimulatedDongle.Configuration(
            scenario: scenario,
            identity: FirmwareIdentity(deviceID: deviceID, lineRate: line.baud > 0 ? line.baud : nil), seed: seed,
            replay: replay, behaviours: behaviours)
        // The dongle writes into its owner's link, which is set afterwards.
        let owner = Owner()
        dongle = try SimulatedDongle(simulated, flash: flash) { bytes in owner.link?.takeFromDongle(bytes) ?? 0 }
        owner.link = self
    }

    private final class Owner {
        weak var link: VirtualLink?
    }

    // MARK: Time

    /// Runs until `condition` holds. Returns false if `limit` of virtual time passed first.
    package func run(limit: Duration = .seconds(30), until condition: () -> Bool) -> Bool {
        let end = now + limit
        while !condition() {
            guard now < end else { return false }
            step(until: end)
        }
        return true
    }

    package func run(for duration: Duration) {
        let end = now + duration
        while now < end { step(until: end) }
    }

    /// Carries out the next due step at its time, or advances to `end` if that comes first.
    private func step(until end: Duration) {
        let due = min(nextDue ?? end, end)
        if due > now {
            now = due
            roundsAtThisTime = 0
        } else {
            roundsAtThisTime += 1
            if roundsAtThisTime > 1000 {
                idleRounds += 1
                now += .milliseconds(1)
                roundsAtThisTime = 0
            }
        }
        attendToEnds()
        advanceDongle()
        attendToHost()
    }

    private var nextDue: Duration? {
        var due = [powerReturnsAt, pluggedInAt]
        if powerReturnsAt == nil {
            due += [dongle.nextDue, transport.nextArrival(at: .dongle)]
            if isLineRefused { due.append(transport.free(towards: .host)) }
            if dongle.isStalled { due.append(transport.stalledUntil(.dongle)) }
        }
        if isPluggedIn {
            let hostRuns = transport.stalledUntil(.host)
            due += [session.deadline, transport.nextArrival(at: .host)].map { $0.map { max($0, hostRuns) } }
        }
        return due.compactMap { $0 }.min()
    }

    // MARK: The ends

    private func attendToEnds() {
        for fault in transport.takeForEnds() {
            if fault == .reset { powerCycle(after: .milliseconds(50)) } else { unplug() }
        }
        if !dongle.flash.isPowered, powerReturnsAt == nil { powerCycle(after: .milliseconds(50)) }
        if let framesToUnplug, transport.frames >= framesToUnplug {
            self.framesToUnplug = nil
            unplug()
        }
        if let framesToPowerCycle, transport.frames >= framesToPowerCycle {
            self.framesToPowerCycle = nil
            powerCycle(after: .milliseconds(50))
        }
        if let time = powerReturnsAt, now >= time { returnPower() }
        if let time = pluggedInAt, now >= time { plugIn() }
    }

    /// Cuts the dongle's power now, and restores it after a while.
    package func powerCycle(after pause: Duration = .zero) {
        powerChanged?(false)
        transport.breakOff(towards: .host, at: now)
        powerReturnsAt = now + pause
        dongle.isStalled = true
        if pause == .zero { returnPower() }
    }

    /// Cuts the dongle's power for 50 ms at the frame of that number, counted from now.
    package func powerCycle(afterFrames count: Int) {
        framesToPowerCycle = transport.frames + count
    }

    private func returnPower() {
        powerReturnsAt = nil
        // Bytes that arrived meanwhile are lost.
        _ = transport.arrivals(at: .dongle, until: now)
        dongle.flash.restorePower()
        dongle.isStalled = false
        dongle.powerCycle()
        transport.stall(.dongle, until: now)
        powerChanged?(true)
    }

    /// Unplugs the port at the frame of that number, counted from now.
    package func unplug(afterFrames count: Int) {
        framesToUnplug = transport.frames + count
    }

    /// Unplugs the port from the host, which ends its session. The dongle keeps its power.
    package func unplug() {
        guard isPluggedIn else { return }
        isPluggedIn = false
        unpluggings += 1
        pluggedInAt = now + unpluggedTime
        transport.clear()
        session.stop(.portLost)
        drain()
        observer?.closed(session.statistics)
    }

    /// Plugs the port in: the host opens it as a new link.
    private func plugIn() {
        isPluggedIn = true
        pluggedInAt = nil
        session = LinkSession(configuration: configuration, seed: seeds.next())
        // The new link's tokens begin anew.
        results = [:]
        open()
    }

    private func advanceDongle() {
        if powerReturnsAt != nil { return }
        dongle.isStalled = now < transport.stalledUntil(.dongle)
        dongle.advance(to: now)
        for piece in transport.arrivals(at: .dongle, until: now) {
            dongle.receive(piece)
            if !dongle.flash.isPowered { return }
        }
        dongle.advance(to: now)
    }

    private func attendToHost() {
        guard isPluggedIn, now >= transport.stalledUntil(.host) else { return }
        if let deadline = session.deadline, deadline <= now {
            session.tick(now: now)
            drain()
        }
        for piece in transport.arrivals(at: .host, until: now) {
            session.receive(piece.span.bytes, now: now)
        }
        drain()
    }

    private func takeFromDongle(_ bytes: UnsafeRawBufferPointer) -> Int {
        accountForFlash()
        guard dongle.flash.isPowered, powerReturnsAt == nil else { return bytes.count }
        isLineRefused = transport.free(towards: .host) > now
        guard !isLineRefused else { return 0 }
        if isPluggedIn { transport.send(Array(bytes), towards: .host, at: now) }
        return bytes.count
    }

    /// Accounts for the time of flash operations since the last call: bytes sent now leave after
    /// it.
    private func accountForFlash() {
        let flash = dongle.flash
        let time =
            flashTimes.erase * (flash.erasedUnits - flashSeen.erased)
            + flashTimes.program * (flash.programmedBytes - flashSeen.programmed)
        flashSeen = (flash.erasedUnits, flash.programmedBytes)
        guard time > .zero else { return }
        transport.occupy(until: max(now, transport.free(towards: .host)) + time)
        transport.stall(.dongle, until: now + time)
    }

    // MARK: The host

    /// Starts the greeting.
    package func open() {
        session.start(now: now)
        drain()
    }

    /// Carries out the session's actions.
    package func drain() {
        for action in session.takeActions() {
            switch action {
            case .write(let frame):
                if firstHello == nil { firstHello = Self.hello(in: frame) }
                if isPluggedIn { transport.send(frame, towards: .dongle, at: now) }
            case .completed(let token, let result):
                if let observer { observer.completed(token, result) } else { results[token] = result }
            default:
                if let observer { observer.happened(action) } else { actions.append(action) }
            }
        }
    }

    package func forgetActions() { actions.removeAll() }

    /// Passes bytes to the host as if they came over the line.
    package func inject(_ bytes: [UInt8]) {
        session.receive(bytes.span.bytes, now: now)
        drain()
    }

    /// Passes bytes to the dongle as if they came over the line.
    package func injectToDongle(_ bytes: [UInt8]) {
        dongle.advance(to: now)
        dongle.receive(bytes)
    }

    private static func hello(in wire: [UInt8]) -> (session: UInt16, nonce: UInt32)? {
        var found: (session: UInt16, nonce: UInt32)?
        var decoder = FrameDecoder(largestFrame: 1024)
        decoder.feed(
            wire.span.bytes,
            onFrame: { header, payload in
                if let hello = try? HelloRequest(decoding: payload) { found = (header.session, hello.nonce) }
            }, onRejected: { _, _ in })
        return found
    }
}
