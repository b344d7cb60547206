import AsyncHTTPClient
import GatewayModel
import NIOCore

/// Backup and restore of the database. The bytes are streamed in pieces.
extension GatewayClient {
    /// Replaces the gateway's database with a backup; the gateway restarts with it.
    ///
    /// - Parameters:
    ///   - pieces: Bytes of the backup.
    ///   - count: Number of bytes in all `pieces` together.
    package func restoreStore<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces, count: Int) async throws
        -> StoreRestore
    where Pieces.Element == ByteBuffer {
        var request = APIRequest(.POST, ["v1", "store", "restore"])
        request.upload = (StoreRestore.mediaType, .stream(pieces, length: .known(Int64(count))))
        return try await answer(request, within: .seconds(600))
    }

    /// Returns a copy of the database, in pieces. The database stays in use meanwhile.
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

/// The bytes of a database. Only the finished file shows whether they are complete.
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
