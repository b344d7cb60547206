import Testing

@testable import Payfrit

/// Valid answers with some of their bytes changed.
@Suite(.timeLimit(.minutes(1))) struct DecodingFuzzTests {
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        /// SplitMix64.
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    private static let fragments = [
        "null", "true", "\"\"", "-1", "1e999", "99999999999999999999", "[", "]", "{", "}", ",", "\"", "\\u0000",
        "\\ud800",
        "\\", "OK", "\u{FEFF}", "É",
    ]

    private func mutated(_ bytes: [UInt8], _ random: inout Generator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let length = min(Int.random(in: 0...8, using: &random), bytes.count - place)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
            case 1: bytes.removeSubrange(place..<place + length)
            case 2: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            case 3:
                let fragment = Self.fragments[Int.random(in: 0..<Self.fragments.count, using: &random)]
                bytes.replaceSubrange(place..<place + length, with: Array(fragment.utf8))
            default: bytes.removeLast(bytes.count - place)
            }
        }
        return bytes
    }

    /// Every reading of an answer there is. Returns whether one succeeded.
    private func read(_ bytes: [UInt8]) throws(PayfritError) -> Bool {
        let answer = try Answer(body: bytes, path: "/a", secrets: ["secret"])
        var isRead = false
        func attempt<Value>(_ body: () throws(PayfritError) -> Value) throws(PayfritError) {
            do {
                _ = try body()
                isRead = true
            } catch .malformed {
                // As it should.
            }
        }
        try attempt { () throws(PayfritError) in try answer.done() }
        try attempt { () throws(PayfritError) in try answer.login() }
        try attempt { () throws(PayfritError) in try answer.list("Businesses", Business.init) }
        try attempt { () throws(PayfritError) in try answer.one("Business", Business.init) }
        try attempt { () throws(PayfritError) in try answer.list("ServicePoints", ServicePoint.init) }
        try attempt { () throws(PayfritError) in try answer.one("ServicePoint", ServicePoint.init) }
        try attempt { () throws(PayfritError) in try answer.list("Types", ServicePointType.init) }
        try attempt { () throws(PayfritError) in try answer.list("Beacons", Beacon.init) }
        try attempt { () throws(PayfritError) in try answer.found("Beacon", Beacon.init) }
        try attempt { () throws(PayfritError) in try answer.whole(RegisteredHardware.init) }
        try attempt { () throws(PayfritError) in try answer.whole(BeaconNamespace.init) }
        try attempt { () throws(PayfritError) in try answer.one("Config", BeaconConfig.init) }
        return isRead
    }

    @Test("an answer with changed bytes is read, or is no JSON, a refusal or malformed", arguments: 1...8)
    func changed(seed: UInt64) {
        var random = Generator(state: seed)
        let answers = OperationCase.all.map { Array($0.answer.utf8) }
        var read = 0
        var failed = 0
        for _ in 0..<2_000 {
            let bytes = mutated(answers[Int.random(in: 0..<answers.count, using: &random)], &random)
            do {
                if try self.read(bytes) { read += 1 }
            } catch .notJSON, .refused, .malformed {
                failed += 1
            } catch {
                Issue.record("\(error)")
            }
        }
        // Some of either, or nothing was tried.
        #expect(read > 100 && failed > 100, "\(read) read, \(failed) failed")
    }
}
