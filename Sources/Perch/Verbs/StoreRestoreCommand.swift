import ArgumentParser
import DongleLink
import Failures
import GatewayClient
import GatewayModel
import Glibc
import LineFormats
import NIOCore
import Store
import SystemPackage

/// `perch store restore`: replaces the database by a backup.
struct StoreRestoreCommand: LocalVerb {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Replace the database by a backup. The replaced database is kept.",
        discussion: """
            Checks FILE first: if it is damaged, empty or of a newer version, it is refused and nothing changes. A \
            running gateway restarts with it, which ends its streams and connections. If no gateway is running, the \
            database of this user's gateway is replaced; for root, that of the service.
            """)

    @Argument(
        help: "A backup, a copy from before an upgrade, or a database that an earlier restore kept.",
        completion: .file())
    var file: String

    @OptionGroup(title: "Gateway")
    var gateway: GatewayOptions
    @OptionGroup var frame: LocalFrame

    /// Longest wait for the gateway to come back.
    private static let restartLimit = Duration.seconds(60)

    func run(_ output: VerbOutput) async throws {
        let status =
            if let client = try gateway.choose().client(output) {
                try await GatewayOptions.lend(client) { try await restore(by: $0, output) }
            } else {
                // Not interruptible, so that the status reported afterwards is true.
                try await LocalStore.restore(file)
            }
        try await output.line("store", of: status)
        output.setResult {
            $0.field("file", file)
            $0.field("replaced", status.replaced)
        }
        await output.text("Restored the database from \(printable(file)).")
        for line in status.prose { await output.text(line) }
    }

    private func restore(by client: GatewayClient, _ output: VerbOutput) async throws -> StoreStatus {
        do {
            return try await output.interruptible { [file] in
                try await StoreRestoreCommand.restore(file, by: client)
            }
        } catch {
            var failure = Failure(error)
            if failure.exit == .interrupted {
                failure.outcome = .unknown
                failure.hint = "`perch store info` shows whether the backup was restored."
            }
            throw failure
        }
    }

    private static func restore(_ file: String, by client: GatewayClient) async throws -> StoreStatus {
        let before = try await client.status()
        let copy = try FilePieces(of: file)
        _ = try await client.restoreStore(copy, count: copy.count)
        let deadline = ContinuousClock.now + restartLimit
        while ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(100))
            // The gateway does not answer while it restarts.
            guard let status = try? await client.status(), status.startedAt != before.startedAt else { continue }
            guard status.store.restored else { break }
            return status.store
        }
        throw Failure(
            code: "restore-unsettled",
            message: "The gateway accepted the backup, but was not seen to restart with it within 60 s.",
            hint: "The gateway uses it at its next start at the latest. See `perch store info` and the gateway's log.",
            exit: .unavailable, outcome: .unknown)
    }
}

/// Bytes of a sound copy of a database. The copy's file is unlinked, and open until the last use.
struct FilePieces: AsyncSequence, Sendable {
    private static let pieceBytes = 256 * 1024

    /// Size of the copy in bytes.
    let count: Int
    private let file: OwnedFile

    fileprivate final class OwnedFile: Sendable {
        let descriptor: CInt
        init(_ descriptor: CInt) { self.descriptor = descriptor }
        deinit { close(descriptor) }
    }

    /// - Throws: `StoreError`; it names `path` if the database there is at fault.
    init(of path: String) throws {
        let folder = try PrivateFolder()
        defer { folder.remove() }
        let copy = try Store.soundCopy(of: path, for: folder.path + "/perch.db")
        let descriptor = open(copy, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreError(errno: errno, path: copy) }
        file = OwnedFile(descriptor)
        do { count = Int(try Stat(FileDescriptor(rawValue: descriptor)).size) } catch {
            throw StoreError(errno: error.rawValue, path: copy)
        }
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let file: OwnedFile

        mutating func next() async throws -> ByteBuffer? {
            var piece = [UInt8](repeating: 0, count: FilePieces.pieceBytes)
            let count = read(file.descriptor, &piece, piece.count)
            guard count >= 0 else { throw StoreError(errno: errno, path: "The copy") }
            return count == 0 ? nil : ByteBuffer(bytes: piece.prefix(count))
        }
    }

    func makeAsyncIterator() -> Iterator { Iterator(file: file) }
}
