import Gateway
import GatewayModel

extension Gateway {
    /// Carries out an order, and returns its report.
    func report(_ action: ConfigAction, _ order: ConfigOrder) async throws -> ConfigReport {
        for await update in try await configs.perform(action, order) {
            if case .report(let report) = update { return report }
        }
        throw KillFailure.unexpected("there is no report")
    }
}
