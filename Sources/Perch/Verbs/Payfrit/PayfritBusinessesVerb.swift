import ArgumentParser
import GatewayClient
import GatewayModel
import LineFormats

/// `perch payfrit businesses`: the businesses of the user.
struct PayfritBusinessesVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "businesses", abstract: "List your businesses, or show one; * marks the chosen one.")

    static let none = "No businesses found"

    @Argument(help: "Number or name of a business; without it, all.")
    var business: String?

    @OptionGroup var frame: PayfritFrame

    func run(_ payfrit: PayfritLease, _ output: VerbOutput) async throws {
        let list = try await payfrit.client.payfritBusinesses()
        let businesses: [PayfritBusiness]
        if let business {
            let candidates = list.businesses.map { NamedChoice.Candidate(id: $0.id, names: [$0.name]) }
            let id = list.businesses[try NamedChoice.business.place(of: business, among: candidates)].id
            businesses = [try await payfrit.client.payfritBusiness(id)]
        } else {
            businesses = list.businesses
        }
        output.setResult { $0.field("count", businesses.count) }
        for business in businesses { try await output.line("business", of: business) }
        await output.text(PayfritBusiness.table(businesses, of: list.businesses, chosen: payfrit.status.business?.id))
        if businesses.isEmpty { await output.text(Self.none) }
        try await output.leftOut(list.leftOut)
    }
}
