import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch esphome status`, or `perch esphome` for short: prints the Bluetooth proxies and their clients.
struct ESPHomeStatusVerb: Verb {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Print the Bluetooth proxies, and who uses them.")

    @OptionGroup var frame: RunningFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let status = try await client.esphome()
        for proxy in status.proxies {
            try await output.line("proxy", of: proxy)
            await output.text(proxy.prose(isEncrypted: status.isEncrypted))
            for client in proxy.clients { await output.text("  " + client.prose) }
        }
        if !status.isListening {
            await output.text("The gateway is no Bluetooth proxy. Set esphome.listen, for example to 0.0.0.0:6053.")
        }
        if status.refused > 0 { await output.text("Refused connections: \(status.refused)") }
        if let error = status.lastError { await output.text("Last error: \(printable(error))") }
        output.setResult {
            $0.field("listening", status.isListening)
            $0.field("encrypted", status.isEncrypted)
            $0.field("announced", status.isAnnounced)
            $0.field("refused", status.refused)
            $0.field("proxies", status.proxies.count)
            $0.field("last_error", status.lastError)
        }
    }
}

extension ESPHomeProxy {
    fileprivate func prose(isEncrypted: Bool) -> String {
        let of = dongle.map { "dongle \(printable($0))" } ?? "all dongles"
        let key = isEncrypted ? "" : ", no encryption"
        return
            "\(printable(friendlyName)) (\(printable(name)), \(mac)) on \(printable(host)) port \(port), \(of)\(key): "
            + "\(free) of \(slots) connections free"
    }
}

extension ESPHomeClient {
    fileprivate var prose: String {
        var parts = ["\(printable(name ?? "?")) from \(printable(address)) since \(since.words)"]
        if readsAdverts { parts.append("\(adverts) adverts, \(advertsMissed) missed") }
        parts.append("\(connections) connected, \(operations) requests")
        if notifications + notificationsDropped > 0 {
            parts.append("\(notifications) notifications, \(notificationsDropped) dropped")
        }
        if let lastError { parts.append("last error: \(printable(lastError))") }
        return parts.joined(separator: "; ")
    }
}
