import LineFormats
import RESTClient
import Testing

@testable import DevBackend

@Suite("Development server: values in requests")
struct FieldsTests {
    @Test(
        "a UUID is taken with any of its hyphens, in any case",
        arguments: [
            "6b1d0c5e-7a43-4f20-9c11-00000000000a", "6B1D0C5E7A434F209C1100000000000A",
            "6b1d0c5e7a43-4f209c11-00000000000A",
        ])
    func uuid(text: String) {
        #expect(HexGroups.uuid.canonical(text) == "6B1D0C5E-7A43-4F20-9C11-00000000000A")
    }

    @Test(
        "what is no UUID is none",
        arguments: [
            "", "6b1d0c5e-7a43-4f20-9c11-00000000000", "6b1d0c5e-7a43-4f20-9c11-00000000000aa",
            "6b1d0c5e--7a43-4f20-9c11-00000000000a", "6b1d0c5-e7a43-4f20-9c11-00000000000a",
            "6b1d0c5e-7a43-4f20-9c11-00000000000g", " 6b1d0c5e7a434f209c1100000000000a",
            "６b1d0c5e-7a43-4f20-9c11-00000000000a", "6b1d0c5e-7a43-4f20-9c11-00000000000a\n",
        ])
    func noUUID(text: String) {
        #expect(HexGroups.uuid.canonical(text) == nil)
    }

    @Test("a MAC address is taken with or without colons")
    func mac() {
        #expect(HexGroups.mac.canonical("c2000000000a") == "C2:00:00:00:00:0A")
        #expect(HexGroups.mac.canonical("C2:00:0000:00:0a") == "C2:00:00:00:00:0A")
        #expect(HexGroups.mac.canonical("c2-00-00-00-00-0a") == nil)
    }

    @Test(
        "a time has any offset",
        arguments: [
            ("2027-01-15T08:00:00Z", "2027-01-15T08:00:00.000000Z"),
            ("2027-01-15t09:30:00.5+01:30", "2027-01-15T08:00:00.500000Z"),
            ("2027-01-15T00:00:00.1234567-08:00", "2027-01-15T08:00:00.123456Z"),
        ])
    func time(text: String, expected: String) {
        #expect(Timestamp(rfc3339: text)?.description == expected)
    }

    @Test(
        "what is no time is none",
        arguments: [
            "", "2027-01-15", "2027-01-15T08:00:00", "2027-01-15T08:00:00.Z", "2027-13-15T08:00:00Z",
            "2027-01-15T08:00:00+1:00", "2027-01-15T08:00:00+24:00", "2027-01-15 08:00:00Z", "2027-01-15T08:00:00Z ",
        ])
    func noTime(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test("the same content has the same text, and other content another")
    func canonical() throws {
        func canonical(_ text: String) throws -> String { try Fields(Array(text.utf8)).canonical }
        #expect(try canonical(#"{"a":1,"b":[true,null]}"#) == canonical(#"{ "b": [true, null], "a": 1.0 }"#))
        let texts = [#"{"a":"1"}"#, #"{"a":1}"#, #"{"a":[1]}"#, #"{"a":null}"#, #"{"a":"1\",\"b\":\"2"}"#]
        #expect(try Set(texts.map(canonical)).count == texts.count)
    }
}
