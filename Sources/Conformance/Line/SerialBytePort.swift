import Glibc
import SerialPort

/// A serial port of this machine, or a pseudo-terminal; locked while it is open.
package final class SerialBytePort: BytePort {
    private let path: String
    private let baud: Int
    private var line: SerialLine?
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    /// - Throws: `SerialPortError`.
    package init(path: String, baud: Int) throws {
        self.path = path
        self.baud = baud
        line = try SerialLine.open(path: path, baud: baud)
    }

    package func reopen() throws {
        line = nil
        line = try SerialLine.open(path: path, baud: baud)
    }

    package func write(_ bytes: [UInt8], limit: Duration) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let descriptor = try descriptor()
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN || errno == EINTR {
                guard try isReady(Int16(POLLOUT), limit: limit) else { throw lost() }
            } else {
                throw lost()
            }
        }
    }

    package func read(limit: Duration) throws -> [UInt8] {
        guard try isReady(Int16(POLLIN), limit: limit) else { return [] }
        let count = Glibc.read(try descriptor(), &buffer, buffer.count)
        if count > 0 { return [UInt8](buffer[..<count]) }
        // An idle line gives EAGAIN; 0 bytes or another error mean a hang-up.
        guard count < 0, errno == EAGAIN || errno == EINTR else { throw lost() }
        return []
    }

    private func descriptor() throws -> CInt {
        guard let descriptor = line?.descriptor else { throw ConformanceError.portLost(path: path) }
        return descriptor
    }

    /// Closes the port, so that it can be opened again.
    private func lost() -> ConformanceError {
        line = nil
        return .portLost(path: path)
    }

    private func isReady(_ events: Int16, limit: Duration) throws -> Bool {
        var request = pollfd(fd: try descriptor(), events: events, revents: 0)
        let (seconds, attoseconds) = limit.components
        let milliseconds = max(0, seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        return poll(&request, 1, CInt(clamping: milliseconds)) > 0
    }
}
