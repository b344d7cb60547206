import Gateway
import SerialPort
import Settings

extension DoctorFinding {
    /// Examines this machine: settings, sockets, database, udev, ports and Bluetooth controllers.
    ///
    /// - Parameters:
    ///   - port: Port whose dongle is greeted; nil = no port is opened.
    ///   - radio: The same, if it is a radio's.
    ///   - running: Settings of the gateway that asks.
    static func ofMachine(
        port: PortChoice? = nil, radio: RadioPort? = nil, baud: Int? = nil, running: Settings? = nil
    ) async throws -> [DoctorFinding] {
        let survey = try await MachineSurvey.take(running: running)
        let (ports, gateways) = (survey.ports, survey.gateways.map(\.status))
        var findings = survey.settingsFindings + survey.socketFindings
        findings += SocketDiagnosis.findings(
            path: survey.socket, isServed: survey.gateways.contains { $0.socket == survey.socket })
        findings += StoreDiagnosis.findings(path: survey.database, gateways: gateways)
        findings += UdevDiagnosis.findings(ports, controllers: survey.controllers)
        // The named port may be no USB port, so the lack of USB ports is no problem.
        findings += PortDiagnosis.findings(
            ports, gateways: gateways, isPortNamed: port != nil, radios: survey.radios,
            proposed: survey.controllers.proposed)
        findings += RadioDiagnosis.findings(
            radios: survey.radios, gateways: gateways, startsBridges: survey.socket != Places.systemSocket)
        if let port {
            findings += await PortDiagnosis.greeting(
                port, radio: radio, baud: baud, ports: ports, gateways: gateways)
        }
        findings += ControllerDiagnosis.findings(
            survey.controllers, radios: survey.radios, isNeeded: survey.candidates.isEmpty && port == nil)
        return findings
    }
}
