import Drinks
import GatewayModel

extension TillService {
    /// Sets the balance below which the member is warned.
    package func setThreshold(_ order: TillThreshold, for client: TillClient) async throws -> TillStatus {
        try await needPIN(order.pin, client)
        let member = try await use(client) { till in
            try await till.request { server, token throws(DrinksError) in
                try await server.setThreshold(Cents(order.thresholdCents), token)
            }
            var member = try till.current().member
            member.lowBalanceThreshold = Cents(order.thresholdCents)
            till.note(member)
            return member
        }
        await noteBalance(member, of: member.id)
        return await status(of: client)
    }
}
