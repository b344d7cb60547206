import Advertising
import DongleLink
import DongleProtocol
import Failures
import Gateway
import GatewayModel
import Hummingbird
import LineFormats

extension GatewayAPI: ConnectionsOperations {
    func connections() async throws -> ConnectionList {
        ConnectionList(connections: await gateway.connections.list().map(ConnectionDescription.init))
    }

    func connect(_ body: ConnectionRequest) async throws -> ConnectionDescription {
        ConnectionDescription(try await gateway.connections.connect(ConnectionWish(body)))
    }

    func disconnect(_ connection: String) async throws {
        try await gateway.connections.connection(connection).disconnect()
    }

    func services(_ connection: String) async throws -> ServiceList {
        let services = try await gateway.connections.connection(connection).services()
        return ServiceList(services: services.map(ServiceDescription.init))
    }

    func exchangeMTU(_ connection: String, _ body: MTURequest) async throws -> MTUResult {
        // The value is in range: the body was checked.
        let mtu = try await gateway.connections.connection(connection).exchangeMTU(UInt16(clamping: body.mtu))
        return MTUResult(mtu: Int(mtu))
    }

    // MARK: Values

    func read(connection: String, handle: UInt16) async throws -> AttributeValue {
        AttributeValue(
            handle: handle, hex: Hexadecimal.text(try await gateway.connections.connection(connection).read(handle)))
    }

    func write(connection: String, handle: UInt16, _ body: ValueWrite) async throws -> WriteResult {
        let value = Hexadecimal.bytes(body.hex) ?? []
        let confirmed = body.confirmed ?? true
        try await gateway.connections.connection(connection).write(value, to: handle, confirmed: confirmed)
        return WriteResult(handle: handle, length: value.count, confirmed: confirmed)
    }

    func notifications(_ connection: String, handle: UInt16, _ call: Call) async throws -> Response {
        let updates = try await gateway.connections.connection(connection).notifications(handle)
        let start = await start(of: nextStreamName("notifications"))
        return LineResponse(call, access?.sessions).response { lines in
            await lines.line("start") {
                $0.fields(start)
                $0.field("handle", handle)
            }
            for await update in updates {
                switch update {
                case .value(let value):
                    await lines.line("notification") {
                        $0.field("handle", handle)
                        $0.field("hex", plain: { $0.hexadecimal(value) })
                    }
                case .lost(let count):
                    await lines.line("lost") { $0.field("count", count) }
                case .disconnected(let status):
                    await disconnected(Failure(ended: status), lines)
                case .interrupted(let cause):
                    await disconnected(Failure(LinkError.interrupted(operation: .subscribe, cause: cause)), lines)
                }
            }
        }
    }

    private func disconnected(_ failure: Failure, _ lines: LineWriter) async {
        await lines.line("disconnected") { $0.field(error: Problem(failure)) }
    }
}

extension Failure {
    /// Failure of a connection that ended by itself.
    fileprivate init(ended status: Status) {
        self.init(status: status, body: ErrorBody(), operation: .subscribe)
        code = "disconnected"
        message =
            "The connection ended: \(StatusAdvice.of(status)?.sentence ?? "for an unknown reason") (\(status.word))."
    }
}
