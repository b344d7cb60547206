import Foundation
import GatewayModel

/// Adverts of a gateway's dongles as they are heard, and changes of the dongles' links.
///
/// The first element is ``Update/start(_:)``. The stream ends after ``Update/end(_:)``; if it
/// breaks before that, it throws.
package struct AdvertStream: AsyncSequence, Sendable {
    package typealias Element = Update

    let chunks: LineChunks

    package struct Iterator: AsyncIteratorProtocol {
        var chunks: LineChunks.Iterator
        let client: GatewayClient
        private var pending: [Update] = []
        private var next = 0
        private var hasEnded = false

        init(_ chunks: LineChunks) {
            self.chunks = chunks.makeAsyncIterator()
            client = chunks.client
        }

        /// - Throws: ``ClientError``, `CancellationError`.
        package mutating func next() async throws -> Update? {
            while next == pending.count {
                guard !hasEnded else { return nil }
                guard let chunk = try await chunks.next() else {
                    throw ClientError.interrupted(client.address, reason: "it ended the stream")
                }
                pending = try Update.read(chunk, client)
                next = 0
            }
            defer { next += 1 }
            if case .end = pending[next] { hasEnded = true }
            return pending[next]
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(chunks) }
}

extension AdvertStream {
    /// Element of a stream of adverts.
    package enum Update: Sendable, Hashable {
        case start(StreamStart)
        case adverts(AdvertLines)
        /// Adverts that a dongle heard and the gateway did not receive.
        case lost(CountLine)
        /// Adverts that were dropped because this reader or the gateway was too slow.
        case missed(CountLine)
        case interrupted(LinkLine)
        case restored(LinkLine)
        case failed(LinkLine)
        /// Nothing happened for a while.
        case idle
        case end(StreamEnd)

        /// Splits a chunk into updates; consecutive adverts stay together.
        ///
        /// - Parameter chunk: Whole lines. Lines of an unknown type are ignored.
        /// - Throws: ``ClientError/malformedAnswer(_:what:)``.
        static func read(_ chunk: [UInt8], _ client: GatewayClient) throws -> [Update] {
            var updates: [Update] = []
            try chunk.withUnsafeBufferPointer { lines in
                var start = 0
                while start < lines.count {
                    let adverts = start
                    var count = 0
                    while StreamLine.isAdvert(lines, at: start), let newline = lines[start...].firstIndexOfNewline {
                        start = newline + 1
                        count += 1
                    }
                    if count > 0 {
                        let isWhole = count > 0 && adverts == 0 && start == lines.count
                        updates.append(
                            .adverts(AdvertLines(bytes: isWhole ? chunk : Array(lines[adverts..<start]), count: count)))
                        continue
                    }
                    guard let line = StreamLine(in: lines, at: start) else {
                        throw ClientError.malformedAnswer(client.address, what: "a stream line without a type")
                    }
                    let type = String(decoding: lines[line.type], as: UTF8.self)
                    if let update = try Update(type, lines[line.bytes], client) { updates.append(update) }
                    start = line.bytes.upperBound
                }
            }
            return updates
        }

        private init?(_ type: String, _ line: Slice<UnsafeBufferPointer<UInt8>>, _ client: GatewayClient) throws {
            switch AdvertStreamType(rawValue: type) {
            case .start: self = .start(try client.decode(StreamStart.self, from: line))
            case .lost: self = .lost(try client.decode(CountLine.self, from: line))
            case .missed: self = .missed(try client.decode(CountLine.self, from: line))
            case .interrupted: self = .interrupted(try client.decode(LinkLine.self, from: line))
            case .restored: self = .restored(try client.decode(LinkLine.self, from: line))
            case .failed: self = .failed(try client.decode(LinkLine.self, from: line))
            case .end: self = .end(try client.decode(StreamEnd.self, from: line))
            case .idle: self = .idle
            case .advert, nil: return nil
            }
        }
    }
}

/// Adverts that arrived together, as the gateway wrote them.
package struct AdvertLines: Sendable, Hashable {
    /// Whole lines, each with its newline.
    package let bytes: [UInt8]
    package let count: Int

    /// - Parameter count: Number of lines in `bytes`.
    package init(bytes: [UInt8], count: Int) {
        self.bytes = bytes
        self.count = count
    }

    /// Decodes the adverts.
    ///
    /// - Throws: `DecodingError`.
    package func decoded() throws -> [AdvertLine] {
        let decoder = JSONDecoder()
        return try bytes.split(separator: UInt8(ascii: "\n")).map {
            try decoder.decode(AdvertLine.self, from: Data($0))
        }
    }
}
