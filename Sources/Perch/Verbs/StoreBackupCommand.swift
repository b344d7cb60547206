import ArgumentParser
import Failures
import GatewayClient
import Glibc
import LineFormats

/// `perch store backup`: copies the database.
struct StoreBackupCommand: Verb {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the gateway's database to a file on this machine, while it is in use.",
        discussion: "The file appears once it is complete and on the disk; until then it is named FILE.partial.")

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    @Flag(help: "Replace the file if it is there.")
    var force = false

    @OptionGroup var frame: StoreFrame

    func check(_ output: VerbOutput) throws {
        guard force || access(file, F_OK) != 0 else { throw Failure.exists(file) }
    }

    func run(_ client: GatewayClient, _ output: VerbOutput) async throws {
        let bytes = try await output.interruptible { try await copy(from: client) }
        output.setResult {
            $0.field("file", file)
            $0.field("bytes", bytes)
        }
        await output.text("\(file): \(bytes) bytes.")
    }

    private func copy(from client: GatewayClient) async throws -> Int {
        let backup = try await client.storeBackup()
        var partial = try PartialFile(file)
        do {
            for try await piece in backup { try partial.append(piece) }
            guard DatabaseFile.isWhole(head: partial.head, bytes: partial.bytes) else {
                throw Failure(
                    code: "backup-not-whole", message: "The gateway did not send a whole SQLite database.",
                    hint: "Try again. If it fails again, run `perch store check`.", isRetryable: true,
                    exit: .protocolMismatch)
            }
            try partial.finish(replacing: force)
        } catch {
            partial.discard()
            throw error
        }
        return partial.bytes
    }
}
