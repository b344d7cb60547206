import Crypto
import DongleLink
import DongleProtocol

/// Sends configs, saves, reads back and reverts. It tracks which configs may be active and saved,
/// and checks that the dongle has one of them.
final class ConfigLane {
    private unowned let run: FaultRun
    /// Configs by number; 0 is the factory's empty config.
    private var configs: [[UInt8]] = [[]]
    private var numbers: [[UInt8]: Int] = [[]: 0]
    private var active: Set<Int> = [0]
    private var saved: Set<Int> = [0]
    private var restartsSeen = 0
    private var current = 0

    private static let deadlineMs: UInt32 = 5000

    init(_ run: FaultRun) {
        self.run = run
    }

    func start() { rest() }

    private func rest() {
        run.pause(1000...8000) { [self] in
            switch run.draw(0..<20) {
            case 0: reset()
            case 1: load()
            default: push(isNew: run.draw(0..<3) > 0)
            }
        }
    }

    // MARK: Expected state

    /// Returns whether the dongle has restarted since the last call; after a restart the saved
    /// config is active.
    private func noteRestarts() -> Bool {
        let restarts = run.link.dongle.requestedRestarts + run.powerFailures
        defer { restartsSeen = restarts }
        return restarts != restartsSeen
    }

    /// Takes the outcome of an operation that makes one of `targets` active.
    private func activated(_ targets: Set<Int>, _ outcome: Outcome) {
        if noteRestarts() {
            active = outcome == .notDone ? saved : saved.union(targets)
        } else if outcome == .done {
            active = targets
        } else if outcome == .unknown {
            active.formUnion(targets)
        }
        look(outcome)
    }

    private func look(_ outcome: Outcome) {
        guard let number = numbers[run.link.dongle.activeConfig] else {
            run.violate(\.wrongContents, "a config nobody sent is active")
            return
        }
        guard !active.contains(number) else { return }
        switch outcome {
        case .done: run.violate(\.reportedButAbsent, "config \(number) is active, not one of \(active)")
        case .notDone: run.violate(\.deniedButPresent, "config \(number) is active, not one of \(active)")
        case .unknown: run.violate(\.wrongContents, "config \(number) is active, not one of \(active)")
        }
        active = [number]
    }

    // MARK: Operations

    private func push(isNew: Bool) {
        if isNew || current == 0 {
            let length = run.draw(0..<4) == 0 ? run.draw(1...8192) : run.draw(1...2048)
            let config = (0..<length).map { _ in UInt8(truncatingIfNeeded: run.draw(0...255)) }
            if numbers[config] == nil {
                numbers[config] = configs.count
                configs.append(config)
            }
            current = numbers[config] ?? 0
        }
        let number = current
        let config = configs[number]
        guard let digest = Digest(Array(SHA256.hash(data: config))) else { return rest() }
        let begin = ConfigBeginRequest(deadlineMs: Self.deadlineMs, length: UInt32(config.count), digest: digest)
        run.submit(begin) { [self] result in
            activated([], .notDone)
            switch result {
            case .success(let begun):
                guard let upload = try? ConfigUpload(config, begun) else {
                    run.violate(\.wrongContents, "BEGIN gave \(begun)")
                    return rest()
                }
                Upload(self, upload, number: number, transfer: begun.transfer, digest: digest.short).send()
            case .failure(.refused(_, .unsaved, _)): save()
            case .failure: rest()
            }
        }
    }

    /// The chunks of one transfer, two in flight.
    private final class Upload {
        private let lane: ConfigLane
        private var upload: ConfigUpload
        private let number: Int
        private let transfer: UInt16
        private let digest: ShortDigest
        private var inFlight = 0
        private var hasFailed = false
        private var results: [Int: Result<[UInt8], LinkError>] = [:]
        private var nextSent = 0
        private var nextTaken = 0

        init(_ lane: ConfigLane, _ upload: ConfigUpload, number: Int, transfer: UInt16, digest: ShortDigest) {
            self.lane = lane
            self.upload = upload
            self.number = number
            self.transfer = transfer
            self.digest = digest
        }

        func send() {
            while !hasFailed, let data = upload.next() {
                let place = nextSent
                nextSent += 1
                lane.run.submit(data) { [self] result in
                    results[place] = result.map { ConfigDataAnswer(next: $0.next).encoded() }
                    takeResults()
                }
            }
            if upload.isFinished, !hasFailed { lane.commit(number, transfer: transfer, digest: digest) }
        }

        private func takeResults() {
            while let result = results.removeValue(forKey: nextTaken) {
                nextTaken += 1
                do { try upload.answered(result) } catch { hasFailed = true }
            }
            guard hasFailed else { return send() }
            if nextTaken == nextSent { lane.rest() }
        }
    }

    private func commit(_ number: Int, transfer: UInt16, digest: ShortDigest) {
        let before = run.link.dongle.configChanges
        let request = ConfigCommitRequest(deadlineMs: Self.deadlineMs, transfer: transfer, digest: digest)
        run.submit(request) { [self] result in
            let count = run.link.dongle.configChanges - before
            run.tally.effects += count
            if count > 1 { run.violate(\.doubled, "config activated \(count) times") }
            activated([number], result.outcome)
            switch run.draw(0..<4) {
            case 0: rest()
            case 1: read(number, from: [])
            default: save()
            }
        }
    }

    private func save() {
        run.submit(ConfigSaveRequest(deadlineMs: Self.deadlineMs)) { [self] result in
            // After a restart in between, either config may have been active when it was saved.
            let hasRestarted = noteRestarts()
            let candidates = hasRestarted ? active.union(saved) : active
            switch result.outcome {
            case .done: saved = candidates
            case .unknown: saved.formUnion(candidates)
            case .notDone: break
            }
            if hasRestarted { active = saved }
            look(result.outcome)
            rest()
        }
    }

    private func load() {
        run.submit(ConfigLoadRequest()) { [self] result in
            activated(saved.subtracting([0]).isEmpty ? [] : saved, result.outcome)
            rest()
        }
    }

    private func reset() {
        run.submit(ConfigResetRequest()) { [self] result in
            activated([0], result.outcome)
            rest()
        }
    }

    /// Reads the active config back, unless something interrupts the reading.
    private func read(_ number: Int, from bytes: [UInt8]) {
        let restarts = run.link.dongle.requestedRestarts + run.powerFailures
        let request = ConfigReadRequest(copy: .active, offset: UInt32(bytes.count), length: 512)
        run.submit(request) { [self] result in
            guard case .success(let part) = result, active == [number],
                restarts == run.link.dongle.requestedRestarts + run.powerFailures
            else { return rest() }
            let whole = bytes + part.data
            if part.data.isEmpty || whole.count >= Int(part.length) {
                if whole != configs[number] { run.violate(\.wrongContents, "config \(number) read back") }
                rest()
            } else {
                read(number, from: whole)
            }
        }
    }

    func finish() {
        if noteRestarts() { active = saved }
        look(.unknown)
    }
}
