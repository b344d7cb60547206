import Advertising
import DongleLink
import DongleProtocol
import Failures
import Gateway
import GatewayModel
import Hummingbird
import JSONLines

extension GatewayAPI {
    /// Attributes of a connected device.
    var valueRoutes: [Route] {
        [
            Route(.get, "/v1/connections/{connection}/values/{handle}") { call in
                let handle = try handle(call)
                let value = try await gateway.read(call.name("connection"), handle)
                return .json(AttributeValue(handle: handle, hex: Hexadecimal.text(value)))
            },
            Route(.put, "/v1/connections/{connection}/values/{handle}") { call in
                let handle = try handle(call)
                let wanted: ValueWrite = try await call.object()
                let value = Hexadecimal.bytes(wanted.hex) ?? []
                let confirmed = wanted.confirmed ?? true
                try await gateway.write(call.name("connection"), value, to: handle, confirmed: confirmed)
                return .json(WriteResult(handle: handle, length: value.count, confirmed: confirmed))
            },
            Route(.get, "/v1/connections/{connection}/notifications", query: ["handle"]) { call in
                guard let handle: UInt16 = try call.query.number("handle", 1...UInt16.max) else {
                    throw RequestError.invalidParameter("handle", expected: "there, and it has to be")
                }
                return try await notifications(call, handle)
            },
        ]
    }

    private func handle(_ call: Call) throws(RequestError) -> UInt16 {
        try call.number("handle", 1...UInt16.max)
    }

    private func notifications(_ call: Call, _ handle: UInt16) async throws -> Response {
        let updates = try await gateway.notifications(call.name("connection"), handle)
        let start = await start(of: nextStreamName("notifications"))
        return LineStream(call).response { lines in
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
    /// A connection ended by itself.
    fileprivate init(ended status: Status) {
        self.init(status: status, body: ErrorBody(), operation: .subscribe)
        code = "disconnected"
        message =
            "The connection ended: \(StatusAdvice.of(status)?.sentence ?? "for an unknown reason") (\(status.word))."
    }
}
