import Failures
import Foundation
import Gateway
import SerialPort
import Settings

/// What there is on this machine for a gateway: settings, running gateways, ports and Bluetooth
/// controllers. Taking it changes nothing and opens no port.
struct MachineSurvey: Sendable {
    /// The verdict on the settings.
    let settingsFindings: [DoctorFinding]
    /// Nil where the settings are invalid.
    let settings: Settings?
    let places: Places
    /// The settings file of this user's gateway.
    let settingsFile: String
    /// The verdict on each socket that a gateway may serve.
    let socketFindings: [DoctorFinding]
    /// Running gateways that answered.
    let gateways: [GatewayDiagnosis.Answer]
    let ports: [PortDescription]
    let controllers: [BluetoothController]

    /// - Parameter running: Settings of the gateway that asks; nil = those that a gateway would start with.
    /// - Throws: `SerialPortError` where the ports cannot be listed.
    static func take(
        environment: [String: String] = ProcessInfo.processInfo.environment, running: Settings? = nil
    ) async throws -> MachineSurvey {
        let places = Places(environment: environment)
        let sources = SettingsSources(environment: environment, places: places)
        let (settled, found) = SettingsDiagnosis.findings(sources)
        let settings = running ?? found
        let socket = settings?.socket ?? places.socket
        let (served, gateways) = await GatewayDiagnosis.ask(places.sockets(first: socket))
        return MachineSurvey(
            settingsFindings: settled, settings: settings, places: places,
            settingsFile: sources.file ?? places.ownSettingsFile, socketFindings: served, gateways: gateways,
            ports: try PortScanner.list(), controllers: BluetoothScanner.list())
    }

    /// - Throws: ``Failure`` with the number of mistakes, where the settings are invalid.
    func validSettings() throws(Failure) -> Settings {
        if let settings { return settings }
        throw .mistakes(settingsFindings.count { $0.verdict == .problem })
    }

    /// Socket of this user's gateway.
    var socket: String { settings?.socket ?? places.socket }

    /// Database of this user's gateway.
    var database: String { (settings?.stateFolder ?? places.stateFolder) + "/perch.db" }

    /// Radios of the settings.
    var radios: [String] { settings?.radios ?? [] }

    /// Ports that may be a dongle.
    var candidates: [PortDescription] { ports.filter(\.looksLikeDongle) }
}
