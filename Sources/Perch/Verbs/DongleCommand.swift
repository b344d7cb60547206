import ArgumentParser

/// `perch dongle`: verbs about the dongles themselves.
struct DongleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dongle", abstract: "List, name, inspect, restart or find dongles.",
        subcommands: [
            DongleListVerb.self, DongleInfo.self, DongleIdentify.self, DongleReboot.self, DongleLog.self,
            DongleAlias.self,
            DongleAdopt.self, DongleRelease.self, DongleForget.self,
        ])
}
