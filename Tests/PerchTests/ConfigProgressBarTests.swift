import GatewayModel
import Testing

@testable import Perch

@Suite struct ConfigProgressBarTests {
    @Test("a phase without bytes is its word")
    func word() {
        #expect(ConfigProgressBar(columns: 80).lines(nil) == [])
        #expect(ConfigProgressBar(columns: 80).lines(ConfigProgress(phase: .reading)) == ["reading     …"])
    }

    @Test(
        "the bar grows by eighths, and its figures stay in place",
        arguments: [(0, 0, ""), (50, 20, ""), (51, 20, "▍"), (100, 40, "")])
    func grows(bytes: Int, full: Int, part: String) {
        let line = ConfigProgressBar(columns: 100).lines(ConfigProgress(phase: .writing, bytes: bytes, of: 100))[0]
        #expect(line.count { $0 == "█" } == full)
        #expect(part.isEmpty || line.contains(part))
        #expect(line.hasSuffix(" \(bytes) %  \(bytes) of 100 bytes"))
        #expect(line.count == 12 + 40 + " \(bytes) %  \(bytes) of 100 bytes".count)
    }

    @Test("no line is wider than the window, and a narrow one has no bar", arguments: 40...90)
    func narrow(columns: Int) {
        let progress = ConfigProgress(phase: .verifying, bytes: 3999, of: 3999)
        #expect(ConfigProgressBar(columns: columns).lines(progress).allSatisfy { $0.count < columns })
    }
}
