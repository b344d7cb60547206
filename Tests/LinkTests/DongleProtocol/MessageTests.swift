import Randomness
import Testing

@testable import DongleProtocol

@Suite("Messages")
struct MessageTests {
    @Test("messages of the golden vectors have the fields they say and are written back to the byte")
    func valid() throws {
        for vector in try Vectors.load("messages.json") where try vector.string("message") != "ERROR" {
            let name = try vector.string("name")
            let form = try #require(MessageForm.all[try Self.key(vector)], "\(name)")
            let payload = try vector.bytes("payload")
            let (fields, encoded) = try form.decode(payload[...])
            #expect(fields == vector["fields"], "\(name)")
            if try vector.bool("canonical") {
                #expect(encoded == payload, "\(name)")
            }
        }
    }

    @Test("every operation and event has golden vectors, under its own code")
    func complete() throws {
        var seen: [String: UInt16] = [:]
        for vector in try Vectors.load("messages.json") {
            seen[try Self.key(vector)] = try vector.number("code")
        }
        #expect(Set(MessageForm.all.keys).isSubset(of: seen.keys))
        for request in MessageForm.requests {
            let name = try #require(request.operation.name)
            #expect(seen["\(name) request"] == request.operation.rawValue)
            #expect(request.operation.isDeferred == (request is any DeferredRequest.Type), "\(name)")
        }
        for code in (1...9).map({ EventCode(rawValue: $0) }) + [.advertBatch, .wifiBatch] {
            #expect(seen["\(try #require(code.name)) event"] == code.rawValue)
            #expect(code.isReliable == (code.rawValue < 0x8000))
        }
    }

    @Test("messages that are cut or miscounted are malformed; ranges are the dongle's to check")
    func invalid() throws {
        for vector in try Vectors.load("invalid-messages.json") {
            let name = try vector.string("name")
            let form = try #require(MessageForm.all[try Self.key(vector)], "\(name)")
            let payload = try vector.bytes("payload")
            if try vector.string("expected") == "INVALID_ARGUMENT" {
                #expect(try form.decode(payload[...]).encoded == payload, "\(name)")
            } else {
                #expect(throws: (any Error).self, "\(name)") { try form.decode(payload[...]) }
            }
        }
    }

    @Test("random bytes never crash a message, and what they decode to survives", arguments: 0..<8 as Range<UInt64>)
    func random(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let bytes = random.bytes(Int(random.next() % 200), zeros: 128)
            for (name, form) in MessageForm.all {
                guard let (fields, encoded) = try? form.decode(bytes[...]) else { continue }
                let again = try? form.decode(encoded[...])
                // Invalid UTF-8 is repaired, which may lengthen the text; everything else stays the
                // same.
                #expect(again?.fields == fields, "\(name)")
            }
        }
    }

    @Test("only HELLO and REBOOT are not numbered, and four answers are large")
    func operations() {
        let operations = MessageForm.requests.map { $0.operation }
        #expect(operations.filter { !$0.isNumbered } == [.hello, .reboot])
        #expect(operations.filter(\.isLarge) == [.info, .getState, .configStat, .configRead])
    }

    private static func key(_ vector: JSON) throws -> String {
        "\(try vector.string("message")) \(try vector.string("form"))"
    }
}
