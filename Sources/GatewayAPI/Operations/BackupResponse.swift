import Foundation
import GatewayModel
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import Store
import SystemPackage

/// Counts the copies of the database that are being made or sent.
final class BackupCounter: Sendable {
    /// Maximum number of copies at a time. Until it is sent, each needs as much space on the disk
    /// as the database.
    static let limit = 2

    private let count = NIOLockedValueBox(0)

    /// - Throws: ``RequestError/tooManyBackups(limit:)``.
    func begin() throws(RequestError) {
        let isFree = count.withLockedValue { count in
            guard count < BackupCounter.limit else { return false }
            count += 1
            return true
        }
        guard isFree else { throw .tooManyBackups(limit: BackupCounter.limit) }
    }

    func end() { count.withLockedValue { $0 -= 1 } }
}

/// A copy of the database that is sent to a client. Its file has been removed from its folder
/// already, so it disappears when it is closed, even after a crash.
final class BackupResponse: Sendable {
    private static let chunkBytes = 64 * 1024

    private let file: CInt
    private let bytes: Int
    private let counter: BackupCounter

    /// Copies the database to a temporary file.
    ///
    /// - Throws: `StoreError`, ``RequestError/tooManyBackups(limit:)``,
    ///   ``RequestError/cannotCopy(errno:)``.
    static func make(of store: Store, _ counter: BackupCounter) async throws -> BackupResponse {
        try counter.begin()
        do {
            var template = Array((NSTemporaryDirectory() + "/perch-backup-XXXXXX").utf8CString)
            guard mkdtemp(&template) != nil else { throw RequestError.cannotCopy(errno: errno) }
            let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
            // If removing fails, the system clears the folder for temporary files later.
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let path = folder + "/perch.db"
            try await store.backup(to: path)
            let file = open(path, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw RequestError.cannotCopy(errno: errno) }
            let bytes: Int
            do { bytes = Int(try Stat(FileDescriptor(rawValue: file)).size) } catch {
                close(file)
                throw RequestError.cannotCopy(errno: error.rawValue)
            }
            return BackupResponse(file: file, bytes: bytes, counter)
        } catch {
            counter.end()
            throw error
        }
    }

    private init(file: CInt, bytes: Int, _ counter: BackupCounter) {
        self.file = file
        self.bytes = bytes
        self.counter = counter
    }

    deinit {
        close(file)
        counter.end()
    }

    var response: Response {
        var headers = HTTPFields.ofEveryAnswer
        headers[.contentType] = StoreRestore.mediaType
        headers.downloads(as: "db")
        let body = ResponseBody(contentLength: bytes) { [self] writer in
            var sent = 0
            while sent < bytes {
                let chunk = try await read(at: sent)
                sent += chunk.readableBytes
                try await writer.write(chunk)
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    private func read(at offset: Int) async throws -> ByteBuffer {
        let wanted = min(BackupResponse.chunkBytes, bytes - offset)
        return try await NIOThreadPool.singleton.runIfActive { [self] in
            var buffer = ByteBuffer()
            let count = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: wanted) { space in
                let count = pread(file, space.baseAddress, wanted, off_t(offset))
                // An empty read means that the file was cut short; without this check the loop
                // would not end.
                guard count > 0 else { throw RequestError.cannotCopy(errno: errno) }
                return count
            }
            assert(count > 0)
            return buffer
        }
    }
}
