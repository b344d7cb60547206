import Foundation

/// `parser_peer.py`: another parser of adverts, in a separate process that answers each line with a
/// line.
final class ParserPeer {
    /// The peer's description of itself.
    struct About: Decodable {
        let version: String
        let python: String
        /// Whether the measured function is compiled, not interpreted.
        let compiled: Bool
        /// Whether the function caches its results.
        let cached: Bool
        let adverts: Int
    }

    enum Failure: Error, CustomStringConvertible {
        case absent(path: String)
        case ended
        case unexpected(String)

        var description: String {
            switch self {
            case .absent(let path): "\(path) is absent; in the project's folder: tools/setup bench"
            case .ended: "the other parser ended; does its Python have bluetooth-data-tools?"
            case .unexpected(let line): "the other parser said \(line.prefix(80))"
            }
        }
    }

    /// Python that `tools/setup bench` installs; the path starts at the project's folder.
    private static let python = ".venv-bench/bin/python3"
    private static let script = "tools/bench/parser_peer.py"

    let about: About
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let file = FileManager.default.temporaryDirectory.appending(
        path: "perch-bench-\(UUID().uuidString).adverts")
    private var rest = Data()

    /// Starts the peer with these adverts.
    init(adverts: [[UInt8]]) throws {
        for path in [ParserPeer.python, ParserPeer.script] where !FileManager.default.fileExists(atPath: path) {
            throw Failure.absent(path: path)
        }
        var bytes: [UInt8] = []
        for advert in adverts {
            bytes += [UInt8(truncatingIfNeeded: advert.count), UInt8(truncatingIfNeeded: advert.count >> 8)] + advert
        }
        try Data(bytes).write(to: file)
        process.executableURL = URL(fileURLWithPath: ParserPeer.python)
        process.arguments = [ParserPeer.script, file.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        about = try JSONDecoder().decode(About.self, from: ParserPeer.line(of: output, &rest))
    }

    deinit {
        // The process ends at the end of its input. The file is in the temporary folder.
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: file)
    }

    /// Returns a digest of each advert's fields.
    func digests() throws -> [UInt64] {
        try ask("digests").split(separator: " ").map {
            guard let digest = UInt64($0, radix: 16) else { throw Failure.unexpected(String($0)) }
            return digest
        }
    }

    /// Parses all adverts `passes` times, and discards the results.
    ///
    /// - Returns: Duration in seconds, by the peer's own clock.
    func parse(passes: Int) throws -> Double {
        let answer = try ask("parse \(passes)")
        guard let nanoseconds = Double(answer) else { throw Failure.unexpected(answer) }
        return nanoseconds / 1e9
    }

    /// Parses all adverts `passes` times and sums up their fields.
    ///
    /// - Returns: Duration in seconds, by the peer's own clock, and the sum.
    func sum(passes: Int) throws -> (seconds: Double, sum: UInt) {
        let answer = try ask("sum \(passes)")
        let words = answer.split(separator: " ")
        guard words.count == 2, let nanoseconds = Double(words[0]), let sum = UInt(words[1]) else {
            throw Failure.unexpected(answer)
        }
        return (nanoseconds / 1e9, sum)
    }

    private func ask(_ line: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
        return String(decoding: try ParserPeer.line(of: output, &rest), as: UTF8.self)
    }

    private static func line(of output: Pipe, _ rest: inout Data) throws -> Data {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest = Data(rest[(end + 1)...]) }
                return Data(rest[..<end])
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { throw Failure.ended }
            rest += more
        }
    }
}
