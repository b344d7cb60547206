import ArgumentParser

/// `perch till`: a club's till.
struct TillCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "till", abstract: "Book a club's drinks, and see your balance and history.",
        discussion: """
            Talks to the server that `till.environment` names. Login and cart are kept in till.json in the state \
            folder. A booking is never sent twice: if its answer is lost, it is looked up among your bookings.
            """,
        subcommands: [
            TillLoginVerb.self, TillLogoutVerb.self, TillProductsVerb.self, TillFavoritesCommand.self,
            TillCartCommand.self, TillBookVerb.self, TillBalanceVerb.self, TillThresholdVerb.self,
            TillPINCommand.self, TillBookingsVerb.self, TillTransactionsVerb.self, TillStatisticsVerb.self,
            TillExportVerb.self,
        ])
}
