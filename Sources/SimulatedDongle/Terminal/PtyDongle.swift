import Foundation

/// A simulated dongle behind a pseudo-terminal, which any program can open as a serial port.
///
/// It runs on its own thread, under the real clock, until it is stopped or released. Its line has
/// the speed of the identity's `lineRate`: paced like a UART, or as fast as the system allows if
/// the rate is nil.
package final class PtyDongle: Sendable {
    /// Reason why there is no port.
    package enum Failure: Error, Sendable, Hashable {
        /// A system call for the pseudo-terminal failed with this errno.
        case noTerminal(call: String, code: Int32)
        /// The link cannot be created, for example because its name is taken by something that is
        /// not a link.
        case cannotLink(path: String, code: Int32)
    }

    /// The port that hosts open, such as `/dev/pts/7`.
    package let path: String
    /// Symbolic link to ``path``, if one was requested.
    package let link: String?

    /// Held for the lifetime of this object, because hosts may keep trying the path of a stopped
    /// dongle.
    private let hostEnd: PseudoTerminal.HostEnd
    private let commands: PtyCommands
    private let running = DispatchGroup()

    /// Creates the port and starts the dongle.
    ///
    /// - Parameters:
    ///   - link: Path of a symbolic link to the port. It is removed when the dongle stops. An
    ///     existing link is replaced if it leads nowhere or to this dongle's port. A link to
    ///     anything else may belong to another dongle and is kept.
    ///   - replayFinished: Called once, on the dongle's thread; see
    ///     ``SimulatedDongle/replayFinished``.
    /// - Throws: ``Failure``, and the errors of ``SimulatedDongle``.
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
        // From here on only the thread uses the loop.
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
        // Does not wait, because the last reference may be released on the dongle's own thread.
        commands.stop()
    }

    /// Runs a command on the dongle's thread soon, such as a change of the adverts or a power cut.
    package func perform(_ command: @escaping @Sendable (SimulatedDongle) -> Void) {
        commands.add(command)
    }

    /// Stops the dongle and waits until its thread has ended. Hosts that have the port open see a
    /// hang-up, as when a device is unplugged. A second call does nothing.
    package func stop() {
        commands.stop()
        running.wait()
    }

    /// Creates the link, replacing one that a dongle has left behind.
    package static func makeLink(at link: String, to path: String) throws(Failure) {
        // A killed dongle leaves its link behind, and the next pseudo-terminal may get the same
        // number.
        if let destination = try? FileManager.default.destinationOfSymbolicLink(atPath: link),
            destination == path || access(link, F_OK) != 0
        {
            unlink(link)
        }
        guard symlink(path, link) == 0 else { throw .cannotLink(path: link, code: errno) }
    }

    private static func removeLink(at link: String, to path: String) {
        // Another dongle may have taken the name since. If the link cannot be removed, there is no
        // error: the next dongle replaces it.
        if (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == path { unlink(link) }
    }
}
