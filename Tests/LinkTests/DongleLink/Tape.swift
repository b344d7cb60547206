import DongleLink
import DongleProtocol
import Synchronization

/// Records the bytes that pass a line.
final class Tape: WireTrace {
    private struct State {
        var received: [UInt8] = []
        var sent: [UInt8] = []
        var times: [Int64] = []
        var isSimulated = false
    }

    private let state = Mutex(State())

    var content: (received: [UInt8], sent: [UInt8], times: [Int64]) {
        state.withLock { ($0.received, $0.sent, $0.times) }
    }

    var isSimulated: Bool { state.withLock { $0.isSimulated } }

    func received(_ bytes: RawSpan, microsecondsSince1970 time: Int64) {
        let bytes = bytes.withUnsafeBytes { [UInt8]($0) }
        state.withLock {
            $0.received += bytes
            $0.times.append(time)
        }
    }

    func sent(_ bytes: RawSpan, microsecondsSince1970 time: Int64) {
        let bytes = bytes.withUnsafeBytes { [UInt8]($0) }
        state.withLock {
            $0.sent += bytes
            $0.times.append(time)
        }
    }

    func markSimulated() { state.withLock { $0.isSimulated = true } }

    /// Requests sent so far of one kind.
    func sent<R: Request>(_ type: R.Type) -> [R] {
        var decoder = FrameDecoder(largestFrame: 4096)
        var requests: [R] = []
        let bytes = content.sent
        decoder.feed(
            bytes.span.bytes,
            onFrame: { header, payload in
                guard header.kind == .request, header.operation == R.operation else { return }
                if let request = try? R(decoding: payload) { requests.append(request) }
            }, onRejected: { _, _ in })
        return requests
    }
}
