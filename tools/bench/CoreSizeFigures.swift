import Foundation

/// Memory that the firmware core's small profile needs on a Cortex-M0, as its own size check prints
/// it.
enum CoreSizeFigures {
    private static let command = ["make", "--no-print-directory", "-C", "firmware-protocol/core", "size"]

    struct NoFigures: Error, CustomStringConvertible {
        let said: String
        var description: String { "the size check printed no figures: \(said)" }
    }

    /// - Throws: ``NoFigures`` if the check cannot run: outside the project's folder, or without a
    ///   cross compiler.
    static func measure() throws -> [Figure] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let said = String(decoding: bytes, as: UTF8.self)
        let figures = said.split(separator: "\n").compactMap { figure(String($0)) }
        guard !figures.isEmpty else { throw NoFigures(said: String(said.suffix(200))) }
        return figures
    }

    /// Reads a line such as `flash   16375 of 16384   code and constants`.
    private static func figure(_ line: String) -> Figure? {
        let words = line.split(separator: " ", maxSplits: 4).map(String.init)
        guard words.count == 5, ["flash", "RAM", "stack"].contains(words[0]), let used = Int(words[1]),
            words[2] == "of", let bound = Int(words[3])
        else { return nil }
        let name = words[0] == "stack" ? "worst stack" : words[0]
        return Figure(
            "core, small profile on Cortex-M0: \(name)", measured: "\(Double(used).text()) bytes",
            target: "≤ \(Double(bound).text()) bytes", isMet: used <= bound, command: command.joined(separator: " "))
    }
}
