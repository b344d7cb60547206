import Dispatch
import Failures
import Glibc
import Synchronization
import UnixSignals

/// The signals that ask a gateway to stop.
enum ShutdownSignals {
    /// Returns the signals and prepares the process for them. SIGHUP is included on a terminal,
    /// which sends it when it is closed. Elsewhere, and under `nohup`, SIGHUP is ignored.
    static func take() -> [UnixSignal] {
        signal(SIGPIPE, SIG_IGN)
        guard isatty(STDERR_FILENO) == 1, !isHangUpIgnored else {
            signal(SIGHUP, SIG_IGN)
            return [.sigterm, .sigint]
        }
        return [.sigterm, .sigint, .sighup]
    }

    /// Whether SIGHUP is ignored, as under `nohup`.
    static var isHangUpIgnored: Bool {
        var hangUp = sigaction()
        return sigaction(SIGHUP, nil, &hangUp) == 0 && hangUp.isIgnored
    }

    private static let first = Atomic(false)

    /// Whether ^C or SIGTERM has come since the call of ``endAtSecond()``.
    static var isAskedToStop: Bool { first.load(ordering: .relaxed) }

    /// Makes a second ^C or SIGTERM end the process at once. Others handle the first. One that comes
    /// before the source has taken over ends the process; ignored meanwhile, it would be lost.
    static func endAtSecond() {
        for number in [SIGINT, SIGTERM] {
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // The handler retains its source, which lives as long as the process.
            source.setEventHandler {
                _ = source
                if first.exchange(true, ordering: .relaxed) { _exit(ExitStatus.interrupted.rawValue) }
            }
            source.resume()
        }
    }
}

extension sigaction {
    fileprivate var isIgnored: Bool {
        unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
