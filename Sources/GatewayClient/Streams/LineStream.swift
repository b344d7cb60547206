import GatewayModel

/// A stream in which every line is decoded.
///
/// It ends when the gateway ends it. It throws ``ClientError`` if the connection breaks or is
/// silent for too long.
package struct LineStream<Line: Sendable>: AsyncSequence, Sendable {
    package typealias Element = Line

    let chunks: LineChunks
    /// Decodes a line; nil for a line that is ignored.
    let read: @Sendable (_ type: String, _ line: [UInt8]) throws -> Line?

    package struct Iterator: AsyncIteratorProtocol {
        var chunks: LineChunks.Iterator
        let stream: LineStream
        private var pending: [Line] = []
        private var next = 0

        init(_ stream: LineStream) {
            chunks = stream.chunks.makeAsyncIterator()
            self.stream = stream
        }

        /// - Throws: ``ClientError``, `CancellationError`.
        package mutating func next() async throws -> Line? {
            while next == pending.count {
                guard let chunk = try await chunks.next() else { return nil }
                pending = try stream.lines(chunk)
                next = 0
            }
            defer { next += 1 }
            return pending[next]
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(self) }

    private func lines(_ chunk: [UInt8]) throws -> [Line] {
        var lines: [Line] = []
        var start = 0
        while start < chunk.count {
            guard let line = chunk.withUnsafeBufferPointer({ StreamLine(in: $0, at: start) }) else {
                throw ClientError.malformedAnswer(
                    chunks.client.address, what: "a stream line without a type")
            }
            let type = String(decoding: chunk[line.type], as: UTF8.self)
            if let line = try read(type, Array(chunk[line.bytes])) { lines.append(line) }
            start = line.bytes.upperBound
        }
        return lines
    }
}

/// Element of a stream of events.
package enum EventLine: Sendable, Hashable {
    case start(StreamStart)
    case event(EventRecord)
    /// At least this many events are missing: they were removed before they could be sent, or this
    /// reader was too slow.
    case missed(UInt64)
    case idle
}
