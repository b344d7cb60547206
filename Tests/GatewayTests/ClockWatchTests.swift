import GatewayModel
import LineFormats
import Testing

@testable import Gateway

@Suite struct ClockWatchTests {
    @Test("a time of day that is set by more than a day is noticed, once, whichever way; less is not")
    func jumps() {
        var watch = ClockWatch(wall: Timestamp(microsecondsSince1970: 0), elapsed: .zero)
        var elapsed = 0
        func take(_ wallSeconds: Int64) -> Int64? {
            elapsed += 10
            return watch.take(
                wall: Timestamp(microsecondsSince1970: wallSeconds * 1_000_000), elapsed: .seconds(elapsed))
        }
        #expect(take(10) == nil)
        #expect(take(20 + 86_400) == nil)
        #expect(take(30 + 86_400 * 41) == 40)
        #expect(take(40 + 86_400 * 41) == nil)
        #expect(take(50 - 86_400 * 400) == -441)
        #expect(take(60 - 86_400 * 400) == nil)
    }
}
