import ESPHomeAPI
import Foundation
import SystemPackage

#if canImport(Glibc)
    import Glibc
#endif

/// What the proxies keep for ever: the key, the gateway's identity, and each dongle's port.
struct ProxyRecord: Codable, Sendable, Hashable {
    /// Key in Base64, which is secret.
    var key: String
    /// Id of the proxy of all dongles.
    var id: String
    /// Number of each dongle's port, counted from the first port.
    var ports: [String: Int] = [:]

    static func random() -> ProxyRecord {
        let id = String(UInt64.random(in: .min ... .max), radix: 16)
        return ProxyRecord(key: EncryptionKey.random().base64, id: String(repeating: "0", count: 16 - id.count) + id)
    }
}

extension ProxyRecord: CustomStringConvertible, CustomReflectable {
    /// Description without the key.
    var description: String { "proxies of \(id)" }
    var customMirror: Mirror { Mirror(self, children: ["id": id, "ports": ports]) }
}

/// File with the record, readable only by this user.
struct ProxyFile: Sendable, Hashable {
    private static let bytesAtMost = 65_536

    let path: String

    init(folder: String) {
        path = folder + "/esphome.json"
    }

    /// Reads the record, or makes it.
    func record() throws(ProxyError) -> (record: ProxyRecord, key: EncryptionKey) {
        let record: ProxyRecord
        if let known = try read() {
            record = known
        } else {
            record = .random()
            try write(record)
        }
        guard let key = EncryptionKey(base64: record.key), !record.id.isEmpty else { throw .badFile(path: path) }
        return (record, key)
    }

    private func read() throws(ProxyError) -> ProxyRecord? {
        // Does not wait, in case the path is a pipe, and does not follow a link, which may be another user's.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw .cannotUseFile(path: path, errno: errno)
        }
        defer { close(descriptor) }
        let file = FileDescriptor(rawValue: descriptor)
        do {
            let status = try Stat(file)
            guard status.type == .regular else { throw ProxyError.badFile(path: path) }
            let mode = UInt16(status.permissions.rawValue & 0o777)
            guard mode & 0o077 == 0 else { throw ProxyError.openFile(path: path, mode: mode) }
            var bytes: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 4096)
            while bytes.count <= ProxyFile.bytesAtMost {
                let count = try piece.withUnsafeMutableBytes { try file.read(into: $0) }
                if count == 0 { break }
                bytes += piece[..<count]
            }
            guard bytes.count <= ProxyFile.bytesAtMost else { throw ProxyError.badFile(path: path) }
            return try JSONDecoder().decode(ProxyRecord.self, from: Data(bytes))
        } catch let error as ProxyError {
            throw error
        } catch let error as Errno {
            throw .cannotUseFile(path: path, errno: error.rawValue)
        } catch {
            throw .badFile(path: path)
        }
    }

    /// Replaces the file; after a crash it is either the old or the new one.
    func write(_ record: ProxyRecord) throws(ProxyError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let draft = FilePath(path + ".new")
        do {
            let bytes = Array(try encoder.encode(record)) + [UInt8(ascii: "\n")]
            unlink(draft.string)
            let file = try FileDescriptor.open(
                draft, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
                permissions: .ownerReadWrite)
            try file.closeAfter {
                try file.writeAll(bytes)
                guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
            }
            guard rename(draft.string, path) == 0 else { throw Errno(rawValue: errno) }
        } catch let error as Errno {
            unlink(draft.string)
            throw .cannotUseFile(path: path, errno: error.rawValue)
        } catch {
            throw .badFile(path: path)
        }
    }
}
