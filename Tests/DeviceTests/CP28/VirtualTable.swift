import Advertising
import Testing

@testable import CP28

/// A beacon, a gateway beside it and other beacons, on a clock of their own. The gateway carries
/// out a workflow.
struct VirtualTable {
    static let own = BluetoothAddress(0x48872D110001)
    static let restarted = BluetoothAddress(0x48872D1100A1)
    static let stranger = BluetoothAddress(0x48872D110099)
    /// Interval at which the gateway hears beacons and looks at what it heard.
    private static let tick = Duration.milliseconds(250)
    private static let times = BeaconLook.Times(search: .seconds(10), baseline: .seconds(2), patience: .seconds(6))
    private static let watchLimit = Duration.seconds(20)

    /// Causes that end an attempt in the middle.
    enum Cut: CaseIterable, Sendable {
        /// ^C: the gateway keeps running.
        case stop
        /// kill -9: only the store survives.
        case kill
        /// The connection is lost; the gateway keeps running.
        case lost
    }

    /// Actions of a user after a cut.
    enum Follow: CaseIterable, Sendable {
        case resume, verify
        /// The same command again.
        case again
    }

    // The beacon
    private(set) var address = own
    private(set) var identity: BeaconIdentity
    private let factory: BeaconIdentity
    /// Address of the beacon after a connection in which it has saved.
    var newAddress: BluetoothAddress?
    private var hasSaved = false
    /// Signal of the beacon, in dBm.
    var rssi: Int8 = -55
    private let wanted: BeaconConfiguration

    /// Times at which another beacon advertises the identity that the beacon is to get.
    var strangerAdvertises: @Sendable (Duration) -> Bool = { _ in false }

    // The gateway
    private(set) var now = Duration.seconds(100)
    private var log = AirLog()
    private var listeningSince: Duration?
    private var baseline: AirBaseline?
    private(set) var saveBegun = false
    private var wasSaved = false
    private(set) var seen: BluetoothAddress?
    /// Steps written in all attempts together.
    private(set) var written: [Int] = []

    init() throws {
        wanted = try .table7()
        factory = try #require(BeaconIdentity("FDA50693-A4E2-4FB1-AFCF-C6EB07647825/10065/26049"))
        identity = factory
    }

    /// Whether the beacon has the wanted identity.
    var isDone: Bool { identity == wanted.identity }

    // MARK: The air

    private mutating func pass(_ duration: Duration, connected: Bool = false) {
        let end = now + duration
        while now < end {
            now += Self.tick
            guard let since = listeningSince else { continue }
            if !connected { hear(identity, from: address, rssi, since) }
            if strangerAdvertises(now) { hear(wanted.identity, from: Self.stranger, rssi, since) }
        }
    }

    private mutating func hear(
        _ identity: BeaconIdentity, from address: BluetoothAddress, _ rssi: Int8, _ since: Duration
    ) {
        let numbers = [identity.major, identity.minor].flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
        let data: [UInt8] = [2, 1, 6, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + identity.uuid.bytes + numbers + [0xC5]
        log.hear(
            ParsedAdvert(data), from: address, .public, pdu: .connectable, rssiDBm: rssi, at: now, listeningSince: since
        )
    }

    /// Lets time pass while no dongle listens.
    mutating func pause(_ duration: Duration) {
        listeningSince = nil
        now += duration
    }

    // MARK: Attempts

    /// Provisions the beacon. A cut strikes at a step, before or after the beacon has taken it.
    mutating func provision(cutting cut: Cut? = nil, at step: Int = 0, isTaken: Bool = false) -> RunState {
        listeningSince = now
        defer { listeningSince = nil }
        var workflow = ProvisioningWorkflow(
            profile: .bundled[0], wanted: wanted, passwordCount: 1, mayHaveSaved: saveBegun, wasSaved: wasSaved)
        var action = workflow.begin()
        var connected = false
        while action != .end {
            if case .write(let next, _) = action {
                saveBegun = workflow.mayHaveSaved
                written.append(next.number)
                if cut != nil, next.number == step, !isTaken || cut == .kill {
                    if isTaken { take(next) }
                    if cut == .kill { return kill(at: step) }
                }
            }
            let input = perform(action, &connected, cut, step, isTaken: isTaken)
            guard var next = workflow.take(input) else { return .planned }
            if cut == .stop, case .write(let done, _) = action, done.number == step, let stopped = workflow.take(.stop)
            {
                next = stopped
            }
            action = next
        }
        saveBegun = workflow.mayHaveSaved
        if case .writtenUnverified = workflow.state { wasSaved = true }
        return workflow.state
    }

    private mutating func perform(
        _ action: ProvisioningWorkflow.Action, _ connected: inout Bool, _ cut: Cut?, _ step: Int, isTaken: Bool
    ) -> ProvisioningWorkflow.Input {
        switch action {
        case .look: return .looked(look())
        case .connect:
            guard address == Self.own else { return .notConnected(.noAnswer) }
            connected = true
            log.noteConnection(to: Self.own)
            return .connected
        case .discover: return .discovered(ScriptedBeacon.server)
        case .write(let next, _):
            pass(.milliseconds(250), connected: true)
            if cut == .lost, next.number == step {
                if isTaken { take(next) }
                end(&connected)
                return .failed(.disconnected(reason: 8))
            }
            take(next)
            return .done
        case .listen(let milliseconds):
            pass(.milliseconds(milliseconds), connected: connected)
            return .done
        case .disconnect:
            end(&connected)
            return .done
        case .watch: return .watched(watch())
        case .exchangeMTU, .subscribe, .writePassword, .end: return .done
        }
    }

    private mutating func take(_ step: ConfigurationStep) { if step.isSave { hasSaved = true } }

    /// Ends the connection: the beacon advertises what it has saved.
    private mutating func end(_ connected: inout Bool) {
        connected = false
        log.noteConnection(to: Self.own)
        restart()
    }

    private mutating func restart() {
        guard hasSaved else { return }
        identity = wanted.identity
        address = newAddress ?? address
    }

    private mutating func kill(at step: Int) -> RunState {
        restart()
        log = AirLog()
        return saveBegun ? .unknown(.interrupted(step: step)) : .failed(.interrupted(step: step))
    }

    private mutating func look() -> ProvisioningWorkflow.Look {
        let look = BeaconLook(
            for: Self.own, wanted: wanted, before: baseline, known: [], mayHaveSaved: saveBegun, start: now,
            times: Self.times, goneAfter: .seconds(5))
        var found: ProvisioningWorkflow.Look?
        while found == nil, now < look.deadline {
            pass(Self.tick)
            found = look.finding(in: log, listeningSince: listeningSince, now: now)
        }
        let result = found ?? look.end(in: log, listeningSince: listeningSince, isListening: true, now: now)
        if result == .heard(isConnectable: true), baseline == nil { baseline = look.baseline(in: log) }
        if result == .asWanted,
            case .verified(let address, _)? = look.verdict(
                in: log, listeningSince: listeningSince, now: now)
        {
            seen = address
        }
        return result
    }

    /// Listens for the new identity.
    mutating func watch() -> AirVerdict {
        guard let baseline else { return .unverified(.seenBefore) }
        let begun = now
        var verdict = AirVerdict.unverified(.seenBefore)
        repeat {
            pass(Self.tick)
            verdict = log.verdict(
                on: wanted, at: Self.own, before: baseline, since: begun, listeningSince: listeningSince,
                goneAfter: .seconds(5), now: now)
            if case .verified(let address, _) = verdict {
                seen = address
                return verdict
            }
        } while now < begun + Self.watchLimit
        return verdict
    }

    /// Carries out a user's action after a cut, and returns the resulting state.
    mutating func follow(_ follow: Follow) -> RunState {
        switch follow {
        case .resume: return provision()
        case .verify:
            listeningSince = now
            defer { listeningSince = nil }
            return switch watch() {
            case .verified: .verified
            case .unverified(let reason): wasSaved ? .writtenUnverified(reason) : .unknown(reason)
            }
        case .again:
            // A run that may have saved continues; any other starts anew.
            if !saveBegun { baseline = nil }
            return provision()
        }
    }
}
