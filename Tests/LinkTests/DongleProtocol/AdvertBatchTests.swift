import DongleProtocol
import Testing

@Suite("Advert batch")
struct AdvertBatchTests {
    @Test("going through a payload gives what decoding it gives, also over bytes of a later version")
    func sameAsDecoding() throws {
        var adverts = 0
        for vector in try Vectors.load("messages.json") where try vector.string("message") == "ADVERT_BATCH" {
            let payload = try vector.bytes("payload")
            let batch = try AdvertBatch(decoding: payload)
            var records: [AdvertRecord] = []
            var data: [[UInt8]] = []
            try AdvertBatch.forEach(in: payload.span.bytes) {
                records.append($0)
                data.append($1.array)
            }
            #expect(data == batch.adverts.map(\.data))
            for (index, (record, advert)) in zip(records, batch.adverts).enumerated() {
                #expect(record.number == batch.firstNumber &+ UInt32(index))
                #expect(record.uptimeMs == batch.baseMs &+ UInt32(advert.offsetMs))
                #expect(record.address == advert.address && record.traits == advert.traits)
                #expect(record.rssiDBm == advert.rssiDBm && record.channel == advert.channel)
            }
            adverts += records.count
        }
        #expect(adverts > 10)
    }

    @Test("a payload that ends within an advert hands out none")
    func malformed() throws {
        for vector in try Vectors.load("invalid-messages.json") where try vector.string("message") == "ADVERT_BATCH" {
            let payload = try vector.bytes("payload")
            var count = 0
            #expect(throws: MalformedMessage.self) {
                try AdvertBatch.forEach(in: payload.span.bytes) { _, _ in count += 1 }
            }
            #expect(count == 0)
        }
    }
}
