import AsyncHTTPClient
import GatewayModel
import NIOCore

/// The body of a stream as chunks of whole lines, each line with its newline.
struct LineChunks: AsyncSequence, Sendable {
    typealias Element = [UInt8]

    let body: HTTPClientResponse.Body
    /// Held so that the client outlives its streams.
    let client: GatewayClient

    struct Iterator: AsyncIteratorProtocol {
        fileprivate var body: HTTPClientResponse.Body.AsyncIterator
        fileprivate let client: GatewayClient
        fileprivate var assembler = LineAssembler(limit: GatewayClient.lineLimit)

        mutating func next() async throws -> [UInt8]? {
            do {
                while let piece = try await body.next() {
                    let lines = try piece.withUnsafeReadableBytes { bytes throws(LineAssembler.TooLong) in
                        try assembler.feed(bytes)
                    }
                    if !lines.isEmpty { return lines }
                }
            } catch is LineAssembler.TooLong {
                throw ClientError.malformedAnswer(
                    client.address, what: "a line of more than \(GatewayClient.lineLimit) bytes")
            } catch {
                throw client.clientError(error)
            }
            guard !assembler.isInsideLine else {
                throw ClientError.interrupted(
                    client.address, reason: "it closed the connection in the middle of a line")
            }
            return nil
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(body: body.makeAsyncIterator(), client: client)
    }
}
