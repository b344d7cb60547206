import ArgumentParser

/// `perch events`: the event log.
struct EventsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "events", abstract: "Show, follow or clear the event log.",
        subcommands: [EventsShow.self, EventsClear.self], defaultSubcommand: EventsShow.self)
}
