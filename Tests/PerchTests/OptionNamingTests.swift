import Failures
import Testing

@testable import Perch

@Suite struct OptionNamingTests {
    private func named(_ code: String, _ message: String, _ arguments: String...) -> String {
        Failure(code: code, message: message, hint: "", exit: .usage).naming(optionOf: arguments).message
    }

    @Test(
        "a value that the gateway refuses is told by the option that it came from",
        arguments: [
            ("invalid-value", "In the body, sort_order is not a number.", "--sort-order is not a number."),
            ("invalid-parameter", "The parameter batch is not a number.", "--batch is not a number."),
            ("bad-value", "The uuid cannot be \"x\".", "--uuid cannot be \"x\"."),
            ("bad-device", "\"?!\" does not name a device.", "--device: \"?!\" does not name a device."),
        ])
    func named(_ code: String, _ message: String, _ told: String) {
        #expect(named(code, message, "--sort-order=-5", "--batch", "-5", "--uuid", "x", "--device=?!") == told)
        #expect(named(code, message, "verb", "sort-order") == message, "an option that was not given is not meant")
        #expect(named(code, told, "--sort-order", "1", "--batch", "--uuid", "--device") == told, "once is enough")
        #expect(named("unknown-beacon", message, "--uuid=x") == message)
    }
}
