import Foundation
import ProvisioningFixtures
import Testing

/// A gateway that is killed with SIGKILL while it provisions.
@Suite(.timeLimit(.minutes(5))) struct ProvisioningKillTests {
    @Test("killed around its commits, what it leaves is never more than the truth, and is resumed to the end")
    func sweep() async throws {
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("provision-crash")
        let sweep = KillSweep(program: program.path)
        let commits = try await sweep.commits()
        // Each of the 24 steps has one of its own, and what comes before and after.
        #expect(commits > 30)
        // The last ones, about the save, are where it matters most; of the others some.
        let chosen = Set(stride(from: 3, through: commits, by: 9)).union(commits - 5...commits - 1)
        var states: Set<String> = []
        for commit in chosen.sorted() {
            let kill = try await sweep.kill(commit.isMultiple(of: 2) ? .before : .after, commit)
            #expect(kill.fault == nil, "\(kill)")
            #expect(kill.resumed == nil || kill.resumed == "verified", "\(kill)")
            if let state = kill.state { states.insert(state) }
        }
        #expect(states.isSuperset(of: ["writing", "saved"]))
    }
}
