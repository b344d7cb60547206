import Gateway
import GatewayModel
import Hummingbird
import NIOConcurrencyHelpers

extension GatewayAPI {
    /// The gateway as a whole, and streams of any kind.
    var gatewayRoutes: [Route] {
        [
            Route(.get, "/healthz", access: .open) { _ in
                let status = await gateway.status()
                return .json(
                    Health(
                        status: status.isWell ? "ok" : "degraded", version: APIVersion.program, api: APIVersion.current)
                )
            },
            Route(.get, "/v1/openapi.yaml", access: .open) { _ in
                .bytes(ServedFile.openAPI, type: "application/yaml")
            },
            Route(.get, "/v1/status") { _ in .json(await gateway.status()) },
            Route(.get, "/v1/settings") { _ in .json(SettingList(settings: settings)) },
            Route(.delete, "/v1/streams/{stream}") { call in
                guard streams.end(call.name("stream")) else {
                    throw RequestError.unknownStream(call.name("stream"))
                }
                return .done
            },
        ]
    }

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
