import Foundation

/// A line of any kind of stream.
struct StreamLine: Decodable {
    let type: String
    let stream: String?
    let received: UInt64?
    let filtered: UInt64?
    let reason: String?
    let name: String?
    let simulated: Bool?
    let dongles: [String]?
    let id: Int64?
    let title: String?

    /// Returns the lines in the bytes of a chunked answer, without the framing.
    static func all(in text: String) throws -> [StreamLine] {
        try text.split { $0 == "\n" || $0 == "\r\n" }.filter { $0.hasPrefix("{\"v\":1,\"ts\":\"") }
            .map { try JSONDecoder().decode(StreamLine.self, from: Data($0.utf8)) }
    }
}
