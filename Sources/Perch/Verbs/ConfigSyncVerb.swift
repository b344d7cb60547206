import ArgumentParser
import FlockFinder
import GatewayModel

/// `perch config sync`: merges the changes of a device and of the tables.
struct ConfigSyncVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Merge the changes of a device and of the tables into both.",
        discussion: """
            Compares both with their last common state. A change on one side is made on the other side, too. Where \
            both sides have changed the same thing in different ways, --prefer names the side that wins; without it, \
            Perch lists the conflict, leaves it alone, does all the rest, and ends with 78.
            """)

    @OptionGroup var change: ConfigChangeOptions

    @Option(help: "Side that wins where both have changed the same thing: host or device.")
    var prefer: ConfigMerge.Preference?

    @OptionGroup var frame: ConfigFrame

    func run(_ follower: ConfigFollower, _ output: VerbOutput) async throws {
        var order = change.order
        order.prefer = prefer
        try await follower.perform(.sync, order)
    }
}

extension ConfigMerge.Preference: ExpressibleByArgument {}
