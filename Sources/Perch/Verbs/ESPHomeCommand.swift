import ArgumentParser

/// `perch esphome`: the gateway's Bluetooth proxies.
struct ESPHomeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "esphome", abstract: "Show the Bluetooth proxies for Home Assistant, and their key.",
        subcommands: [ESPHomeStatusVerb.self, ESPHomeKeyVerb.self], defaultSubcommand: ESPHomeStatusVerb.self)
}
