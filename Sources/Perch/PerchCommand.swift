import ArgumentParser

@main
struct PerchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "perch", abstract: "A Bluetooth LE gateway over a USB radio dongle.", version: "0.1.0")
}
