import Foundation
import Testing

@testable import SimulatedDongle

/// The simulated FlockFinder against recorded answers and configs of the firmware's own code.
@Suite(.timeLimit(.minutes(1))) struct FlockFinderAsBuiltTests {
    /// An input to the firmware, with its recorded reaction.
    private struct Case: Decodable {
        struct Reply: Decodable, Hashable {
            let evt: String
            let success: Bool
            let msg: String
        }

        let `case`: String
        let characteristic: String
        let write_hex: String
        let att_error: UInt8
        let replies: [Reply]
        let config_after_hex: String?

        /// Whether this case continues the one before; others begin with an empty config.
        var goesOn: Bool { ["START with tail", "END after it"].contains(`case`) }
    }

    private static let file: String? = ProcessInfo.processInfo.environment["PERCH_RECORDINGS"].map {
        $0 + "/flockfinder-as-built.ndjson"
    }.flatMap { FileManager.default.isReadableFile(atPath: $0) ? $0 : nil }

    @Test(
        "each of 58 inputs has the ATT error, the replies and the config of the firmware",
        .enabled(if: file != nil, "PERCH_RECORDINGS names no folder with flockfinder-as-built.ndjson"))
    func cases() throws {
        let text = try String(contentsOfFile: try #require(Self.file), encoding: .utf8)
        let cases = try text.split(separator: "\n").map { try JSONDecoder().decode(Case.self, from: Data($0.utf8)) }
        #expect(cases.count == 58 && cases.count { $0.config_after_hex != nil } == 50)
        let host = try FlockFinderHost.connected(largestMTU: 517)
        for `case` in cases {
            if !`case`.goesOn {
                host.device.memory = .init(config: .init(), stored: .init(), buffer: nil)
            }
            let handle = `case`.characteristic == "config" ? FlockFinderHost.config : FlockFinderHost.command
            var error: UInt8 = 0
            do throws(ATTError) {
                try host.peripheral.write(
                    bytes(`case`.write_hex), to: handle, isCommand: false, at: host.host.now)
            } catch let failure {
                error = failure.rawValue
            }
            #expect(error == `case`.att_error, "\(`case`.case)")
            host.host.advance(by: .seconds(1))
            let replies = try host.news().map { try JSONDecoder().decode(Case.Reply.self, from: Data($0.utf8)) }
            #expect(replies == `case`.replies, "\(`case`.case)")
            if let after = `case`.config_after_hex {
                #expect(
                    host.device.config.nested == bytes(after),
                    "\(`case`.case): \(String(decoding: host.device.config.nested, as: UTF8.self))")
            }
        }
    }

    private func bytes(_ digits: String) -> [UInt8] {
        stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
    }
}
