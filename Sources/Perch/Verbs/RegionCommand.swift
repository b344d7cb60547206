import ArgumentParser

/// `perch region`: groups of beacons that are watched for being entered and left.
struct RegionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "region", abstract: "Add, list, remove or watch regions of beacons.",
        discussion: """
            A region is a group of beacons: all with one UUID, with one UUID and major, or with one UUID, major and \
            minor. It is entered when one of its beacons is heard, and left when none was heard for 30 s, or for the \
            time of --exit-after. A running `perch serve` watches every region; each change is an event.
            """,
        subcommands: [RegionAdd.self, RegionListVerb.self, RegionRemove.self, RegionWatch.self])
}
