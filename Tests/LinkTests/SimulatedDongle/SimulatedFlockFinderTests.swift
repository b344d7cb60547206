import DongleProtocol
import Foundation
import SimulatedDongle
import Testing

/// A simulated FlockFinder with the firmware that is in the field.
struct SimulatedFlockFinderTests {
    private typealias Entry = SimulatedFlockFinder.Config.Entry

    private static let updated = "CONFIG_UPDATED true"
    private static let failed = "CONFIG_ERROR false"

    private func nested(macs count: Int) -> String {
        let entries = (0..<count).map {
            let digits = String($0 + 256, radix: 16)
            return
                #"{"prefix":"0a:0\#(digits.prefix(1)):\#(digits.suffix(2))","deviceType":"Flock Safety","enabled":true}"#
        }
        return #"{"patterns":{"macPrefixes":[\#(entries.joined(separator: ","))]}}"#
    }

    // MARK: On the air

    @Test("it advertises its service, and its name to who asks")
    func advert() throws {
        let host = try FlockFinderHost()
        _ = try host.host.answer(to: ScanStartRequest(mode: .active))
        host.host.advance(by: .seconds(1))
        let service: [UInt8] = [
            0x4B, 0x91, 0x31, 0xC3, 0xC9, 0xC5, 0xCC, 0x8F, 0x9E, 0x45, 0xB5, 0x1F, 0x01, 0xC2, 0xAF, 0x4F,
        ]
        let data = Set(host.host.frames.adverts.map(\.data))
        #expect(data == [[2, 1, 6, 17, 7] + service, [15, 9] + Array("FlockFinder-S3".utf8)])
    }

    @Test("it has four characteristics; commands are written with response only")
    func table() throws {
        let host = try FlockFinderHost()
        let table = host.peripheral.table.characteristics
        let tail = table.dropFirst().map { String("\($0.uuid)".suffix(2)) + " \($0.properties.rawValue)" }
        #expect(tail == ["a8 18", "a9 8", "aa 18", "ab 26"])
        #expect(table.dropFirst().map(\.valueHandle) == [6, 9, 11, 14])
    }

    @Test("characteristics can be missing")
    func missing() throws {
        let host = try FlockFinderHost { $0.missing = ["stream", "config"] }
        #expect(host.peripheral.table.characteristics.map(\.valueHandle) == [3, 6, 9])
    }

    // MARK: Config

    @Test("its config from the factory has 3,144 bytes, and is told in pieces of 500 bytes, 20 ms apart")
    func factory() throws {
        let host = try FlockFinderHost.connected(largestMTU: 517)
        let answers = try host.answers(to: "GET_CONFIG")
        #expect(answers.first == "CONFIG_START\0" && answers.last == "CONFIG_END\0")
        let chunks = answers.dropFirst().dropLast()
        #expect(chunks.map(\.utf8.count) == [500, 500, 500, 500, 500, 500, 144])
        let text = chunks.joined()
        #expect(text.hasPrefix(#"{"version":1,"scanConfig":{"wifiScanEnabled":true,"#))
        #expect(
            text.hasSuffix(#"{"uuid":"00001819-0000-1000-8000-00805f9b34fb","deviceType":"Raven","enabled":true}]}}"#))
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
        let times = host.host.frames.events(.notification, as: Notification.self).map(\.uptimeMs)
        #expect(times.last.map { $0 - (times.first ?? 0) }.map { (150...180).contains($0) } == true)
        #expect(host.device.counts.reads == 1 && host.device.counts.lostNotifications == 0)
    }

    @Test("at an MTU of 255, 252 bytes of each piece arrive, and the rest is nowhere")
    func cut() throws {
        let host = try FlockFinderHost.connected()
        let answers = try host.answers(to: "GET_CONFIG")
        #expect(answers.map(\.utf8.count) == [13, 252, 252, 252, 252, 252, 252, 144, 11])
        #expect(throws: (any Error).self) {
            try JSONSerialization.jsonObject(with: Data(answers.dropFirst().dropLast().joined().utf8))
        }
    }

    @Test("a read gets what was notified last, and never more")
    func lastValue() throws {
        let host = try FlockFinderHost.connected(largestMTU: 517)
        _ = try host.answers(to: "GET_CONFIG")
        #expect(try host.read() == "CONFIG_END\0")
    }

    @Test("a short config comes in one notification")
    func short() throws {
        let host = try FlockFinderHost.connected(largestMTU: 517)
        try host.push(
            #"{"patterns":{"ssidPatterns":[],"macPrefixes":[],"bleDeviceNames":[],"bleServiceUuids":[]}}"#)
        let answers = try host.answers(to: "GET_CONFIG")
        #expect(answers.count == 1 && answers[0].utf8.count == 312)
    }

    // MARK: Writing a config

    @Test("one write that begins with a brace is applied at once, in any length that a value has")
    func single() throws {
        let host = try FlockFinderHost.connected()
        let text = #"{"version":7,"patterns":{"bleDeviceNames":[{"pattern":"Pigvision","deviceType":"P"}]}}"#
        try host.write(text + String(repeating: " ", count: 400))
        #expect(host.replies() == [Self.updated])
        #expect(host.device.config.bleNames == [Entry("Pigvision", "P")] && host.device.config.version == 1)
        #expect(host.device.config.macs.count == 21)
    }

    @Test("chunks are joined as bytes, at any length", arguments: [1, 7, 20, 200, 252])
    func chunks(length: Int) throws {
        let host = try FlockFinderHost.connected()
        try host.push(#"{"patterns":{"ssidPatterns":[{"pattern":"Café 🐧","deviceType":"T"}]}}"#, chunk: length)
        #expect(host.replies() == [Self.updated])
        #expect(host.device.config.ssids == [Entry("Café 🐧", "T")])
    }

    @Test("settings that a scanConfig leaves out take their defaults, and without a scanConfig they stay")
    func settings() throws {
        let host = try FlockFinderHost.connected()
        try host.write(#"{"scanConfig":{"bleScanInterval":9000,"streamMode":1,"wifiScanEnabled":false}}"#)
        #expect(host.device.config.scan.bleInterval == 9000 && !host.device.config.scan.isWiFiOn)
        try host.write(#"{"patterns":{"macPrefixes":[]}}"#)
        #expect(host.device.config.scan.bleInterval == 9000 && host.device.config.macs == [])
        try host.write(#"{"scanConfig":{"maxChannel":300,"channelHopInterval":"fast","bleScanDuration":2}}"#)
        #expect(host.device.config.scan.bleInterval == 5000 && host.device.config.scan.isWiFiOn)
        #expect(host.device.config.scan.maxChannel == 44 && host.device.config.scan.hopInterval == 500)
        #expect(host.device.config.scan.bleDuration == 2)
        #expect(host.device.counts.applied == 3 && host.device.counts.refused == 0)
    }

    @Test(
        "what it does not know is a success, and nothing is applied",
        arguments: [
            #"{"v":1,"wsi":9000,"bsi":9000,"chi":900,"ssid":[{"p":"x","t":"y","e":true}],"mac":[],"ble_n":[],"ble_u":[]}"#,
            "{}", #"{"version":1,"patterns":7}"#, #"{"version":1,"scanConfig":[]} and more"#,
        ])
    func unknown(text: String) throws {
        let host = try FlockFinderHost.connected()
        let before = host.device.config
        try host.push(text)
        #expect(host.replies() == [Self.updated])
        #expect(host.device.config == before)
    }

    @Test("what is no JSON is the one error it knows", arguments: ["", "{", #"{"a":}"#, #"{"a" 1}"#, "nothing"])
    func syntax(text: String) throws {
        let host = try FlockFinderHost.connected()
        let before = host.device.config
        try host.push(text)
        let news = host.news()
        #expect(
            news.count == 1
                && news[0].hasPrefix(
                    #"{"evt":"CONFIG_ERROR","success":false,"msg":"Failed to parse configuration","ts":"#)
        )
        #expect(host.device.config == before && host.device.counts.refused == 1)
    }

    @Test("what is neither begun nor an object is not heard of")
    func ignored() throws {
        let host = try FlockFinderHost.connected()
        for text in [" CONFIG_END", " {}", "config_start", " CONFIG_START", "x"] { try host.write(text) }
        #expect(host.news() == [] && host.device.counts.writes == 5 && host.device.counts.applied == 0)
    }

    @Test("nothing is checked: an empty pattern is taken, and so is anything else")
    func unchecked() throws {
        let host = try FlockFinderHost.connected()
        try host.write(#"{"patterns":{"macPrefixes":[{"prefix":""},{"enabled":false},7,{"prefix":"zz"}]}}"#)
        #expect(host.replies() == [Self.updated])
        #expect(
            host.device.config.macs == [
                Entry("", "Unknown"), Entry("", "Unknown", isEnabled: false), Entry("", "Unknown"),
                Entry("zz", "Unknown"),
            ])
    }

    @Test(
        "what exceeds a limit is dropped without a word",
        arguments: [
            ("ssidPatterns", "pattern", 30), ("bleDeviceNames", "pattern", 30), ("bleServiceUuids", "uuid", 20),
        ])
    func limits(list: String, key: String, limit: Int) throws {
        let host = try FlockFinderHost.connected()
        let entries = (0...limit).map { #"{"\#(key)":"p\#($0)"}"# }.joined(separator: ",")
        try host.push(#"{"patterns":{"\#(list)":[\#(entries)]}}"#)
        #expect(host.replies() == [Self.updated])
        let config = host.device.config
        let kept = list == "ssidPatterns" ? config.ssids : key == "uuid" ? config.bleUUIDs : config.bleNames
        #expect(kept.map(\.text) == (0..<limit).map { "p\($0)" } && host.device.counts.droppedEntries == 1)
    }

    @Test("100 MAC prefixes are the limit")
    func macLimit() throws {
        let host = try FlockFinderHost.connected()
        let entries = (0...100).map { #"{"prefix":"\#($0)"}"# }.joined(separator: ",")
        try host.push(#"{"patterns":{"macPrefixes":[\#(entries)]}}"#)
        #expect(host.replies() == [Self.updated] && host.device.config.macs.count == 100)
    }

    @Test("with the other lists as they come, the memory for a document is full at 83 MAC prefixes")
    func pool() throws {
        let host = try FlockFinderHost.connected(largestMTU: 517)
        let text = try host.answers(to: "GET_CONFIG").dropFirst().dropLast().joined()
        let list = try #require(
            text.range(of: #"(?<="macPrefixes":\[).*(?=\],"bleDeviceNames)"#, options: .regularExpression))
        func config(_ count: Int) -> String {
            let entries = nested(macs: count).dropFirst(#"{"patterns":{"macPrefixes":["#.count).dropLast(3)
            return text.replacingCharacters(in: list, with: entries)
        }
        try host.push(config(83), chunk: 500)
        #expect(host.replies() == [Self.failed])
        try host.push(config(82), chunk: 500)
        #expect(host.replies() == [Self.updated] && host.device.config.macs.count == 82)
    }

    @Test("a NUL ends a write, and an escaped one a text")
    func nul() throws {
        let host = try FlockFinderHost.connected()
        try host.write("CONFIG_START\0 and more")
        try host.write(#"{"patterns":{"bleDeviceNames":[{"pattern":"a\u0000b"}]}}"#)
        try host.write("CONFIG_END\0")
        #expect(host.replies() == [Self.updated] && host.device.config.bleNames == [Entry("a", "Unknown")])
        try host.write("CONFIG_START")
        try host.write("{\"scanConfig\":{\"bleScanInterval\":\02")
        try host.write("3000}}")
        try host.write("CONFIG_END")
        #expect(host.replies() == [Self.updated] && host.device.config.scan.bleInterval == 3000)
    }

    @Test("what was received outlives the connection, so that the next object is joined to it")
    func leftover() throws {
        let host = try FlockFinderHost.connected()
        try host.write("CONFIG_START")
        try host.write(#"{"version":5,"pat"#)
        try host.disconnect()
        try host.connect()
        try host.write(#"{"scanConfig":{"bleScanInterval":6000}}"#)
        #expect(host.news() == [] && host.device.config.scan.bleInterval == 5000)
        try host.write("CONFIG_END")
        #expect(host.replies() == [Self.failed])
        try host.write("CONFIG_START")
        try host.write("rubbish")
        try host.push(#"{"scanConfig":{"bleScanInterval":7000}}"#)
        #expect(host.replies() == [Self.updated] && host.device.config.scan.bleInterval == 7000)
    }

    @Test("beyond 64 KiB, what is received is discarded and counted")
    func bound() throws {
        let host = try FlockFinderHost.connected(largestMTU: 517)
        try host.write("CONFIG_START")
        for _ in 0..<129 { try host.write([UInt8](repeating: 0x20, count: 510)) }
        #expect(host.device.counts.discardedBytes == 129 * 510 - 65_536 && host.device.counts.chunks == 129)
    }
}
