import CGlibc
import Glibc

/// The thread of a ``PtyDongle``. It moves bytes between the terminal and the dongle, and advances
/// the dongle's time.
final class PtyLoop {
    private static let readLimit = 16 * 1024

    let commands: PtyCommands
    let dongle: SimulatedDongle
    var path: String { line.path }
    var hostEnd: PseudoTerminal.HostEnd { line.hostEnd }

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

    /// Runs until it is stopped, then hangs up.
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

    /// Sleeps until a time, or until there are bytes to read or write or commands to run.
    private func wait(until due: Duration?) {
        let now = line.now
        let paced = line.nextPaced(at: now, wantsToWrite: dongle.wantsToWrite)
        let look = line.nextLook(at: now, wantsToWrite: dongle.wantsToWrite)
        let due = Duration.earlier(Duration.earlier(due, look), paced)
        var descriptors = [
            pollfd(fd: commands.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(
                fd: line.descriptor, events: line.events(at: now, wantsToWrite: dongle.wantsToWrite), revents: 0),
        ]
        // Nanosecond precision: an extra millisecond here would delay the simulated radio and count
        // as the host's delay.
        if let due {
            var limit = timespec(max(due - now, .zero))
            ppoll(&descriptors, 2, &limit, nil)
        } else {
            ppoll(&descriptors, 2, nil, nil)
        }
        if descriptors[0].revents != 0 { commands.acknowledge() }
    }
}

extension timespec {
    fileprivate init(_ time: Duration) {
        let (seconds, attoseconds) = time.components
        self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    }
}
