import Advertising
import Foundation
import Testing

@testable import CP28

@Suite struct BeaconProfileTests {
    static let strict = """
        {"name": "strict", "title": "Answers with a status", "service": "ffe0", "notify": "ffe1", "command": "ffe2",
         "password": "ffe3", "passwords": ["555555", "dx1234"],
         "password_replies": {"wanted": true, "wait_ms": 500, "accepted": ["4e 4f .. 01 00"],
                              "refused": ["4e 4f .. 01 !00"]},
         "command_replies": {"wanted": true, "wait_ms": 500, "accepted": ["4e 4f {command} 01 00"],
                             "refused": ["4e 4f {command} 01 !00"]}}
        """

    private func changed(_ text: String, to other: String) throws -> BeaconProfile {
        try #require(Self.strict.contains(text))
        return try BeaconProfile(json: Array(Self.strict.replacingOccurrences(of: text, with: other).utf8))
    }

    @Test("the bundled profile is the cautious one: it waits for no answer and refuses by none")
    func bundled() throws {
        let profile = try #require(BeaconProfile.bundled.first)
        #expect(profile.name == "cp28" && profile.passwords == ["555555", "dx1234", "000000"])
        #expect(profile.service == BluetoothUUID(short: 0xFFE0) && profile.password == BluetoothUUID(short: 0xFFE3))
        #expect(!profile.commandReplies.isWanted && profile.commandReplies.refused.isEmpty)
        #expect(!profile.passwordReplies.isWanted && profile.passwordReplies.refused.isEmpty)
    }

    @Test("a profile is read, with the defaults of what it leaves out")
    func read() throws {
        let profile = try BeaconProfile(json: Array(Self.strict.utf8))
        #expect(profile.commandReplies.isWanted && profile.commandReplies.waitMs == 500)
        #expect(profile.connectAttempts == 3 && profile.timeoutMs == 8_000 && profile.goneMs == 5_000)
    }

    @Test("what is wrong in a profile is named by its place")
    func faults() throws {
        typealias Fault = BeaconProfile.Fault
        #expect(throws: Fault.notJSON("the file is not JSON")) { try BeaconProfile(json: Array("{".utf8)) }
        #expect(throws: Fault.notJSON("the file is not an object")) { try BeaconProfile(json: Array("[]".utf8)) }
        #expect(throws: Fault.missing(key: "title")) { try changed("\"title\": \"Answers with a status\",", to: "") }
        #expect(throws: Fault.unknown(key: "titel")) {
            try changed("\"title\":", to: "\"titel\": \"\", \"title\":")
        }
        #expect(throws: Fault.unknown(key: "command_replies.wait")) {
            try changed("\"accepted\": [\"4e 4f {command} 01 00\"]", to: "\"wait\": 1, \"accepted\": [\"4e\"]")
        }
        #expect(throws: Fault.invalid(key: "name", expected: "lowercase letters, digits and hyphens")) {
            try changed("\"strict\"", to: "\"Strict\"")
        }
        #expect(throws: Fault.invalid(key: "service", expected: "a UUID of 4, 8 or 8-4-4-4-12 digits")) {
            try changed("\"ffe0\"", to: "\"ffe\u{30}g\"")
        }
        for passwords in ["[]", "[\"\"]", "[\"ä\"]", "[\"a\", \"a\"]", "\"555555\"", "[1]"] {
            #expect(throws: Fault.self, "\(passwords)") {
                try changed("[\"555555\", \"dx1234\"]", to: passwords)
            }
        }
        for number in ["0", "true", "1.5", "\"1\"", "60001"] {
            #expect(throws: Fault.self, "\(number)") {
                try changed("\"name\":", to: "\"connect_attempts\": \(number), \"name\":")
            }
        }
        #expect(throws: Fault.self) { try changed("\"4e 4f {command} 01 00\"", to: "") }
        #expect(throws: Fault.self) { try changed("\"4e 4f {command} 01 00\"", to: "\"4e4f\"") }
    }

    @Test("a pattern is the beginning of an answer")
    func patterns() throws {
        let pattern = try #require(ReplyPattern("4e 4f {command} .. !00"))
        #expect(pattern.matches([0x4E, 0x4F, 0x60, 0x09, 0x01, 0xFF], to: .save))
        #expect(!pattern.matches([0x4E, 0x4F, 0x60, 0x09, 0x00], to: .save))
        #expect(!pattern.matches([0x4E, 0x4F, 0x61, 0x09, 0x01], to: .save))
        #expect(!pattern.matches([0x4E, 0x4F, 0x60, 0x09], to: .save))
        #expect(!pattern.matches([0x4E, 0x4F, 0x60, 0x09, 0x01], to: nil))
        for text in ["", "4", "4g", "4e4f", "!", "!..", "{cmd}", String(repeating: "00 ", count: 65)] {
            #expect(ReplyPattern(text) == nil, "\(text)")
        }
    }
}
