import SimulatedDongle

extension KillSweep {
    /// Runs a gateway to its end, which is SIGKILL at `point`.
    func run(
        _ folder: String, _ pty: PtyDongle, _ verb: Verb, killing point: Point?
    ) async throws -> MortalProcess.End {
        try await MortalProcess.run(
            ["provision", TemporaryStore.path(folder), pty.path, verb.rawValue], killing: point)
    }

    /// Reads the output of `crash provision`: commits, state and step at each change of the run,
    /// and the commits at the end.
    func course(of end: MortalProcess.End) throws -> Course {
        let lines = end.output.split(separator: "\n").map { $0.split(separator: " ") }
        guard !end.isKilled, let commits = lines.last?.first.flatMap({ Int($0) }) else {
            throw KillFailure.unexpected("crash provision said \(end.output)")
        }
        func commit(_ step: Int) -> Int {
            let first = lines.first { $0.count == 3 && $0[1] == "writing" && Int($0[2]) ?? 0 >= step }
            return first.flatMap { Int($0[0]) } ?? 0
        }
        return Course(commits: commits, firstStep: commit(1), save: commit(24))
    }
}
