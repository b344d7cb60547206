import ArgumentParser

/// `perch dongle`: the dongle itself.
struct DongleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dongle", abstract: "Ask, restart or find the dongle itself.",
        subcommands: [DongleInfo.self, DongleReboot.self, DongleIdentify.self, DongleLog.self])
}
