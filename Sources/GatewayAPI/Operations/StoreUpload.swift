import Gateway
import Glibc
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Store

/// Receives a database that will be restored.
enum StoreUpload {
    /// Writes the body to a file beside the database, and restarts the gateway with that file. Only
    /// one upload at a time is possible.
    ///
    /// - Parameter isUnderWay: Stays true after success: the gateway restarts, so later uploads
    ///   must wait for the restarted gateway.
    /// - Returns: Number of bytes received.
    /// - Throws: ``RequestError/restoreUnderWay``, `StoreError`, `GatewayError`; in these cases
    ///   nothing was changed.
    static func take(
        _ body: RequestBody, for gateway: Gateway, _ isUnderWay: NIOLockedValueBox<Bool>
    ) async throws -> Int {
        let isFirst = isUnderWay.withLockedValue { isUnderWay in
            defer { isUnderWay = true }
            return !isUnderWay
        }
        guard isFirst else { throw RequestError.restoreUnderWay }
        do {
            let draft = try gateway.store.makeDraft()
            let bytes = try await write(body, to: draft)
            try await NIOThreadPool.singleton.runIfActive { try gateway.restore(draft, named: "The uploaded file") }
            return bytes
        } catch {
            isUnderWay.withLockedValue { $0 = false }
            throw error
        }
    }

    private static func write(_ body: RequestBody, to draft: String) async throws -> Int {
        let file = open(draft, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { throw StoreError(errno: errno, path: draft) }
        defer { close(file) }
        do {
            var count = 0
            for try await piece in body {
                count += piece.readableBytes
                try await NIOThreadPool.singleton.runIfActive { try write(piece, to: file, draft) }
            }
            return count
        } catch {
            unlink(draft)
            throw error
        }
    }

    private static func write(_ piece: ByteBuffer, to file: CInt, _ path: String) throws {
        var left = piece.readableBytesView[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            guard count > 0 else { throw StoreError(errno: errno, path: path) }
            left = left.dropFirst(count)
        }
    }
}
