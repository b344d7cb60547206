import ArgumentParser

/// `perch beacon`: the known beacons.
struct BeaconCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "beacon", abstract: "List, show, name, calibrate, export or forget beacons.",
        subcommands: [
            BeaconListVerb.self, BeaconShow.self, BeaconAlias.self, BeaconCalibrate.self, BeaconExport.self,
            BeaconForget.self,
        ])
}
