import ArgumentParser

/// `perch payfrit`: tables and their beacons, as the Payfrit backend knows them.
struct PayfritCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payfrit", abstract: "Log in to Payfrit, and manage its service points and beacons.",
        discussion: """
            The gateway holds the login and speaks to the backend that `payfrit.environment` names; without one that runs, \
            it is done inside this process. A beacon is put on a table with `perch provision table`.
            """,
        subcommands: [
            PayfritLoginVerb.self, PayfritLogoutVerb.self, PayfritWhoamiVerb.self, PayfritBusinessesVerb.self,
            PayfritUseVerb.self, PayfritServicePointsCommand.self, PayfritBeaconsCommand.self, PayfritLookupVerb.self,
            PayfritWipeVerb.self, PayfritTablesCommand.self, PayfritOutboxCommand.self,
        ])
}
