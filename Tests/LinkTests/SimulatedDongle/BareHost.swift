import Advertising
import DongleProtocol
import SimulatedDongle

/// A host in the test's process that drives a dongle on a virtual clock.
final class BareHost {
    let dongle: SimulatedDongle
    private(set) var now: Duration = .zero
    var frames: HostFrames { line.frames }
    /// Number of bytes that the line takes at once; nil = all.
    var writeLimit: Int? {
        get { line.writeLimit }
        set { line.writeLimit = newValue }
    }

    private final class Line {
        var frames = HostFrames()
        var writeLimit: Int?
        var isBusy = false

        func take(_ bytes: UnsafeRawBufferPointer) -> Int {
            guard let writeLimit else {
                frames.receive(bytes)
                return bytes.count
            }
            // Takes nothing every other time, like a busy line.
            isBusy.toggle()
            let taken =
                isBusy ? UnsafeRawBufferPointer(rebasing: bytes.prefix(writeLimit)) : .init(start: nil, count: 0)
            frames.receive(taken)
            return taken.count
        }
    }

    private let line = Line()
    private var acknowledged: UInt16 = 0
    private var lastGrant: Duration = .zero

    init(_ configuration: SimulatedDongle.Configuration, flash: FlashMemory? = nil) throws {
        dongle = try SimulatedDongle(configuration, flash: flash) { [line] in line.take($0) }
    }

    convenience init(_ scenario: Scenario, replay: Replay? = nil) throws {
        try self.init(SimulatedDongle.Configuration(scenario: scenario, seed: 1, replay: replay))
    }

    /// Lets time pass, and acknowledges events as they come.
    func advance(by time: Duration, step: Duration = .milliseconds(10)) {
        let end = now + time
        while now < end {
            now = min(end, now + step)
            dongle.advance(to: now)
            // The dongle ends a session after 30 s of silence.
            if line.frames.nextEvent != acknowledged || now - lastGrant > .seconds(5) {
                acknowledged = line.frames.nextEvent
                lastGrant = now
                dongle.receive(line.frames.grant())
            }
        }
    }

    func startSession() throws -> HelloReply {
        let known = line.frames.frames.count
        dongle.receive(line.frames.hello())
        var reply: HostFrames.Frame?
        wait { [line] in
            reply = line.frames.frames.dropFirst(known).first { $0.header.operation == .hello }
            return reply != nil
        }
        guard let reply else { throw HostFault.unanswered }
        return try HelloReply(decoding: reply.payload)
    }

    /// Returns the answer to an immediate request.
    func answer<R: Request>(to request: R) throws -> R.Answer {
        let (id, bytes) = line.frames.request(request)
        dongle.receive(bytes)
        wait { [line] in line.frames.response(to: id) != nil }
        guard let (status, rest) = line.frames.response(to: id) else { throw HostFault.unanswered }
        guard status == .ok else { throw HostFault.refused(status) }
        return try R.Answer(decoding: rest)
    }

    /// Lets time pass until a condition holds, for five seconds at most.
    private func wait(until isDone: () -> Bool) {
        let end = now + .seconds(5)
        while !isDone(), now < end { advance(by: .milliseconds(1)) }
    }

    /// Returns the outcome of a deferred request.
    func outcome<R: DeferredRequest>(of request: R, within limit: Duration = .seconds(12)) throws -> R.Answer {
        let (id, bytes) = line.frames.request(request)
        dongle.receive(bytes)
        let end = now + limit
        while line.frames.done(id) == nil, now < end {
            advance(by: .milliseconds(5))
            if let (status, _) = line.frames.response(to: id), status != .accepted { throw HostFault.refused(status) }
        }
        guard let done = line.frames.done(id) else { throw HostFault.unanswered }
        guard done.status == .ok else { throw HostFault.refused(done.status) }
        return try R.Answer(decoding: done.result)
    }

    func connect(to peripheral: VirtualPeripheral, deadlineMs: UInt32 = 5000) throws -> Connection {
        try outcome(
            of: ConnectRequest(
                deadlineMs: deadlineMs, address: Address(rawValue: peripheral.advertiser.address(at: now).value),
                addressType: PeerAddressType(rawValue: peripheral.advertiser.addressType.bit))
        ).connection
    }
}
