import RESTClient
import Testing

@testable import Payfrit

@Suite struct PayfritErrorTests {
    @Test("an error says whether the request may have been carried out, and whether a repetition may help")
    func verdicts() {
        let table: [(PayfritError, mayHaveHappened: Bool, isWorthRetrying: Bool)] = [
            (.unreachable("x"), false, true), (.interrupted("x"), true, true), (.timedOut(.seconds(1)), true, true),
            (.untrusted("x"), false, false), (.unauthorized, false, false), (.http(500), true, true),
            (.http(503), true, true), (.http(408), false, true), (.http(429), false, true), (.http(404), false, false),
            (.http(302), false, true), (.notJSON, true, true), (.refused("x"), false, false),
            (.unknownBeacon(7), false, false), (.notFound("x"), false, false),
            (.malformed("x"), true, false), (.tooLarge(limit: 1), true, false),
            (.notInThisAPI(.login, .php), false, false), (.badSetting("x"), false, false), (.cancelled, true, false),
        ]
        for (error, mayHaveHappened, isWorthRetrying) in table {
            #expect(error.mayHaveHappened == mayHaveHappened, "\(error)")
            #expect(error.isWorthRetrying == isWorthRetrying, "\(error)")
            #expect(!error.description.isEmpty)
        }
        #expect(PayfritError.timedOut(.seconds(15)).description == "Network error: no answer within 15 s")
        #expect(PayfritError.timedOut(.milliseconds(1_500)).description == "Network error: no answer within 1500 ms")
    }

    @Test("waits double, chance takes a part off, and after the third attempt there is none")
    func waits() {
        let rule = RetryRule()
        func wait(_ error: PayfritError, _ failures: Int, after: Duration? = nil, chance: Double = 0) -> Duration? {
            rule.wait(after: error, failures: failures, retryAfter: after, chance: chance)
        }
        #expect(wait(.notJSON, 1) == .milliseconds(500))
        #expect(wait(.notJSON, 2) == .seconds(1))
        #expect(wait(.notJSON, 3) == nil)
        #expect(wait(.notJSON, 1, chance: 0.5) == .milliseconds(375))
        #expect(wait(.refused("x"), 1) == nil)
        #expect(wait(.http(429), 1, after: .seconds(2)) == .seconds(2))
        #expect(wait(.http(429), 1, after: .milliseconds(1)) == .milliseconds(500))
        #expect(wait(.http(429), 1, after: .seconds(30)) == .seconds(30))
        #expect(wait(.http(429), 1, after: .seconds(31)) == nil)
        #expect(wait(.http(429), 3, after: .seconds(1)) == nil)
    }
}
