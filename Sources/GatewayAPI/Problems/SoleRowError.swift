import Failures
import Gateway

/// Refusal of an order for a single beacon. Its message has no row number.
struct SoleRowError: FailureConvertible {
    let error: ProvisioningError

    var failure: Failure { Failure(error, namesRow: false) }
}
