import Failures
import Gateway

/// An order for one beacon is refused. Its words name no row.
struct SoleRowError: FailureConvertible {
    let error: ProvisioningError

    var failure: Failure { Failure(error, namesRow: false) }
}
