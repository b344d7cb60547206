import DongleLink
import DongleProtocol
import Store

/// A dongle that can connect to devices now.
package struct ConnectingDongle: Sendable, Hashable {
    package let id: String
    /// Connections that it can have at a time.
    package let slots: Int
    package let isSimulated: Bool
}

extension DongleService {
    /// Returns the dongles that can connect now.
    package func connecting() async -> [ConnectingDongle] {
        var found: [ConnectingDongle] = []
        for port in ports.all {
            let supervisor = port.supervisor
            guard await supervisor.state.isLive, let link = await supervisor.link else { continue }
            found.append(
                ConnectingDongle(id: link.id, slots: Int(link.hello.slots), isSimulated: link.isSimulated))
        }
        return found
    }

    /// Returns the dongle's alias; nil without one, or if the store cannot be read.
    package func alias(of id: String) async -> String? { (try? await store.list())?.first { $0.id == id }?.alias }
}

extension Gateway {
    /// Whether the dongles scan actively now, for all readers together.
    package nonisolated var scansActively: Bool { hub.demand?.isActive ?? configuration.scansActively }

    /// Whether dongles scan actively unless a reader asks otherwise.
    package nonisolated var isSetToScanActively: Bool { configuration.scansActively }

    /// Name of the gateway, for people.
    package nonisolated var name: String { configuration.name }
}
