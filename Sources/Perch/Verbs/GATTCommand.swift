import ArgumentParser

/// `perch gatt`: talks to a connectable device.
struct GATTCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gatt", abstract: "Connect to a device and use its attributes.",
        subcommands: [GATTDiscover.self, GATTRead.self, GATTWrite.self, GATTSubscribe.self])
}
