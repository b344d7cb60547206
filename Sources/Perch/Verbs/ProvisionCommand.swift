import ArgumentParser

/// `perch provision`: gives factory beacons their identity.
struct ProvisionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "provision", abstract: "Give factory beacons their identity, and see it on the air.",
        discussion: """
            A run connects to one beacon, writes what it is to be, and then listens for it. Only a beacon that is heard \
            with its new UUID, major and minor is verified. Everything that was written without that is told apart and \
            is no success. Every run is journaled: what was cut short is taken up again by `resume`.
            """,
        subcommands: [
            ProvisionList.self, ProvisionOne.self, ProvisionTable.self, ProvisionPlan.self, ProvisionApply.self,
            ProvisionResume.self,
            ProvisionVerify.self, ProvisionStatus.self, ProvisionShow.self, ProvisionReport.self, ProvisionShards.self,
            ProvisionBanList.self,
        ])
}
