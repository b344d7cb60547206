import TestSupport
import Foundation
import Testing

/// `perch scan` as a process, over a simulated dongle in another process that is killed and started again.
@Suite(.timeLimit(.minutes(2))) struct DongleLossTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func hear(_ count: Int, from scan: PerchProcess) throws {
        for _ in 0..<count {
            let line = scan.line()
            try #require(line.contains(#""type":"advert""#), "\(line)")
        }
    }

    @Test("a scan whose dongle is killed and started again shows one gap, and goes on", arguments: [SIGKILL, SIGINT])
    func restarted(_ signal: Int32) throws {
        let first = try SimulatedPort(home: home)
        let scan = try PerchProcess(["scan", "--port", first.link, "--json"], home: home)
        scan.kill(after: 60)
        try hear(20, from: scan)
        _ = try first.stop(signal)
        let second = try SimulatedPort(home: home)
        // More adverts than can have been on their way from the first dongle.
        try hear(300, from: scan)
        scan.interrupt()
        let ending = try scan.end()
        #expect(ending.status == 0, "\(ending.errors)")
        let result = try #require(try ending.objects().last)
        #expect(result["interruptions"] as? Int == 1)
        #expect(result["missed"] as? Int == 0)
        #expect(try second.stop().status == 0)
    }
}
