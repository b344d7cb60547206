import ArgumentParser

/// `perch provision`: gives factory beacons their identity.
struct ProvisionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision", abstract: "Give factory beacons their identity, and verify it on the air.",
        discussion: """
            A run connects to one beacon, writes its new identity, and then listens for it. A beacon is verified only \
            when it is heard with its new UUID, major and minor. A beacon that was written but not heard with them is \
            listed separately and is no success. Every run is journaled; `resume` continues interrupted runs.
            """,
        subcommands: [
            ProvisionList.self, ProvisionOne.self, ProvisionTable.self, ProvisionPlan.self, ProvisionApply.self,
            ProvisionResume.self,
            ProvisionVerify.self, ProvisionStatus.self, ProvisionShow.self, ProvisionReport.self, ProvisionShards.self,
            ProvisionBanList.self,
        ])
}
