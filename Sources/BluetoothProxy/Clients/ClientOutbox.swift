import Concurrency
import ESPHomeAPI
import NIOConcurrencyHelpers
import NIOCore

/// What waits to be sent to one client: bounded, in order, with one writer to the network.
///
/// Answers always have room, up to ``ProxyLimits/backlog``; beyond it the client is given up. Notifications are
/// dropped sooner, and counted. Adverts wait outside until there is room.
final class ClientOutbox: Sendable {
    enum Entry: Sendable {
        /// Bytes of the transport itself, before it is open or as its last words.
        case raw([UInt8])
        case frame(Frame, isAdverts: Bool)

        var length: Int {
            switch self {
            case .raw(let bytes): bytes.count
            // With its envelope, roughly.
            case .frame(let frame, _): frame.payload.count + 32
            }
        }
    }

    private struct Content: ReaderBacklog {
        var entries = CircularBuffer<Entry>()
        var bytes = 0
        var adverts = 0
        var isOverfull = false

        mutating func pop() -> Entry? {
            guard let entry = entries.popFirst() else { return nil }
            bytes -= entry.length
            if case .frame(_, isAdverts: true) = entry { adverts -= 1 }
            return entry
        }

        mutating func append(_ entry: Entry) {
            entries.append(entry)
            bytes += entry.length
            if case .frame(_, isAdverts: true) = entry { adverts += 1 }
        }
    }

    private let limits: ProxyLimits
    private let queue = ReaderQueue(Content())
    /// Woken when there is room for adverts.
    private let room = Signal()

    private let whenOverfull: @Sendable () -> Void

    /// - Parameter whenOverfull: Called when the client is given up because it does not read.
    init(_ limits: ProxyLimits, whenOverfull: @escaping @Sendable () -> Void = {}) {
        (self.limits, self.whenOverfull) = (limits, whenOverfull)
    }

    /// Adds bytes of the transport.
    func send(raw bytes: [UInt8]) { queue.change { $0.append(.raw(bytes)) } }

    /// Adds an answer. With too many bytes waiting, drops everything and finishes.
    func send(_ message: ServerMessage) {
        let isOverfull = queue.change { content in
            guard content.bytes < limits.backlog else {
                content.isOverfull = true
                return true
            }
            content.append(.frame(Frame(type: message.type, payload: message.payload), isAdverts: false))
            return false
        }
        guard isOverfull == true else { return }
        queue.finish { $0 = Content(isOverfull: true) }
        room.wake()
        whenOverfull()
    }

    /// Adds a notification. Returns false if it was dropped.
    func notify(_ message: ServerMessage) -> Bool {
        queue.change { content in
            guard content.bytes < limits.notificationBacklog else { return false }
            content.append(.frame(Frame(type: message.type, payload: message.payload), isAdverts: false))
            return true
        } ?? false
    }

    /// Adds a message with adverts, as soon as there is room. Returns false if the outbox is finished or the task
    /// cancelled.
    func offer(_ adverts: Frame) async -> Bool {
        while !Task.isCancelled {
            let isAdded = queue.change { content in
                guard content.adverts < limits.advertMessages, content.bytes < limits.notificationBacklog else {
                    return false
                }
                content.append(.frame(adverts, isAdverts: true))
                return true
            }
            guard let isAdded else { return false }
            if isAdded { return true }
            await room.wait()
        }
        return false
    }

    /// Whether the client was given up because it did not read.
    var isOverfull: Bool { queue.look(\.isOverfull) }

    /// Whether nothing waits.
    var isEmpty: Bool { queue.look(\.entries.isEmpty) }

    /// Ends the outbox after what waits.
    func finish() {
        queue.finish()
        room.wake()
    }

    /// Returns the next entry; nil at the end, or when the task is cancelled.
    func next() async -> Entry? {
        defer { room.wake() }
        return await queue.next()
    }

    /// Returns the next entry if there is one now.
    func poll() -> Entry? {
        defer { room.wake() }
        return queue.poll()
    }
}
