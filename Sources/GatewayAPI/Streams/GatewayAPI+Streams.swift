import Gateway
import GatewayModel
import Hummingbird
import NIOConcurrencyHelpers

/// What operations that answer with a stream have in common.
extension GatewayAPI {
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

    /// A stream that `DELETE /v1/streams/{stream}` can end, and that has a last line.
    func followed(
        _ stream: String, _ call: Call, end: @escaping @Sendable () -> Void,
        _ produce: @escaping @Sendable (LineWriter) async throws -> Void
    ) -> Response {
        streams.add(stream, end)
        return LineResponse(call).response(
            cleanUp: {
                end()
                streams.remove(stream)
            },
            produce: { lines in
                try await produce(lines)
                await lines.line("end")
            })
    }
}
