import DongleLink
import DongleProtocol

/// Restarts the dongle now and then, and compares with the number of restarts on request.
final class RebootLane {
    private unowned let run: FaultRun
    private var restartsBefore = 0
    /// Reboots that ended as done, and reboots that may have happened.
    private var done = 0
    private var unknown = 0

    init(_ run: FaultRun) {
        self.run = run
    }

    func start() {
        run.pause(20_000...60_000) { [self] in reboot() }
    }

    private func reboot() {
        guard let hello = run.link.session.hello else { return run.pause(100...500) { [self] in reboot() } }
        let before = run.link.dongle.requestedRestarts
        run.submit(RebootRequest(bootID: hello.bootID, mode: .run)) { [self] result in
            let count = run.link.dongle.requestedRestarts - before
            switch result.outcome {
            case .done:
                done += 1
                if count == 0 { run.violate(\.reportedButAbsent, "reboot") }
            case .notDone: if count > 0 { run.violate(\.deniedButPresent, "reboot \(result)") }
            case .unknown: unknown += 1
            }
            if count > 1 { run.violate(\.doubled, "reboot ran \(count) times") }
            start()
        }
    }

    func finish() {
        let restarts = run.link.dongle.requestedRestarts
        run.tally.effects += restarts
        if restarts > done + unknown {
            run.violate(\.doubled, "\(restarts) restarts for \(done) + \(unknown) reboots")
        }
    }
}
