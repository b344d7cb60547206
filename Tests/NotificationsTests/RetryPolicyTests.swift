import Testing

@testable import Notifications

@Suite struct RetryPolicyTests {
    private let policy = RetryPolicy()

    @Test("waits double from 1 s to 5 min", arguments: [(1, 1), (2, 2), (3, 4), (9, 256), (10, 300), (1_000_000, 300)])
    func waits(_ failures: Int, _ seconds: Int) {
        #expect(policy.verdict(failures: failures, age: .zero, chance: 0) == .retry(after: .seconds(seconds)))
    }

    @Test("chance takes off a quarter at most")
    func jitter() {
        #expect(policy.verdict(failures: 3, age: .zero, chance: 1) == .retry(after: .seconds(3)))
        #expect(policy.verdict(failures: 3, age: .zero, chance: 0.5) == .retry(after: .milliseconds(3_500)))
    }

    @Test(
        "what the receiver asks for makes a wait longer, up to 5 min, and none shorter",
        arguments: [(0, 4), (4, 4), (60, 60), (300, 300), (4_294_967_295, 300)])
    func retryAfter(_ asked: Int, _ seconds: Int) {
        let verdict = policy.verdict(failures: 3, age: .zero, chance: 0, retryAfter: .seconds(asked))
        #expect(verdict == .retry(after: .seconds(seconds)))
        let late = policy.verdict(failures: 10, age: .seconds(86_400), chance: 0, retryAfter: .seconds(asked))
        #expect(late == .giveUp)
    }

    @Test("it is given up after a day, and not before ten failures")
    func givenUp() {
        let day = Duration.seconds(86_400)
        #expect(policy.verdict(failures: 10, age: day, chance: 0) == .giveUp)
        #expect(policy.verdict(failures: 300, age: day - .seconds(1), chance: 0) == .retry(after: .seconds(300)))
        #expect(policy.verdict(failures: 9, age: day * 1_000, chance: 0) == .retry(after: .seconds(256)))
    }
}
