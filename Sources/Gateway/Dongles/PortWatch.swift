@preconcurrency import Dispatch
import SerialPort

/// Follows ports as they come and go, until it is let go.
final class PortWatch: Sendable {
    enum News: Sendable {
        case change(PortChange)
        /// More came at once than are held: look for yourself.
        case overrun
    }

    /// For one reader. Holds 256 changes.
    let news: AsyncStream<News>
    private let source: any DispatchSourceRead

    /// - Throws: `SerialPortError` where udev cannot be used.
    init() throws(SerialPortError) {
        let follower = Follower(try PortMonitor())
        let (news, input) = AsyncStream.makeStream(of: News.self, bufferingPolicy: .bufferingNewest(256))
        self.news = news
        source = DispatchSource.makeReadSource(
            fileDescriptor: follower.monitor.descriptor, queue: DispatchQueue(label: "ports"))
        source.setEventHandler {
            while let change = follower.monitor.next() {
                if case .dropped = input.yield(.change(change)) { input.yield(.overrun) }
            }
        }
        // The descriptor belongs to the monitor, which must outlive the source.
        source.setCancelHandler {
            _ = follower
            input.finish()
        }
        source.resume()
    }

    deinit {
        source.cancel()
    }
}

/// Sendable because after `init` only the source's serial queue touches it.
private final class Follower: @unchecked Sendable {
    var monitor: PortMonitor

    init(_ monitor: consuming PortMonitor) {
        self.monitor = monitor
    }
}
