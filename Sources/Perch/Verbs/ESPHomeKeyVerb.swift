import ArgumentParser
import GatewayClient
import GatewayModel
import LineFormats

/// `perch esphome key`: prints the key that clients of the Bluetooth proxies must have.
struct ESPHomeKeyVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Print the key that Home Assistant asks for.",
        discussion: """
            Anybody who has the key and reaches the proxy's port can connect to devices nearby. The gateway made the key \
            when it first became a proxy, and keeps it in `esphome.json` in its state folder.
            """)

    @Flag(help: "Also show the key as a QR code. Needs the program qrencode.")
    var qr = false

    @OptionGroup var frame: RunningFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let key = try await client.esphomeKey().key
        output.setResult { $0.field("key", key) }
        await output.text(key)
        if qr { for line in try QRCode.lines(of: key) { await output.text(line) } }
    }
}
