import Failures
import Foundation
import Gateway
import GatewayModel

extension PayfritStatus {
    /// The environment variable that sets a gateway's backend when it starts.
    private static let variable = "PERCH_PAYFRIT_ENVIRONMENT"

    /// Returns a warning where this process's environment names a backend other than the gateway's,
    /// since only the gateway's own environment counts; nil otherwise.
    func unheededEnvironment(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        guard let named = environment[Self.variable], !named.isEmpty else { return nil }
        var setup = PayfritSetup()
        setup.environment = named
        guard setup.base != base else { return nil }
        return "\(Self.variable) is \(printable(named)) here but has no effect: the running gateway uses "
            + "\(printable(self.environment)). Set the variable where `perch serve` starts, or set `payfrit.environment`."
    }
}
