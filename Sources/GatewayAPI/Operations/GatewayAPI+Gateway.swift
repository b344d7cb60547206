import Gateway
import GatewayModel
import Hummingbird
import NIOConcurrencyHelpers

/// The gateway as a whole.
extension GatewayAPI: GatewayOperations {
    func health() async throws -> Health {
        let status = await gateway.status()
        return Health(status: status.isWell ? "ok" : "degraded", version: APIVersion.program, api: APIVersion.current)
    }

    func openapi(_ call: Call) async throws -> Response { .bytes(ServedFile.openAPI, type: "application/yaml") }

    func status() async throws -> GatewayStatus { await gateway.status() }

    func settings() async throws -> SettingList { SettingList(settings: settingList) }

    func consoleLink() async throws -> ConsoleLink {
        guard let url = access?.sessions.makeLink() else { throw RequestError.noConsole }
        return ConsoleLink(url: url, seconds: Int(ConsoleSessions.codeLifetime.components.seconds))
    }

    // MARK: Streams

    /// The first line of a stream.
    ///
    /// - Parameter dongle: Id, alias or port of the only dongle that is meant.
    func start(of stream: String, dongle: String? = nil) async -> StreamStart {
        let live = await gateway.dongles().filter { description in
            guard description.state == .live || description.state == .suspect else { return false }
            return dongle.map { [description.id, description.alias, description.port].contains($0) } ?? true
        }
        return StreamStart(
            stream: stream, dongles: live.compactMap(\.id), simulated: live.contains(where: \.simulated))
    }

    /// A name for a stream that is not one of adverts.
    func nextStreamName(_ kind: String) -> String {
        let number = streamNumbers.withLockedValue { number in
            number += 1
            return number
        }
        return "\(kind)-\(number)"
    }
}
