import SimulatedDongle
import Testing

struct LinePacerTests {
    /// Sends for `time` whenever the pacer allows, checks it every `tick`, and returns the number
    /// of bytes sent.
    private func bytesSent(baud: Int, time: Duration, tick: Duration) -> Int {
        var pacer = LinePacer(baud: baud)
        var now = Duration.zero
        var total = 0
        while now < time {
            while case let count = pacer.allowance(at: now), count > 0 {
                pacer.sent(count, at: now, moreWait: true)
                total += count
            }
            now += tick
        }
        return total
    }

    @Test(
        "a busy line carries a byte in ten bit times, however late the wake-ups",
        arguments: [9600, 115_200, 921_600], [50, 173, 1000, 3000])
    func rate(baud: Int, tickMicroseconds: Int) {
        let sent = bytesSent(baud: baud, time: .seconds(10), tick: .microseconds(tickMicroseconds))
        #expect(abs(Double(sent) / Double(baud) - 1) < 0.01)
    }

    @Test("no more than 16 bytes go at once")
    func burst() {
        var pacer = LinePacer(baud: 115_200)
        #expect(pacer.allowance(at: .zero) == 16)
        pacer.sent(16, at: .zero, moreWait: true)
        #expect(pacer.allowance(at: .zero) == 0)
        #expect(pacer.nextAllowance == .nanoseconds(86_805 * 16))
    }

    @Test("an idle line saves up nothing")
    func idle() {
        var pacer = LinePacer(baud: 115_200)
        pacer.sent(16, at: .zero, moreWait: false)
        pacer.sent(16, at: .seconds(5), moreWait: true)
        #expect(pacer.allowance(at: .seconds(5)) == 0)
    }
}
