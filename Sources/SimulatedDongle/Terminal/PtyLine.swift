import Glibc

/// The line of a ``PtyDongle``: its terminal, its clock, and the pace of both directions.
final class PtyLine {
    let path: String
    var descriptor: Int32 { terminal.descriptor }
    var hostEnd: PseudoTerminal.HostEnd { terminal.hostEnd }

    private let terminal: PseudoTerminal
    private let start = ContinuousClock.now
    private var outward: LinePacer?
    private var inward: LinePacer?
    /// Whether the terminal accepts no more bytes until a host reads.
    private var isFull = false

    /// - Parameter lineRate: Bits per second; nil = not paced.
    init(lineRate: Int?) throws(PtyDongle.Failure) {
        do throws(PseudoTerminal.Failure) {
            terminal = try PseudoTerminal()
        } catch {
            throw .noTerminal(call: error.call, code: error.code)
        }
        path = terminal.path
        outward = lineRate.map(LinePacer.init)
        inward = outward
    }

    /// Time since the line was created.
    var now: Duration { ContinuousClock.now - start }

    /// Ends the line, as when a device is unplugged.
    func hangUp() {
        terminal.hangUp()
    }

    /// Notes that the terminal may have room again.
    func beginRound() {
        isFull = false
    }

    /// Writes as many bytes as the pace and the terminal allow.
    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
        let now = outward == nil ? .zero : self.now
        let limit = min(bytes.count, outward?.allowance(at: now) ?? bytes.count)
        guard limit > 0, !isFull else { return 0 }
        let count = max(0, Glibc.write(descriptor, bytes.baseAddress, limit))
        isFull = count < limit
        if count > 0 { outward?.sent(count, at: now, moreWait: count < bytes.count) }
        return count
    }

    /// Reads the bytes that have arrived, as far as the pace allows; 0 = none.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let now = inward == nil ? .zero : self.now
        let limit = min(buffer.count, inward?.allowance(at: now) ?? buffer.count)
        guard limit > 0 else { return 0 }
        let count = max(0, Glibc.read(descriptor, buffer.baseAddress, limit))
        if count > 0 { inward?.sent(count, at: now, moreWait: count == limit) }
        return count
    }

    /// Returns the poll events to wait for at the terminal.
    func events(at now: Duration, wantsToWrite: Bool) -> Int16 {
        var events: Int32 = 0
        if inward.map({ $0.nextAllowance <= now }) ?? true { events |= POLLIN }
        if wantsToWrite, isFull { events |= POLLOUT }
        return Int16(events)
    }

    /// Returns the time of the next check without a wake-up. A host that discards unread bytes
    /// makes room without a notice from the kernel.
    func nextLook(at now: Duration, wantsToWrite: Bool) -> Duration? {
        wantsToWrite && isFull ? now + .milliseconds(100) : nil
    }

    /// Returns the time at which the pace allows more bytes; nil if no bytes wait for the pace.
    func nextPaced(at now: Duration, wantsToWrite: Bool) -> Duration? {
        let out = wantsToWrite && !isFull ? outward?.nextAllowance : nil
        let next = inward?.nextAllowance ?? .zero
        return Duration.earlier(out, next > now ? next : nil)
    }
}
