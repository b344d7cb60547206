import Testing

@testable import Gateway

@Suite struct ScanRetryTests {
    /// Returns the waits after `count` failures in a row, with each retry as early as allowed.
    private func waits(_ retry: inout ScanRetry, _ count: Int, from begin: Duration = .zero) -> [Duration] {
        var now = begin
        return (0..<count).map { _ in
            retry.failed(wanting: 1, at: now)
            let due = retry.wait(wanting: 1, at: now) ?? now
            defer { now = due }
            return due - now
        }
    }

    @Test("the wait doubles from 1 s to 60 s")
    func backOff() {
        var retry = ScanRetry()
        #expect(retry.wait(wanting: 1, at: .zero) == nil)
        #expect(waits(&retry, 8) == [1, 2, 4, 8, 16, 32, 60, 60].map { .seconds($0) })
    }

    @Test("the radio of a bridge is asked every 5 s at least")
    func radio() {
        var retry = ScanRetry(isForRadio: true)
        #expect(waits(&retry, 6) == [1, 2, 4, 5, 5, 5].map { .seconds($0) })
    }

    @Test("a scan that ran for 10 s begins anew, one that did not goes on waiting longer", arguments: [9, 10])
    func steady(seconds: Int) {
        var retry = ScanRetry()
        _ = waits(&retry, 3)
        retry.worked(at: .seconds(100))
        #expect(retry.wait(wanting: 1, at: .seconds(100)) == nil)
        #expect(waits(&retry, 1, from: .seconds(100 + seconds)) == [.seconds(seconds < 10 ? 8 : 1)])
    }

    @Test("a change of what is wanted, or on the dongle, ends the wait")
    func changes() {
        var retry = ScanRetry()
        retry.failed(wanting: 1, at: .zero)
        #expect(retry.wait(wanting: 1, at: .milliseconds(999)) == .seconds(1))
        #expect(retry.wait(wanting: 1, at: .seconds(1)) == nil)
        #expect(retry.wait(wanting: 2, at: .zero) == nil)
        retry.hurry()
        #expect(retry.wait(wanting: 1, at: .zero) == nil)
    }
}
