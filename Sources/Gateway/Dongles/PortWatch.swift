@preconcurrency import Dispatch
import SerialPort

/// Reports ports as they come and go, until it is released.
final class PortWatch: Sendable {
    enum News: Sendable {
        case change(PortChange)
        /// More changes came at once than can be held: the reader must list the ports itself.
        case overrun
    }

    /// Changes, for one reader. Holds 256 of them.
    let news: AsyncStream<News>
    private let source: any DispatchSourceRead

    /// - Throws: `SerialPortError` if udev cannot be used.
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

/// Sendable because after `init` only the source's serial queue uses it.
private final class Follower: @unchecked Sendable {
    var monitor: PortMonitor

    init(_ monitor: consuming PortMonitor) {
        self.monitor = monitor
    }
}
