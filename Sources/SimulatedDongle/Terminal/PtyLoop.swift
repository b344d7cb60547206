import Glibc

/// What a ``PtyDongle`` does on its thread: moves bytes between the terminal and the dongle, and the dongle's time.
final class PtyLoop {
    private static let readLimit = 16 * 1024

    let commands: PtyCommands
    let dongle: SimulatedDongle
    var path: String { line.path }

    private let line: PtyLine
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: readLimit, alignment: 1)

    init(_ configuration: SimulatedDongle.Configuration) throws {
        let line = try PtyLine(lineRate: configuration.identity.lineRate)
        commands = try PtyCommands()
        dongle = try SimulatedDongle(configuration) { line.write($0) }
        self.line = line
    }

    deinit {
        buffer.deallocate()
    }

    /// Runs until it is told to stop, and hangs up.
    func run() {
        defer { line.hangUp() }
        while let commands = commands.take() {
            line.beginRound()
            dongle.advance(to: line.now)
            for command in commands { command(dongle) }
            receive()
            wait(until: dongle.nextDue)
        }
    }

    private func receive() {
        let count = line.read(into: buffer)
        if count > 0 { dongle.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
    }

    /// Sleeps until a time, or until there is something to read, to write or to do.
    private func wait(until due: Duration?) {
        let now = line.now
        let paced = line.nextPaced(at: now, wantsToWrite: dongle.wantsToWrite)
        var limit: Int32 = -1
        let look = line.nextLook(at: now, wantsToWrite: dongle.wantsToWrite)
        if let due = Duration.earlier(Duration.earlier(due, look), paced) {
            // Up to a millisecond late is no harm to the dongle's clock, but to the pace it is.
            limit = Int32(clamping: max((due - now).microseconds + (due == paced ? 0 : 999), 0) / 1000)
        }
        if let paced, limit == 0 { PtyLoop.nap(paced - now) }
        var descriptors = [
            pollfd(fd: commands.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(
                fd: line.descriptor, events: line.events(at: now, wantsToWrite: dongle.wantsToWrite), revents: 0),
        ]
        poll(&descriptors, 2, limit)
        if descriptors[0].revents != 0 { commands.acknowledge() }
    }

    /// Sleeps for less than what `poll` can count.
    private static func nap(_ time: Duration) {
        var wish = timespec(tv_sec: 0, tv_nsec: Int(min(max(time, .zero), .milliseconds(1)).microseconds * 1000))
        nanosleep(&wish, nil)
    }
}
