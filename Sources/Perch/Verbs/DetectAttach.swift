import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats

/// `perch detect attach`: listens to a FlockFinder.
struct DetectAttach: Verb {
    static let configuration = CommandConfiguration(
        commandName: "attach",
        abstract: "Have the gateway listen to a FlockFinder; without a device, list the attached ones.",
        discussion: """
            The gateway connects as soon as it hears the device, and again whenever the connection is lost, until the \
            device is detached or the gateway ends. With serial: and a path, it reads what the device prints on that \
            port, and writes nothing to it.
            """)

    @Argument(
        help: ArgumentHelp("Address, name or port of the FlockFinder.", valueName: "ble:address|name|serial:path"))
    var device: String?

    @Option(help: "Dongle to listen with: id, name or port; without it, any that hears the device.")
    var dongle: String?

    @OptionGroup var frame: RunningFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        guard let device else { return try await list(client, output) }
        let request = AttachmentRequest(device: flockFinder(device), dongle: dongle)
        let attached = try await client.attachFlockFinder(request)
        try await output.line("attached", of: attached)
        await output.text("Attached \(printable(attached.device)) as \(attached.id).")
    }

    private func list(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let all = try await client.attachedFlockFinders().attached
        output.setResult { $0.field("count", all.count) }
        for one in all {
            try await output.line("attached", of: one)
            for line in one.prose { await output.text(line) }
        }
        if all.isEmpty { await output.text("No FlockFinder is attached.") }
    }
}

extension AttachedFlockFinder {
    /// Lines of the text output.
    fileprivate var prose: [String] {
        let place = [address, dongle.map { "by \($0)" }].compactMap { $0 }.joined(separator: " ")
        let watched = watchers > 0 ? ", \(counted(watchers, "watcher"))" : ""
        let end = (kept ? "  until it is detached" : "  while it is watched") + watched
        var lines = [
            "\(id)  \(printable(device))  \(state) since \(since.words)\(place.isEmpty ? "" : "  \(place)")\(end)",
            "    \(counted(notifications, "notification")), \(counted(detections, "detection")), "
                + "\(unreadable) unreadable, \(lost) lost, \(counted(connections, "connection"))",
        ]
        if unreadable > 0, let mtu, mtu < 256 {
            lines.append("    The connection's ATT MTU is \(mtu), which cuts notifications after \(mtu - 3) bytes.")
        }
        if let lastError { lines.append("    \(printable(lastError.message)) \(printable(lastError.hint))") }
        return lines
    }
}

/// `perch detect detach`: stops listening to a FlockFinder.
struct DetectDetach: Verb {
    static let configuration = CommandConfiguration(
        commandName: "detach", abstract: "Stop listening to a FlockFinder. Its detections stay.")

    @Argument(help: "Id, address or name of the FlockFinder.")
    var device: String

    @OptionGroup var frame: RunningFrame

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let name = flockFinder(device)
        let all = try await client.attachedFlockFinders().attached
        let one = all.first { [$0.id, $0.device, $0.address].contains(name) }
        try await client.detachFlockFinder(one?.id ?? name)
        await output.text("\(printable(name)) is detached.")
    }
}
