import BeaconTracking
import DongleLink

extension Failure {
    package init(_ error: CalibrationError) {
        switch error {
        case .tooFewSamples(let heard, let wanted, let within):
            self.init(
                code: "too-few-samples",
                message: "The beacon was heard in \(heard) of the \(wanted) samples wanted within \(tenths(within)) s.",
                hint: "Lay it one metre from the dongle, see that it advertises, or give it longer with --within.",
                isRetryable: true, exit: .temporary, outcome: .notDone)
        case .spreadTooWide(let spread, let limit, let mean):
            self.init(
                code: "spread-too-wide",
                message: "The samples are \(spread) dB apart, more than \(limit), around "
                    + "\(Int(mean.rounded())) dBm: that is no measure.",
                hint: "Keep the path between beacon and dongle clear, and move neither.", isRetryable: true,
                exit: .temporary, outcome: .notDone)
        }
    }
}
