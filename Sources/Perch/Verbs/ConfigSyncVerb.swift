import ArgumentParser
import FlockFinder
import GatewayModel

/// `perch config sync`: merges the changes of a device and of the tables.
struct ConfigSyncVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Have a device and the tables take over what the other has changed.",
        discussion: """
            Compared is with what both held when they last agreed. What only one side has changed the other takes over. What \
            both have changed, each in its own way, is listed and left alone, unless --prefer says whose word counts; the \
            verb ends with 78 then, and all else is done.
            """)

    @OptionGroup var change: ConfigChangeOptions

    @Option(help: "Whose word counts where both have changed something: host or device.")
    var prefer: ConfigMerge.Preference?

    @OptionGroup var frame: ConfigFrame

    func run(_ follower: ConfigFollower, _ output: VerbOutput) async throws {
        var order = change.order
        order.prefer = prefer
        try await follower.perform(.sync, order)
    }
}

extension ConfigMerge.Preference: ExpressibleByArgument {}
