import Foundation

/// Work on a thread of its own, while something else is measured.
final class Background<Value>: @unchecked Sendable {
    // Written by the thread only, and read after it has signalled its end.
    private var result: Result<Value, any Error>?
    private let done = DispatchSemaphore(value: 0)

    /// - Parameter work: Its data must not be used elsewhere until ``value()`` has returned.
    init(_ work: @escaping () throws -> Value) {
        nonisolated(unsafe) let work = work
        Thread.detachNewThread { [self] in
            result = Result(catching: work)
            done.signal()
        }
    }

    /// Waits for the end and returns the result. To be called once.
    func value() throws -> Value? {
        done.wait()
        return try result?.get()
    }
}
