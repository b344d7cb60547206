import ArgumentParser

/// `perch provision shards`: the pool of shard UUIDs.
struct ProvisionShards: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "shards", abstract: "Import, list or clear the pool of shard UUIDs.",
        discussion: """
            The pool is kept in the store. Beacons nearby that have one of its UUIDs count as provisioned.
            """,
        subcommands: [ShardsImport.self, ShardsList.self, ShardsClear.self], defaultSubcommand: ShardsList.self)
}
