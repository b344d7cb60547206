import Dispatch
import Glibc
import SerialPort

/// Reader for a serial port to which nothing is written.
enum SerialText {
    private static let readLimit = 4096
    /// Largest number of reads that wait; above it, the oldest are dropped.
    private static let waiting = 256

    /// Reads until the device is unplugged or the stream has no reader any more; then the port is
    /// closed.
    static func read(_ line: consuming SerialLine) -> AsyncStream<[UInt8]> {
        let descriptor = line.takeDescriptor()
        let (stream, input) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(waiting))
        // Cancelling is safe on any thread.
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: readLimit)
            let count = Glibc.read(descriptor, &buffer, readLimit)
            if count > 0 {
                input.yield(Array(buffer[..<count]))
            } else if count == 0 || ![EAGAIN, EINTR].contains(errno) {
                input.finish()
            }
        }
        source.setCancelHandler { close(descriptor) }
        input.onTermination = { _ in source.cancel() }
        source.resume()
        return stream
    }
}
