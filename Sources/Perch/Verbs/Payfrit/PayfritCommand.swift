import ArgumentParser

/// `perch payfrit`: tables and their beacons, as the Payfrit backend knows them.
struct PayfritCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payfrit", abstract: "Log in to Payfrit, and manage its service points and beacons.",
        discussion: """
            The gateway keeps the login and talks to the backend that `payfrit.environment` names; if no gateway is \
            running, this process does. To give a table its beacon, run `perch provision table`.
            """,
        subcommands: [
            PayfritLoginVerb.self, PayfritLogoutVerb.self, PayfritWhoamiVerb.self, PayfritBusinessesVerb.self,
            PayfritUseVerb.self, PayfritServicePointsCommand.self, PayfritBeaconsCommand.self, PayfritLookupVerb.self,
            PayfritWipeVerb.self, PayfritTablesCommand.self, PayfritOutboxCommand.self,
        ])
}
