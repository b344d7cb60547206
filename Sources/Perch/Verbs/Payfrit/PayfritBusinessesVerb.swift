import ArgumentParser
import GatewayClient
import GatewayModel
import JSONLines

/// `perch payfrit businesses`: the businesses of the user.
struct PayfritBusinessesVerb: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "businesses", abstract: "List your businesses; * is the one that is chosen.")

    static let none = "No businesses found"

    @OptionGroup var options: PayfritOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        try await output.run { output in
            try await options.withPayfrit(output) { client, status in
                let list = try await output.interruptible { try await client.payfritBusinesses() }
                let businesses = list.businesses
                output.setResult { $0.field("count", businesses.count) }
                for business in businesses { try await output.line("business", of: business) }
                await output.text(PayfritBusiness.table(businesses, chosen: status.business?.id))
                if businesses.isEmpty { await output.text(Self.none) }
                try await output.leftOut(list.leftOut)
            }
        }
    }
}
