import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch pattern match`: shows which patterns match a name, an address and so on.
struct PatternMatchVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "match", abstract: "Show which patterns match a name, an address and so on, and why.")

    @Option(help: "Name of a Wi-Fi network.")
    var ssid: String?

    @Option(help: "A Wi-Fi or Bluetooth address.")
    var mac: String?

    @Option(help: "Name in a Bluetooth advertisement.")
    var name: String?

    @Option(help: "A service UUID in a Bluetooth advertisement; may be given several times.")
    var uuid: [String] = []

    @Option(help: "A company in a Bluetooth advertisement, such as 0x09c8; may be given several times.")
    var manufacturer: [String] = []

    @OptionGroup var frame: StoreFrame

    func validate() throws {
        guard ssid != nil || mac != nil || name != nil || !uuid.isEmpty || !manufacturer.isEmpty else {
            throw ValidationError("Give --ssid, --mac, --name, --uuid or --manufacturer.")
        }
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let question = PatternQuestion(
            ssid: ssid, address: mac, name: name, uuids: uuid.isEmpty ? nil : uuid,
            manufacturers: manufacturer.isEmpty ? nil : manufacturer)
        let found = try await naming([
            "bad-address-prefix": "--mac", "bad-uuid": "--uuid", "bad-company": "--manufacturer",
        ]) {
            try await client.matchPatterns(question)
        }
        let counts = found.matches.count(where: \.pattern.enabled)
        output.setResult {
            $0.field("count", found.matches.count)
            $0.field("enabled", counts)
        }
        for match in found.matches {
            await output.line("match") {
                $0.field("value", match.value)
                $0.field("reason", match.reason)
                $0.object("pattern") { $0.fields(match.pattern) }
            }
            await output.text(match.words)
        }
        if counts == 0 {
            await output.text(found.matches.isEmpty ? "No pattern matches." : "No enabled pattern matches.")
        }
    }
}

extension MatchedPattern {
    /// Line of the text output.
    fileprivate var words: String {
        let sure = pattern.confidence.map { ", \($0) % sure" } ?? ""
        return "\(pattern.enabled ? "✓" : "·") \(pattern.reference.words)  \(printable(pattern.type))\(sure): "
            + "\(printable(reason))" + (pattern.enabled ? "." : "; it is disabled.")
    }
}
