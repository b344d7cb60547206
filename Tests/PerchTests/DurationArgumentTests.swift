import Testing

@testable import Perch

@Suite struct DurationArgumentTests {
    @Test(
        "a number and a unit are a duration",
        arguments: [
            ("500ms", Duration.milliseconds(500)), ("10s", .seconds(10)), ("2m", .seconds(120)), ("1h", .seconds(3600)),
            ("1.5s", .milliseconds(1500)), ("1ms", .milliseconds(1)), ("366h", .seconds(366 * 3600)),
        ])
    func durations(_ text: String, _ expected: Duration) {
        #expect(DurationArgument(argument: text)?.duration == expected)
    }

    @Test(
        "anything else is refused",
        arguments: [
            "", "0", "10", "0s", "-1s", "+1s", "s", "ms", "1 s", "1d", "1e3s", "nans", "infs", "0x10s", "1.2.3s", "٣s",
            "99999999999h", "0.1ms",
        ])
    func refused(_ text: String) {
        #expect(DurationArgument(argument: text) == nil)
    }

    @Test("a default is shown as it would be typed")
    func shown() {
        #expect(DurationArgument(.seconds(3)).defaultValueDescription == "3s")
        #expect(DurationArgument(.milliseconds(250)).defaultValueDescription == "250ms")
    }
}
