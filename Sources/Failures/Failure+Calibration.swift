import BeaconTracking
import DongleLink

extension Failure {
    package init(_ error: CalibrationError) {
        switch error {
        case .tooFewSamples(let heard, let wanted, let within):
            self.init(
                code: "too-few-samples",
                message: "Only \(heard) of \(wanted) samples of the beacon arrived within \(tenths(within)) s.",
                hint:
                    "Put the beacon one metre from the dongle, check that it advertises, or allow more time with "
                    + "--within.",
                isRetryable: true, exit: .temporary, outcome: .notDone)
        case .spreadTooWide(let spread, let limit, let mean):
            self.init(
                code: "spread-too-wide",
                message: "The samples spread over \(spread) dB around \(Int(mean.rounded())) dBm; at most \(limit) "
                    + "dB is accepted.",
                hint: "Keep the path between beacon and dongle clear, and move neither. Then measure again.",
                isRetryable: true,
                exit: .temporary, outcome: .notDone)
        }
    }
}
