import TestSupport
import Foundation
import Testing

@testable import Recording

/// Runs `tools/wireshark/perch.lua` in tshark.
enum Dissector {
    struct Failed: Error {
        let status: Int32
        let complaints: String
    }

    static let script = Checkout.file("tools/wireshark/perch.lua").path()

    static let absence: Comment = "tshark is not installed"
    static let isInstalled = TestSupport.isInstalled("tshark")

    /// Severity that Wireshark calls an error; a warning is one level below.
    static let errorSeverity = 0x0080_0000
    static let warningSeverity = 0x0060_0000

    /// Dissects a file.
    ///
    /// - Parameter passes: With 2, every packet is dissected a second time after the whole file, as
    ///   in Wireshark's window.
    /// - Returns: One row for each packet, with the values of each field in it.
    static func rows(
        _ path: String, _ fields: [String], largestFrame: Int = 2060, passes: Int = 1
    ) throws -> [[[String]]] {
        let printed = try run(
            "tshark",
            ["-X", "lua_script:\(script)", "-o", "perch.largest_frame:\(largestFrame)", "-r", path]
                + (passes == 2 ? ["-2"] : [])
                + ["-T", "fields", "-E", "aggregator=|"] + fields.flatMap { ["-e", $0] })
        let text = String(decoding: printed, as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { row in
            row.split(separator: "\t", omittingEmptySubsequences: false).map { cell in
                cell.isEmpty ? [] : cell.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            }
        }
    }

    /// Returns the names that the dissector gives to numbers: by field, then by value.
    static func names() throws -> [String: [Int: String]] {
        var names: [String: [Int: String]] = [:]
        for cells in try glossary("values", linesWith: "V\tperch.") where cells.count >= 4 {
            let digits = cells[2].hasPrefix("0x") ? Int(cells[2].dropFirst(2), radix: 16) : Int(cells[2])
            if let number = digits { names[cells[1], default: [:]][number] = cells[3] }
        }
        return names
    }

    /// Returns the names of the fields that the dissector registers.
    static func fields() throws -> Set<String> {
        Set(try glossary("fields", linesWith: "\tperch.").compactMap { $0.count > 2 ? $0[2] : nil })
    }

    /// Returns the cells of the lines of a glossary that contain a text. Wireshark's glossary has
    /// many megabytes, of which grep leaves our own lines.
    private static func glossary(_ name: String, linesWith text: String) throws -> [[String]] {
        let pipeline = "tshark -G \"$1\" -X \"lua_script:$2\" | grep -aF \"$3\""
        let printed = try run("sh", ["-c", pipeline, "sh", name, script, text])
        return String(decoding: printed, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        let complaints = FileManager.default.temporaryDirectory.appending(path: "perch-tshark-\(UUID())")
        try Data().write(to: complaints)
        // A failure leaves only a file in the temporary folder.
        defer { try? FileManager.default.removeItem(at: complaints) }
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: complaints)
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let said = try String(contentsOf: complaints, encoding: .utf8)
        guard process.terminationStatus == 0, !said.contains(".lua:") else {
            throw Failed(status: process.terminationStatus, complaints: said)
        }
        return printed
    }
}

/// A made-up trace, in a folder of its own.
final class MadeTrace {
    /// One packet. Packets that must not affect each other are on different lines.
    struct Packet {
        var bytes: [UInt8]
        var direction = WireDirection.received
        var line = 0
    }

    let folder = FileManager.default.temporaryDirectory.appending(path: "perch-trace-\(UUID())")
    var path: String { folder.appending(path: "trace.pcapng").path() }

    init(_ packets: [Packet] = []) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = WireTraceEncoder(application: "tests", isSimulated: false)
        var blocks = encoder.header
        for line in 0...(packets.map(\.line).max() ?? 0) { blocks += encoder.interface(named: "line \(line)") }
        for (index, packet) in packets.enumerated() {
            packet.bytes.withUnsafeBytes {
                WireTraceEncoder.append(
                    .init(line: packet.line, direction: packet.direction, microsecondsSince1970: Int64(index) * 1000),
                    bytes: $0, to: &blocks)
            }
        }
        try Data(blocks).write(to: folder.appending(path: "trace.pcapng"))
    }

    deinit {
        // A folder left in the temporary directory does no harm.
        try? FileManager.default.removeItem(at: folder)
    }
}
