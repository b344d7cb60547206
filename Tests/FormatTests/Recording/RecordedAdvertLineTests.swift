import Advertising
import Foundation
import Recording
import Testing

private let line =
    #"{"t":1.5,"addr":"3d:48:67:51:99:5b","addr_type":"random","pdu":"ADV_IND","rssi":-74,"channel":38,"data":"02011a"}"#

private func read(_ text: String) throws(LineFault) -> RecordedAdvert {
    try RecordedAdvert(line: Data(text.utf8))
}

@Suite("a line of a recording")
struct RecordedAdvertLineTests {
    private let advert = RecordedAdvert(
        timeSeconds: 1.5, address: BluetoothAddress(0x3D48_6751_995B), addressType: .random, pdu: .connectable,
        rssiDBm: -74, channel: 38, data: [2, 1, 0x1A])

    @Test("a line is read and written as it was")
    func roundTrip() throws {
        #expect(try read(line) == advert)
        #expect(advert.line() == line)
    }

    @Test("a simulated advert's line says so and is read as any other")
    func simulated() throws {
        let marked = advert.line(isSimulated: true)
        #expect(marked == line.dropLast() + #","simulated":true}"#)
        #expect(try read(marked) == advert)
    }

    @Test(
        "order, white space, escapes, case of digits and further keys do not matter",
        arguments: [
            #"{"data":"02011A","channel":38,"rssi":-74,"pdu":"ADV_IND","addr_type":"random","addr":"3D:48:67:51:99:5B","t":1.5}"#,
            #" { "t" : 1.5 , "addr":"3d:48:67:51:99:5b","addr_type":"random",  "pdu":"ADV_IND","rssi":-74,"channel":38,"data":"02011a" } "#
                + "\r",
            #"{"t":15e-1,"addr":"3d:48:67:51:99:5b","\u0061ddr_type":"\u0072andom","pdu":"ADV\u005fIND","rssi":-74,"channel":38,"data":"02011a"}"#,
            #"{"note":"a \"quoted\" } brace","more":{"a":[1,{"t":9}]},"t":1.5,"addr":"3d:48:67:51:99:5b","addr_type":"random","pdu":"ADV_IND","rssi":-74,"channel":38,"data":"02011a","x":null}"#,
        ])
    func variants(text: String) throws {
        #expect(try read(text) == advert)
    }

    @Test("a channel may be null or absent", arguments: [#""channel":38"#: #""channel":null"#, #""channel":38,"#: ""])
    func noChannel(original: String, replacement: String) throws {
        #expect(try read(line.replacing(original, with: replacement)).channel == nil)
    }

    @Test("an absent field is named", arguments: ["t", "addr", "addr_type", "pdu", "rssi", "data"])
    func missing(field: String) {
        #expect(throws: LineFault.missingField(field)) {
            try read(line.replacing("\"\(field)\":", with: "\"other\":"))
        }
    }

    @Test(
        "a value out of range or of another type is named",
        arguments: [
            ("t", "1.5", "-1"), ("rssi", "-74", "-1e99"), ("t", "1.5", "\"1\""),
            ("addr", "3d:48", "3d-48"), ("addr", "3d:48:", "3d:48:00:"),
            ("addr_type", "random", "other"), ("pdu", "ADV_IND", "adv_ind"), ("rssi", "-74", "128"),
            ("rssi", "-74", "-7.5"), ("rssi", "-74", "null"), ("channel", "38", "40"), ("channel", "38", "-1"),
            ("data", "02011a", "02011"), ("data", "02011a", "02011g"), ("data", "\"02011a\"", "2011"),
        ])
    func bad(field: String, original: String, replacement: String) {
        #expect(throws: LineFault.badField(field)) {
            try read(line.replacing(original, with: replacement))
        }
    }

    @Test(
        "what is not one object is refused",
        arguments: ["x", "[]", "1", "{", "{}{}", #"{"t":1"#, "\u{0}", "null", #"{"t":1e999}"#])
    func notAnObject(text: String) {
        #expect(throws: LineFault.notAnObject) { try read(text) }
    }

    @Test("no truncation of a line is an advert")
    func truncation() {
        for length in 0..<line.utf8.count {
            #expect(throws: LineFault.notAnObject) { try read(String(line.prefix(length))) }
        }
    }

    @Test("times keep every digit", arguments: [0, 0.01, 1_588_706_115.751865, 1_646_745_476.130446, 1e-7, 1e17])
    func times(time: Double) throws {
        let advert = RecordedAdvert.sample(time: time)
        #expect(try read(advert.line()) == advert)
    }

    @Test("a time or channel out of range is never written")
    func sanitised() throws {
        #expect(RecordedAdvert.sample(time: .nan).timeSeconds == 0)
        #expect(RecordedAdvert.sample(time: -.infinity).timeSeconds == 0)
        #expect(RecordedAdvert.sample(channel: 40).channel == nil)
    }
}
