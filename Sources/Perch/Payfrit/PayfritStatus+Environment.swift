import Failures
import Foundation
import Gateway
import GatewayModel

extension PayfritStatus {
    /// The variable by which a gateway is told its backend when it starts.
    private static let variable = "PERCH_PAYFRIT_ENVIRONMENT"

    /// Said where this process's environment names another backend than the gateway speaks to, which is the gateway's to
    /// choose; nil where there is nothing to say.
    func unheededEnvironment(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String? {
        guard let named = environment[Self.variable], !named.isEmpty else { return nil }
        var setup = PayfritSetup()
        setup.environment = named
        guard setup.base != base else { return nil }
        return "\(Self.variable) is \(printable(named)) here, and counts for nothing: the gateway that runs speaks to "
            + "\(printable(self.environment)). Set it where `perch serve` starts, or `payfrit.environment` in its settings."
    }
}
