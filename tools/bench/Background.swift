import Foundation

/// Work on a thread of its own, while something else is measured.
final class Background<Value>: @unchecked Sendable {
    // Written by the thread alone, and read after it has signalled its end.
    private var result: Result<Value, any Error>?
    private let done = DispatchSemaphore(value: 0)

    /// - Parameter work: What it touches is its own until ``value()`` has returned.
    init(_ work: @escaping () throws -> Value) {
        nonisolated(unsafe) let work = work
        Thread.detachNewThread { [self] in
            result = Result(catching: work)
            done.signal()
        }
    }

    /// What came of it, once it has ended. To be called once.
    func value() throws -> Value? {
        done.wait()
        return try result?.get()
    }
}
