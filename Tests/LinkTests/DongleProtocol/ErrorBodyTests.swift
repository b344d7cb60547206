import DongleProtocol
import Testing

@Suite("Error body")
struct ErrorBodyTests {
    @Test("error bodies of the golden vectors have the fields they say, however short they are")
    func vectors() throws {
        for vector in try Vectors.load("messages.json") where try vector.string("message") == "ERROR" {
            let name = try vector.string("name")
            let payload = try vector.bytes("payload")
            let fields = try #require(vector["fields"], "\(name)")
            let body = try ErrorBody(decoding: payload.dropFirst(2))
            #expect(body.native == (try fields.number("native")), "\(name)")
            #expect(body.retryAfterMs == (try fields.number("retry_after_ms")), "\(name)")
            #expect(body.detail == (try fields.bytes("detail")), "\(name)")
            for (key, value) in Self.details(body) where fields[key] != nil {
                #expect(fields[key] == value, "\(name)")
            }
            if try vector.bool("canonical") {
                #expect(body.encoded() == Array(payload.dropFirst(2)), "\(name)")
            }
        }
    }

    @Test("a detail that is not there as a whole is nil")
    func halfDetail() {
        let body = ErrorBody(detail: [1, 2, 3])
        #expect(body.bootID == nil && body.limit == nil && body.activeDigest == nil)
        #expect(body.fieldOffset == 0x0201)
    }

    private static func details(_ body: ErrorBody) -> [String: JSON?] {
        [
            "boot_id": body.bootID.map(LinkTests.fields(of:)),
            "field_offset": body.fieldOffset.map(LinkTests.fields(of:)),
            "limit": body.limit.map(LinkTests.fields(of:)),
            "connection": body.connection.map(LinkTests.fields(of:)),
            "slots": body.slots.map { .object(["used": .number(Int($0.used)), "total": .number(Int($0.total))]) },
            "attribute_handle": body.attributeHandle.map(LinkTests.fields(of:)),
            "active_digest": body.activeDigest.map(LinkTests.fields(of:)),
            "next_offset": body.nextOffset.map(LinkTests.fields(of:)),
            "position": body.position.map(LinkTests.fields(of:)),
        ]
    }
}
