import Glibc
import SerialPort

/// Where the dongle of a radio answers: at the port of its unit, or of a bridge of this gateway.
package struct RadioPort: Sendable {
    package let name: RadioName
    private let unitPort: String
    /// Nil where the gateway starts none.
    let bridge: RadioBridge?

    init(_ name: RadioName, _ setup: RadioSetup, waitsForController: Bool, clock: GatewayClock) {
        self.name = name
        unitPort = "\(setup.unitFolder)/\(name.escaped)/port"
        bridge = setup.bridges.map { RadioBridge(name, $0, waitsForController: waitsForController, clock: clock) }
    }

    /// - Parameter waitsForController: Whether the bridge starts without its controller, too.
    package init(_ name: RadioName, _ setup: RadioSetup, waitsForController: Bool) {
        self.init(name, setup, waitsForController: waitsForController, clock: .system())
    }

    /// Returns the port to open, and starts the bridge if there is no unit.
    ///
    /// - Throws: ``RadioError``. The bridge is then not running.
    package func chosen() async throws -> PortChoice.Chosen {
        do {
            return PortChoice.Chosen(path: try await path(), kind: nil, isPseudoTerminal: true)
        } catch {
            await stop()
            throw error
        }
    }

    /// Returns the path of the port.
    ///
    /// - Throws: ``RadioError``.
    func path() async throws -> String {
        if let bridge, await bridge.isStarted { return try await bridge.port() }
        if access(unitPort, F_OK) == 0 { return unitPort }
        guard let bridge else { throw RadioError.noUnit(name) }
        return try await bridge.port()
    }

    /// Ends the bridge, if it runs, and returns when it has ended.
    package func stop() async { await bridge?.stop() }
}
