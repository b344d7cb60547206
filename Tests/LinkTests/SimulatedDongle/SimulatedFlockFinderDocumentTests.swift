import DongleProtocol
import Foundation
import SimulatedDongle
import Testing

/// A simulated FlockFinder with the firmware that the document describes.
struct SimulatedFlockFinderDocumentTests {
    private typealias Entry = SimulatedFlockFinder.Config.Entry

    private func connected(largestMTU: Int = 517) throws -> FlockFinderHost {
        try FlockFinderHost.connected(largestMTU: largestMTU) { $0.firmware = "document" }
    }

    private static func entries(_ count: Int, _ text: String = "p") -> String {
        "[" + (0..<count).map { #"{"p":"\#(text)\#($0)","t":"T"}"# }.joined(separator: ",") + "]"
    }

    @Test("it tells the short form in chunks that fit the connection", arguments: [23, 100, 255, 517])
    func chunks(largestMTU: Int) throws {
        let host = try connected(largestMTU: largestMTU)
        let answers = try host.answers(to: "GET_CONFIG", within: .seconds(3))
        #expect(answers.first == "CONFIG_START" && answers.last == "CONFIG_END")
        let chunks = answers.dropFirst().dropLast()
        #expect(chunks.allSatisfy { $0.utf8.count <= min(480, largestMTU - 3) })
        let config = try #require(
            try JSONSerialization.jsonObject(with: Data(chunks.joined().utf8)) as? [String: Any])
        let keys: Set = ["v", "wsi", "bsi", "chi", "wifi_en", "ble_en", "stream", "ssid", "mac", "ble_n", "ble_u"]
        #expect(Set(config.keys) == keys && (config["mac"] as? [Any])?.count == 6)
    }

    @Test("a config that fits one notification is told as CONFIG: and itself")
    func short() throws {
        let host = try connected()
        try host.write(#"{"ssid":[],"mac":[],"ble_n":[],"ble_u":[]}"#)
        let answers = try host.answers(to: "GET_CONFIG")
        let text =
            #"{"v":1,"wsi":5000,"bsi":3000,"chi":500,"wifi_en":true,"ble_en":true,"stream":0,"ssid":[],"mac":[],"ble_n":[],"ble_u":[]}"#
        #expect(answers.last == "CONFIG:" + text)
    }

    @Test("it takes a config by command, by one write and by chunks")
    func ways() throws {
        let host = try connected()
        try host.write(#"SET_CONFIG:{"ssid":[{"p":"a","t":"T"}]}"#, to: FlockFinderHost.command)
        #expect(host.device.config.ssids == [Entry("a", "T")])
        try host.write(#"{"ssid":[{"p":"b","t":"T","e":false}]}"#)
        #expect(host.device.config.ssids == [Entry("b", "T", isEnabled: false)])
        try host.push(#"{"ssid":[{"p":"c","t":"T"}],"wsi":60000,"ble_en":false,"stream":1}"#, chunk: 20)
        #expect(host.device.config.ssids == [Entry("c", "T")] && host.device.config.scan.wifiInterval == 60_000)
        #expect(!host.device.config.scan.isBLEOn && host.device.config.scan.streamMode == 1)
        #expect(host.device.config.macs.count == 6 && host.replies().count == 3)
    }

    @Test("chunks are joined as text, so that a character that two of them share is lost")
    func split() throws {
        let host = try connected()
        let text = #"{"ssid":[{"p":"é","t":"T"}]}"#
        try host.push(text, chunk: 16)
        #expect(host.device.config.ssids.map(\.text) == ["\u{FFFD}\u{FFFD}"])
        try host.push(text, chunk: 15)
        #expect(host.device.config.ssids.map(\.text) == ["é"])
    }

    @Test(
        "what it does not want it refuses, with the reason, and nothing has changed",
        arguments: [
            (#"{"ssid":[{"p":"","t":"T"}]}"#, "Empty pattern in ssid"),
            (#"{"mac":[{"t":"T"}]}"#, "Empty pattern in mac"),
            (#"{"v":2,"mac":[]}"#, "Unknown version"), (#"{"wsi":999}"#, "wsi is not of 1000 to 60000"),
            (#"{"chi":5001}"#, "chi is not of 100 to 5000"), (#"{"stream":2}"#, "stream is not of 0 to 1"),
            (#"{"ble_en":1}"#, "ble_en is neither true nor false"), (#"{"ble_u":{}}"#, "ble_u is not a list"),
            (#"{"ssid":[],"mac":7}"#, "mac is not a list"), (#"{"version":1}"#, "No known key"),
            (#"{"a"}"#, "Failed to parse configuration"),
        ])
    func refused(text: String, message: String) throws {
        let host = try connected()
        let before = host.device.config
        try host.write(text)
        let news = host.news()
        #expect(
            news.count == 1 && news[0].hasPrefix(#"{"evt":"CONFIG_ERROR","success":false,"msg":"\#(message)","ts":"#))
        #expect(host.device.config == before)
    }

    @Test("50 entries a list and 8,192 bytes in all are the limits")
    func limits() throws {
        let host = try connected()
        try host.push(#"{"mac":\#(Self.entries(50)),"ble_n":\#(Self.entries(50))}"#, chunk: 500)
        #expect(host.replies() == ["CONFIG_UPDATED true"] && host.device.config.macs.count == 50)
        try host.push(#"{"mac":\#(Self.entries(51))}"#, chunk: 500)
        #expect(host.news().first?.contains("51 entries in mac, 50 at most") == true)
        let long = Self.entries(50, String(repeating: "x", count: 40))
        try host.push(#"{"mac":\#(long),"ble_n":\#(long),"ssid":\#(long)}"#, chunk: 500)
        #expect(host.news().first?.contains("More than 8192 bytes") == true)
        #expect(host.device.config.macs.map(\.text).first == "p0")
    }

    @Test("a save keeps what the other firmware has no room for, and a reset goes back to the document's defaults")
    func saving() throws {
        let host = try connected()
        try host.push(#"{"mac":\#(Self.entries(50, String(repeating: "x", count: 60)))}"#, chunk: 500)
        _ = try host.answers(to: "SAVE_CONFIG")
        #expect(host.device.stored.macs.count == 50 && host.device.counts.failedSaves == 0)
        _ = try host.answers(to: "RESET_CONFIG")
        #expect(host.device.config.macs.map(\.text).first == "b0:b2:1c" && host.device.stored.macs.count == 6)
    }
}
