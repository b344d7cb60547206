import Foundation
import Glibc

/// Many readers of a gateway's adverts over its unix socket, in plain HTTP, which only count.
final class AdvertReaders {
    struct CannotConnect: Error, CustomStringConvertible {
        let code: Int32
        var description: String { "the gateway's socket: \(String(cString: strerror(code)))" }
    }

    /// Counts that one reader received at the end of its stream.
    struct End: Decodable {
        let type: String
        let received: Int
        let lost: Int
        let missed: Int
    }

    private struct Reader {
        let descriptor: CInt
        var adverts = 0
        /// Beginning of a line whose end has not come, at most a few hundred bytes.
        var tail: [UInt8] = []
        var end: End?
        var isOpen = true
    }

    private var readers: [Reader] = []

    /// Connects `count` readers that request adverts for `milliseconds`.
    init(count: Int, socket path: String, milliseconds: Int) throws {
        let request = Array("GET /v1/adverts?duration_ms=\(milliseconds) HTTP/1.1\r\nHost: perch\r\n\r\n".utf8)
        for _ in 0..<count {
            let descriptor = try AdvertReaders.connect(path)
            readers.append(Reader(descriptor: descriptor))
            guard write(descriptor, request, request.count) == request.count else { throw CannotConnect(code: errno) }
        }
    }

    deinit {
        for reader in readers { close(reader.descriptor) }
    }

    /// Reads until every stream has ended, or `limit` has passed.
    func readToEnd(within limit: Duration) {
        let deadline = ContinuousClock.now + limit
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while readers.contains(where: { $0.isOpen && $0.end == nil }), .now < deadline {
            var entries = readers.map {
                pollfd(fd: $0.isOpen && $0.end == nil ? $0.descriptor : -1, events: Int16(POLLIN), revents: 0)
            }
            guard poll(&entries, nfds_t(entries.count), 200) > 0 else { continue }
            for index in readers.indices where entries[index].revents != 0 {
                let count = read(readers[index].descriptor, &buffer, buffer.count)
                if count <= 0 { readers[index].isOpen = false } else { take(buffer[..<count], index) }
            }
        }
    }

    /// Counts lines, except those of HTTP's framing, which end with a carriage return.
    private func take(_ bytes: ArraySlice<UInt8>, _ index: Int) {
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            readers[index].tail += bytes[start..<end]
            let line = readers[index].tail
            readers[index].tail.removeAll(keepingCapacity: true)
            start = end + 1
            guard line.last != UInt8(ascii: "\r"), line.count > AdvertReaders.typeOffset else { continue }
            switch line[AdvertReaders.typeOffset] {
            case UInt8(ascii: "a"): readers[index].adverts += 1
            case UInt8(ascii: "e"): readers[index].end = try? JSONDecoder().decode(End.self, from: Data(line))
            default: break
            }
        }
        readers[index].tail += bytes[start...]
    }

    /// Offset of the type in every line of a stream.
    private static let typeOffset = #"{"v":1,"ts":"2026-01-05T18:30:00.000000Z","type":""#.utf8.count

    /// Number of streams that ended in order, adverts counted over all readers, and the gateway's
    /// own counts.
    var result: (ended: Int, adverts: Int, received: Int, missed: Int) {
        let ends = readers.compactMap(\.end)
        return (
            ends.count, readers.reduce(0) { $0 + $1.adverts }, ends.reduce(0) { $0 + $1.received },
            ends.reduce(0) { $0 + $1.missed }
        )
    }

    private static func connect(_ path: String) throws -> CInt {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard descriptor >= 0, status == 0 else {
            let code = errno
            close(descriptor)
            throw CannotConnect(code: code)
        }
        return descriptor
    }
}
