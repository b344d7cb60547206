import Foundation

/// A simulated dongle behind a pseudo-terminal, which any program can open as a serial port.
///
/// It runs on a thread of its own, under the real clock, until it is stopped or let go. Its line has the speed that the
/// identity's `lineRate` says: paced like a UART, or as fast as the system where that is nil.
package final class PtyDongle: Sendable {
    /// Why there is no port.
    package enum Failure: Error, Sendable, Hashable {
        /// A system call for the pseudo-terminal failed, with that errno.
        case noTerminal(call: String, code: Int32)
        /// The link cannot be made, or something that is not a link has its name already.
        case cannotLink(path: String, code: Int32)
    }

    /// The port that hosts open, such as `/dev/pts/7`.
    package let path: String
    /// A symbolic link to ``path``, if one was asked for.
    package let link: String?

    /// Held as long as this object: hosts may go on trying the path of a dongle that was stopped.
    private let hostEnd: PseudoTerminal.HostEnd
    private let commands: PtyCommands
    private let running = DispatchGroup()

    /// Makes the port and starts the dongle.
    ///
    /// - Parameters:
    ///   - link: Path of a symbolic link to the port, removed when the dongle stops. A link that leads nowhere any more, or to the port that is this dongle's
    ///     now, is replaced; one that leads to something else may be another dongle's, and is left alone.
    ///   - replayFinished: Called once, on the dongle's thread; see ``SimulatedDongle/replayFinished``.
    /// - Throws: ``Failure``, and what ``SimulatedDongle`` throws.
    package init(
        _ configuration: SimulatedDongle.Configuration, link: String? = nil,
        replayFinished: (@Sendable (Int) -> Void)? = nil
    ) throws {
        let loop = try PtyLoop(configuration)
        loop.dongle.replayFinished = replayFinished
        path = loop.path
        hostEnd = loop.hostEnd
        self.link = link
        commands = loop.commands
        if let link { try PtyDongle.makeLink(at: link, to: path) }
        running.enter()
        // Handed over: from here on the thread alone touches it.
        nonisolated(unsafe) let handedOver = loop
        let thread = Thread { [path, running] in
            handedOver.run()
            if let link { PtyDongle.removeLink(at: link, to: path) }
            running.leave()
        }
        thread.name = "simulated dongle"
        thread.start()
    }

    deinit {
        // Without waiting: the last reference may be let go on the dongle's own thread.
        commands.stop()
    }

    /// Does something to the dongle on its thread, soon: changes what is on the air, cuts its power.
    package func perform(_ command: @escaping @Sendable (SimulatedDongle) -> Void) {
        commands.add(command)
    }

    /// Ends the dongle and waits until its thread is done. Hosts that hold the port see a hang-up, as when a device is
    /// unplugged. Calling it again does nothing.
    package func stop() {
        commands.stop()
        running.wait()
    }

    /// Makes the link, in place of one that a dongle has left behind.
    package static func makeLink(at link: String, to path: String) throws(Failure) {
        // A dongle that was killed leaves its link, and the next pseudo-terminal may have the number of its.
        if let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: link),
            destination == path || access(link, F_OK) != 0
        {
            unlink(link)
        }
        guard symlink(path, link) == 0 else { throw .cannotLink(path: link, code: errno) }
    }

    private static func removeLink(at link: String, to path: String) {
        // Another dongle may have taken the name since. Nobody is told when the link cannot be removed: it is replaced
        // by the next dongle.
        if (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == path { unlink(link) }
    }
}
