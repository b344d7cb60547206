import Gateway
import GatewayModel
import Hummingbird
import NIOConcurrencyHelpers

/// Helpers for operations that answer with a stream.
extension GatewayAPI {
    /// Makes the first line of a stream.
    ///
    /// - Parameter dongle: Id, alias or port of the stream's only dongle; nil = all dongles.
    func start(of stream: String, dongle: String? = nil) async -> StreamStart {
        let live = await gateway.dongles.list().filter { description in
            guard description.state == .live || description.state == .suspect else { return false }
            return dongle.map { [description.id, description.alias, description.port].contains($0) } ?? true
        }
        return StreamStart(
            stream: stream, dongles: live.compactMap(\.id), simulated: live.contains(where: \.simulated))
    }

    /// Makes a name for a stream that `DELETE /v1/streams/{stream}` cannot end.
    func nextStreamName(_ kind: String) -> String {
        let number = streamNumbers.withLockedValue { number in
            number += 1
            return number
        }
        return "\(kind)-\(number)"
    }

    /// Makes the answer of a stream that `DELETE /v1/streams/{stream}` can end and that has an
    /// `end` line.
    func followed(
        _ stream: String, _ call: Call, end: @escaping @Sendable () -> Void,
        _ produce: @escaping @Sendable (LineWriter) async throws -> Void
    ) -> Response {
        streams.add(stream, end)
        return LineResponse(call, access?.sessions).response(
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
