import ArgumentParser
import FlockFinder

/// `perch detect`: devices found by patterns.
struct DetectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "detect", abstract: "Watch, list, export and mute devices that are found by patterns.",
        discussion: """
            The gateway compares everything it hears with the enabled patterns of `perch pattern`: adverts of every \
            dongle, Wi-Fi sightings of dongles that have them, and the reports of attached FlockFinders. A device has \
            one row, however often it is heard. Tier: confidence in the detection (high, medium or low). A running \
            `perch serve` looks all the time and keeps what it finds.
            """,
        subcommands: [
            DetectWatch.self, DetectList.self, DetectExport.self, DetectMute.self, DetectUnmute.self,
            DetectAttach.self, DetectDetach.self, DetectClear.self,
        ])
}

extension DetectionTier: ExpressibleByArgument {}
