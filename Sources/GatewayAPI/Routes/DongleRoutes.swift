import DongleLink
import DongleProtocol
import Gateway
import GatewayModel
import Hummingbird
import JSONLines

extension GatewayAPI {
    var dongleRoutes: [Route] {
        [
            Route(.get, "/v1/dongles") { _ in .json(DongleList(dongles: await gateway.dongles())) },
            Route(.post, "/v1/dongles") { call in
                let wanted: AdoptionRequest = try await call.object()
                guard let port = PortChoice(wanted.port) else {
                    throw RequestError.invalidValue(path: "port", expected: "auto, id:SERIAL or a path")
                }
                return .json(try await gateway.adopt(port, baud: wanted.baud))
            },
            Route(.get, "/v1/dongles/{dongle}") { call in .json(try await gateway.dongle(call.name("dongle"))) },
            Route(.delete, "/v1/dongles/{dongle}") { call in
                try await gateway.forget(call.name("dongle"))
                return .done
            },
            Route(.get, "/v1/dongles/{dongle}/info") { call in
                .json(try await gateway.details(of: call.name("dongle")))
            },
            Route(.put, "/v1/dongles/{dongle}/alias") { call in
                let wanted: AliasRequest = try await call.object()
                return .json(try await gateway.setAlias(wanted.alias, of: call.name("dongle")))
            },
            Route(.delete, "/v1/dongles/{dongle}/alias") { call in
                .json(try await gateway.setAlias(nil, of: call.name("dongle")))
            },
            Route(.post, "/v1/dongles/{dongle}/identify") { call in
                let wanted: IdentificationRequest = try await call.object()
                try await gateway.identify(call.name("dongle"), for: .milliseconds(wanted.durationMs))
                return .done
            },
            Route(.post, "/v1/dongles/{dongle}/reboot") { call in
                let wanted: RebootOrder = try await call.object()
                try await gateway.reboot(call.name("dongle"), wanted.mode == .run ? .run : .bootloader)
                return .done
            },
            Route(.post, "/v1/dongles/{dongle}/release") { call in
                try await gateway.release(call.name("dongle"))
                return .done
            },
            Route(.get, "/v1/dongles/{dongle}/log") { call in try await log(call) },
        ]
    }

    private func log(_ call: Call) async throws -> Response {
        let name = call.name("dongle")
        let log = try await gateway.log(of: name)
        let start = await start(of: nextStreamName("log"), dongle: name)
        return LineStream(call).response { lines in
            await lines.line("start") { $0.fields(start) }
            for await entry in log {
                await lines.line("log") {
                    $0.field("level", entry.level.word)
                    $0.field("uptime_ms", entry.uptimeMs)
                    $0.field("text", entry.text)
                    if entry.dropped > 0 { $0.field("dropped_before", entry.dropped) }
                }
            }
            await lines.line("end")
        }
    }
}

extension LogLevel {
    /// A level that is unknown here counts as the least.
    fileprivate var word: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info: "info"
        default: "debug"
        }
    }
}
