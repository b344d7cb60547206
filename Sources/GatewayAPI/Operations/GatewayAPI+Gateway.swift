import Gateway
import GatewayModel
import Hummingbird

/// The gateway as a whole.
extension GatewayAPI: GatewayOperations {
    func health() async throws -> Health {
        let status = await gateway.status()
        return Health(status: status.isWell ? .ok : .degraded, version: APIVersion.program, api: APIVersion.current)
    }

    func openapi(_ call: Call) async throws -> Response { .bytes(ServedFile.openAPI, type: "application/yaml") }

    func status() async throws -> GatewayStatus {
        var status = await gateway.status()
        if let proxies = await proxies?.status(), proxies.isListening {
            status.bluetoothProxies = ProxySummary(
                proxies: proxies.proxies.count, clients: proxies.proxies.reduce(0) { $0 + $1.clients.count })
        }
        return status
    }

    func settings() async throws -> SettingList { SettingList(settings: settingList) }

    func consoleLink(role: Role?) async throws -> ConsoleLink {
        guard let link = access?.makeLink(for: role ?? .admin) else { throw RequestError.noConsole }
        return link
    }

    func doctor() async throws -> DoctorReport { DoctorReport(findings: try await examine()) }
}
