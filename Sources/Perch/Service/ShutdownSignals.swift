import Dispatch
import Failures
import Glibc
import Synchronization
import UnixSignals

/// The signals by which a gateway is asked to stop.
enum ShutdownSignals {
    /// SIGHUP is among them on a terminal, which sends it when it is closed. Elsewhere, and under nohup, it means nothing.
    static func take() -> [UnixSignal] {
        signal(SIGPIPE, SIG_IGN)
        var hangUp = sigaction()
        let isIgnored = sigaction(SIGHUP, nil, &hangUp) == 0 && hangUp.isIgnored
        guard isatty(STDERR_FILENO) == 1, !isIgnored else {
            signal(SIGHUP, SIG_IGN)
            return [.sigterm, .sigint]
        }
        return [.sigterm, .sigint, .sighup]
    }

    private static let first = Atomic(false)

    /// Whether ^C or SIGTERM has come since ``endAtSecond()``.
    static var isAskedToStop: Bool { first.load(ordering: .relaxed) }

    /// From now on a second ^C or SIGTERM ends the process at once. The first is for others.
    static func endAtSecond() {
        for number in [SIGINT, SIGTERM] {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            // The handler holds its source, which lives as long as the process.
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
