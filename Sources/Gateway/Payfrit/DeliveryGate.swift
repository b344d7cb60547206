import Concurrency
import GatewayModel
import NIOConcurrencyHelpers

/// Reason that holds the deliveries of registrations, and the signal that there may be something to
/// deliver.
final class DeliveryGate: Sendable {
    private let hold = NIOLockedValueBox<RegistrationHold?>(nil)
    /// Woken when there may be something to deliver.
    let stirred = Signal()

    /// Reason that holds every registration, other than a missing login.
    var held: RegistrationHold? {
        get { hold.withLockedValue(\.self) }
        set { hold.withLockedValue { $0 = newValue } }
    }

    /// Ends the hold for one reason.
    func end(_ reason: RegistrationHold) {
        hold.withLockedValue { if $0 == reason { $0 = nil } }
    }
}
