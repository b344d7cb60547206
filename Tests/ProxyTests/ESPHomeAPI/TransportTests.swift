import Crypto
import Testing

@testable import ESPHomeAPI

@Suite struct TransportTests {
    private let opening = Vectors.clientHello + [1, 0, 49, 0] + Vectors.message1

    private var answers: [TransportOutput] {
        let hello = [1] + Array("perch-a1b2c3".utf8) + [0] + Array("020000a1b2c3".utf8) + [0]
        return [.send([1, 0, UInt8(hello.count)] + hello), .send([1, 0, 49, 0] + Vectors.message2)]
    }

    @Test("the handshake, the keys and the first frames are those of another implementation")
    func vectors() throws {
        var transport = Vectors.transport()
        let early = transport.encode(.pingRequest, [])
        #expect(early == nil && !transport.isOpen)
        let handshake = transport.receive(opening)
        #expect(handshake == answers && transport.isOpen)
        let frame = Frame(type: .helloRequest, payload: [0x0A, 4] + Array("test".utf8))
        let (hello, ping) = (transport.receive(Vectors.sealedHello), transport.encode(.pingRequest, []))
        #expect(hello == [.frame(frame)] && ping == Vectors.sealedPing)
        var responder = NoiseResponder(
            prologue: Array("NoiseAPIInit".utf8) + [0, 0], key: try #require(EncryptionKey(Vectors.key)),
            ephemeral: try .init(rawRepresentation: Vectors.serverPrivate))
        let answer = try responder.answer(Vectors.message1)
        #expect(answer.hash == Vectors.hash)
    }

    @Test("any split of the bytes gives the same outputs", arguments: 1...9)
    func split(size: Int) {
        var transport = Vectors.transport()
        var outputs: [TransportOutput] = []
        let all = opening + Vectors.sealedHello
        for start in stride(from: 0, to: all.count, by: size) {
            outputs += transport.receive(all[start..<min(start + size, all.count)])
        }
        #expect(outputs.count == 3 && Array(outputs.prefix(2)) == answers)
    }

    @Test("a client with another key is told so in the words that it compares")
    func wrongKey() {
        var transport = Vectors.transport(key: [UInt8](repeating: 9, count: 32))
        let outputs = transport.receive(opening)
        #expect(outputs.first == answers.first)
        let reason = [1] + Array("Handshake MAC failure".utf8)
        #expect(Array(outputs.dropFirst()) == [.send([1, 0, UInt8(reason.count)] + reason), .fault(.wrongKey)])
        let later = transport.receive(Vectors.sealedHello)
        #expect(later.isEmpty)
    }

    @Test("plain text on an encrypted port, and the reverse, get the bytes by which clients notice")
    func indicators() {
        var encrypted = Vectors.transport()
        let text = Array("Bad indicator byte".utf8)
        let toPlain = encrypted.receive([0, 0, 1])
        #expect(toPlain == [.send([1, 0, 0x13, 1] + text), .fault(.plainText)])
        for (bytes, fault) in [([1, 0, 0] as [UInt8], TransportFault.unexpectedEncryption), ([0x47], .wrongIndicator)] {
            var plain = Transport(key: nil, name: "", mac: "")
            let outputs = plain.receive(bytes)
            #expect(outputs == [.send([0] + text), .fault(fault)])
        }
    }

    @Test("every bit of a sealed frame matters, and what came before a wrong frame counts")
    func changed() {
        for bit in 24..<(Vectors.sealedHello.count * 8) {
            var transport = Vectors.transport()
            _ = transport.receive(opening)
            var frame = Vectors.sealedHello
            frame[bit / 8] ^= 1 << (bit % 8)
            let outputs = transport.receive(frame)
            #expect(outputs == [.fault(.wrongFrame)])
        }
        var plain = Transport(key: nil, name: "", mac: "")
        let outputs = plain.receive([0, 0, 7, 9])
        #expect(outputs.first == .frame(Frame(type: .pingRequest, payload: [])))
        #expect(outputs.last == .fault(.wrongIndicator))
    }

    @Test("a key of low order is refused, though its tag is right")
    func weakKey() throws {
        let key = try #require(EncryptionKey(Vectors.key))
        for point in [[UInt8](repeating: 0, count: 32), [1] + [UInt8](repeating: 0, count: 31)] {
            // The tag of message 1 depends on the key and on the point only.
            var sealing = NoiseInitiator(key: key)
            let message = sealing.message(point)
            var responder = NoiseResponder(
                prologue: Array("NoiseAPIInit".utf8) + [0, 0], key: key,
                ephemeral: try .init(rawRepresentation: Vectors.serverPrivate))
            #expect(throws: NoiseResponder.Fault.weakKey) { _ = try responder.answer(message) }
        }
    }

    @Test(
        "heads that cannot be are refused",
        arguments: [
            ([0, 0x80, 0x80, 0x80, 0x80, 1], TransportFault.wrongHead), ([0, 0xFF, 0xFF, 0xFF, 0x7F], .tooLong),
            ([0, 0x80, 0x80, 4], .tooLong), ([0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 1], .wrongHead),
        ] as [([UInt8], TransportFault)])
    func heads(bytes: [UInt8], fault: TransportFault) {
        var plain = Transport(key: nil, name: "", mac: "")
        let outputs = plain.receive(bytes)
        #expect(outputs == [.fault(fault)])
    }

    @Test("a half frame waits, and the longest one passes")
    func longest() {
        var plain = Transport(key: nil, name: "", mac: "")
        let half = plain.receive([0, 0xFF, 0xFF, 3, 93]) + plain.receive([UInt8](repeating: 7, count: 65_534))
        #expect(half.isEmpty)
        let whole = plain.receive([7])
        #expect(whole == [.frame(Frame(type: .rawAdvertsResponse, payload: [UInt8](repeating: 7, count: 65_535)))])
        let tooLong = plain.encode(.pingRequest, [UInt8](repeating: 7, count: 65_536))
        #expect(tooLong == nil)
    }
}
