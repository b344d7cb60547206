import DongleLink
import DongleProtocol
import Gateway
import GatewayModel
import Hummingbird
import LineFormats
import SerialPort

extension GatewayAPI: DonglesOperations {
    func dongles() async throws -> DongleList { DongleList(dongles: await gateway.dongles.list()) }

    func adopt(_ body: AdoptionRequest) async throws -> DongleStatus {
        if RadioName.isMeant(by: body.port) { _ = try RadioName(body.port) }
        guard body.port.utf8.count <= 4096, let port = PortChoice(body.port) else {
            throw RequestError.invalidValue(
                path: "port", expected: "auto, id:SERIAL, the name of a radio or a path of at most 4096 bytes")
        }
        return try await gateway.dongles.adopt(port, baud: body.baud)
    }

    func dongle(_ dongle: String) async throws -> DongleStatus { try await gateway.dongles.dongle(dongle) }

    func forget(_ dongle: String) async throws { try await gateway.dongles.forget(dongle) }

    func dongleInfo(_ dongle: String) async throws -> DongleDetails { try await gateway.dongles.details(of: dongle) }

    func setAlias(_ dongle: String, _ body: AliasRequest) async throws -> DongleStatus {
        try await gateway.dongles.setAlias(body.alias, of: dongle)
    }

    func removeAlias(_ dongle: String) async throws -> DongleStatus {
        try await gateway.dongles.setAlias(nil, of: dongle)
    }

    func identify(_ dongle: String, _ body: IdentificationRequest) async throws {
        try await gateway.dongles.identify(dongle, for: .milliseconds(body.durationMs))
    }

    func reboot(_ dongle: String, _ body: RebootOrder) async throws {
        try await gateway.dongles.reboot(dongle, body.mode == .run ? .run : .bootloader)
    }

    func release(_ dongle: String) async throws { try await gateway.dongles.release(dongle) }

    func dongleLog(_ dongle: String, _ call: Call) async throws -> Response {
        let log = try await gateway.dongles.log(of: dongle)
        let start = await start(of: nextStreamName("log"), dongle: dongle)
        return LineResponse(call, access?.sessions).response { lines in
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
    /// Name of the level. A level that is unknown here counts as `debug`.
    fileprivate var word: String {
        switch self {
        case .error: "error"
        case .warning: "warning"
        case .info: "info"
        default: "debug"
        }
    }
}
