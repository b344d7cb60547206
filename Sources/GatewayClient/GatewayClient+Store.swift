import AsyncHTTPClient
import GatewayModel
import NIOCore

/// Databases, which come and go in pieces.
extension GatewayClient {
    /// Sends a backup that takes the place of the database; the gateway starts again with it.
    ///
    /// - Parameters:
    ///   - pieces: Its bytes.
    ///   - count: How many there are.
    package func restoreStore<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces, count: Int) async throws
        -> StoreRestore
    where Pieces.Element == ByteBuffer {
        var request = APIRequest(.POST, ["v1", "store", "restore"])
        request.upload = (StoreRestore.mediaType, .stream(pieces, length: .known(Int64(count))))
        return try await answer(request, within: .seconds(600))
    }

    /// A copy of the database while it is in use, in pieces.
    package func storeBackup() async throws -> StoreBackup {
        var request = APIRequest(.GET, ["v1", "store", "backup"])
        request.accept = StoreRestore.mediaType
        // The gateway copies the database before it sends the first byte.
        let response = try await interruptible { [self, request] in
            try await send(request, within: .seconds(600), isStream: true)
        }
        return StoreBackup(body: response.body, client: self)
    }
}

/// The bytes of a database. Whether they are all there, only the file itself can tell.
package struct StoreBackup: AsyncSequence, Sendable {
    package typealias Element = [UInt8]

    let body: HTTPClientResponse.Body
    let client: GatewayClient

    package struct Iterator: AsyncIteratorProtocol {
        var body: HTTPClientResponse.Body.AsyncIterator
        let client: GatewayClient

        /// - Throws: ``ClientError``, `CancellationError`.
        package mutating func next() async throws -> [UInt8]? {
            do {
                return try await body.next().map { Array($0.readableBytesView) }
            } catch {
                throw client.clientError(error)
            }
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(body: body.makeAsyncIterator(), client: client) }
}
