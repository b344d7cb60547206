import DongleProtocol
import Foundation
import SimulatedDongle
import Testing

/// A simulated FlockFinder: commands, restarts, and detections.
struct SimulatedFlockFinderCommandTests {
    private static func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    private static func macs(_ count: Int) -> String {
        let entries = (0..<count).map { #"{"prefix":"0a:0b:\#($0 + 10)","deviceType":"Flock Safety"}"# }
        return #"{"patterns":{"macPrefixes":[\#(entries.joined(separator: ","))]}}"#
    }

    // MARK: Commands

    @Test(
        "commands are taken to the letter, and anything else is ignored",
        arguments: [
            "get_config", "GET_CONFIG\n", "GET_CONFIG\0", " SAVE_CONFIG", "PING", "STATUS", "CONFIG:{}", "",
            #"SET_CONFIG:{"scanConfig":{"bleScanInterval":9000}}"#,
        ])
    func ignored(command: String) throws {
        let host = try FlockFinderHost.connected()
        let answers = try host.answers(to: command)
        #expect(answers == [] && host.device.counts.ignoredCommands == 1 && host.device.config.scan.bleInterval == 5000)
    }

    @Test("a reply says what was done, whether it succeeded, and the milliseconds since the boot")
    func reply() throws {
        let host = try FlockFinderHost.connected()
        host.host.advance(by: .seconds(3))
        let answers = try host.answers(to: "SAVE_CONFIG")
        let reply = try Self.object(try #require(answers.first))
        #expect(answers.count == 1 && Set(reply.keys) == ["evt", "success", "msg", "ts"])
        #expect(reply["evt"] as? String == "CONFIG_SAVED" && reply["success"] as? Bool == true)
        #expect((reply["ts"] as? Int).map { (3000...3500).contains($0) } == true)
        #expect(try host.read() == answers[0])
    }

    @Test("what was saved is there after a restart, what was not is forgotten")
    func saving() throws {
        let host = try FlockFinderHost.connected()
        try host.write(#"{"scanConfig":{"bleScanInterval":2000}}"#)
        _ = try host.answers(to: "SAVE_CONFIG")
        try host.write(#"{"scanConfig":{"bleScanInterval":3000}}"#)
        #expect(host.device.config.scan.bleInterval == 3000 && host.device.stored.scan.bleInterval == 2000)
        host.device.powerCycle()
        host.host.advance(by: .seconds(8))
        #expect(host.device.config.scan.bleInterval == 2000 && host.device.counts.boots == 1)
    }

    @Test("a config of more than 3,999 bytes is not kept, though the save succeeds, and the old one returns")
    func unkept() throws {
        let host = try FlockFinderHost.connected()
        // The config has 1,738 bytes plus 66 for each prefix.
        try host.push(Self.macs(35))
        #expect(try host.answers(to: "SAVE_CONFIG")[0].contains(#""success":true"#))
        #expect(host.device.counts.failedSaves == 1 && host.device.counts.saves == 0)
        #expect(host.device.config.macs.count == 35 && host.device.stored.macs.count == 21)
        try host.push(Self.macs(34))
        _ = try host.answers(to: "SAVE_CONFIG")
        #expect(host.device.counts.saves == 1 && host.device.stored.macs.count == 34)
    }

    @Test("a reset persists at once")
    func reset() throws {
        let host = try FlockFinderHost.connected()
        try host.write(#"{"version":2,"patterns":{"macPrefixes":[]}}"#)
        _ = try host.answers(to: "SAVE_CONFIG")
        #expect(try host.answers(to: "RESET_CONFIG")[0].contains("CONFIG_RESET"))
        #expect(host.device.config.macs.count == 21 && host.device.stored == host.device.config)
        #expect(host.device.counts.resets == 1)
    }

    // MARK: Restarts

    @Test("a restart goes unsaid: the connection is missed, what was received is gone, and its time begins anew")
    func restart() throws {
        let host = try FlockFinderHost.connected { $0.bootMs = 2000 }
        host.host.advance(by: .seconds(20))
        try host.write("CONFIG_START")
        host.device.powerCycle()
        host.host.advance(by: .seconds(1))
        #expect(host.peripheral.isGone && host.disconnections() == [])
        host.host.advance(by: .seconds(7))
        #expect(!host.peripheral.isGone && host.disconnections() == [Status(rawValue: 0x0408)])
        try host.connect()
        try host.write("{}")
        let reply = try Self.object(try #require(host.news().first))
        #expect((reply["ts"] as? Int).map { $0 < 8000 } == true)
    }

    @Test("it can restart at a time, and some time after each save")
    func restarts() throws {
        let host = try FlockFinderHost.connected {
            $0.rebootAtSeconds = 10
            $0.rebootAfterSaveMs = 500
        }
        _ = try host.answers(to: "SAVE_CONFIG")
        #expect(host.device.counts.boots == 0)
        host.host.advance(by: .seconds(6))
        #expect(host.device.counts.boots == 1)
        host.host.advance(by: .seconds(5))
        #expect(host.device.counts.boots == 2)
    }

    @Test("another host's config is there at a time, or once the config was asked for so often")
    func otherPush() throws {
        var changes = Scenario.FlockFinder.Config()
        changes.bleNames = [.init("Other", "T")]
        let timed = try FlockFinderHost.connected { [changes] in $0.otherPush = .init(atSeconds: 5, config: changes) }
        timed.host.advance(by: .seconds(2))
        #expect(timed.device.config.bleNames.count == 4)
        timed.host.advance(by: .seconds(4))
        #expect(timed.device.config.bleNames.map(\.text) == ["Other"] && timed.device.stored.bleNames.count == 4)
        let counted = try FlockFinderHost.connected { [changes] in $0.otherPush = .init(afterReads: 2, config: changes)
        }
        _ = try counted.answers(to: "GET_CONFIG")
        #expect(counted.device.config.bleNames.count == 4)
        let second = try counted.answers(to: "GET_CONFIG").joined()
        #expect(!second.contains("Other") && counted.device.config.bleNames.map(\.text) == ["Other"])
    }

    // MARK: Detections

    private func hearing(_ set: (inout Scenario.FlockFinder) -> Void = { _ in }) throws -> FlockFinderHost {
        let host = try FlockFinderHost.connected(largestMTU: 517) {
            $0.hears = [
                .init("wifi", "c0:35:32:00:00:01", name: "my FLOCK net"), .init("wifi", "b4:1e:52:00:00:02"),
                .init("wifi", "02:00:00:00:00:03", name: "Cafe"), .init("ble", "58:8e:81:00:00:04", name: "x"),
                .init("ble", "02:00:00:00:00:05", name: "a penguin"),
                .init("ble", "02:00:00:00:00:06", name: "Shot", serviceUUID: "3100"),
                .init("ble", "02:00:00:00:00:07", name: "Kitchen", serviceUUID: "181a"),
            ]
            set(&$0)
        }
        try host.subscribe(to: FlockFinderHost.detection)
        try host.subscribe(to: FlockFinderHost.stream)
        return host
    }

    /// Returns type, address, name and confidence of each detection.
    private func detections(_ host: FlockFinderHost) throws -> [String] {
        try host.news(FlockFinderHost.detection).map(Self.object).map {
            "\($0["type"] ?? "")|\($0["mac"] ?? "")|\($0["ssid"] ?? "")|\($0["confidence"] ?? "")"
        }
    }

    @Test("it tells what matches a pattern: by address and by name, and never by a network's name")
    func detections() throws {
        let host = try hearing()
        host.host.advance(by: .seconds(7))
        #expect(
            try detections(host) == [
                "FS Ext Battery|58:8e:81:00:00:04|x|0.9", "Penguin|02:00:00:00:00:05|a penguin|0.85",
                "Flock Safety|b4:1e:52:00:00:02|unknown|0.85",
            ])
    }

    @Test("the firmware of the document reads a network's name, and compares UUIDs written out")
    func documentDetections() throws {
        let host = try hearing { $0.firmware = "document" }
        try host.write(
            #"{"ssid":[{"p":"flock","t":"F"}],"mac":[],"ble_n":[],"#
                + #""ble_u":[{"p":"00003100-0000-1000-8000-00805f9b34fb","t":"R"}]}"#)
        _ = host.news(FlockFinderHost.detection)
        host.host.advance(by: .seconds(5))
        #expect(try Set(detections(host)) == ["R|02:00:00:00:00:06|Shot|1.0", "F||my FLOCK net|0.9"])
    }

    @Test("whole texts of UUIDs are compared, and a short UUID is a short text", arguments: ["0x3100", "3100"])
    func service(uuid: String) throws {
        let host = try hearing()
        try host.write(#"{"patterns":{"bleServiceUuids":[{"uuid":"\#(uuid)","deviceType":"R"}]}}"#)
        _ = host.news(FlockFinderHost.detection)
        host.host.advance(by: .seconds(6))
        #expect(try detections(host).contains("R|02:00:00:00:00:06|Shot|1.0") == (uuid == "0x3100"))
    }

    @Test("a pattern that is added matches from then on, and one that is disabled no more")
    func patterns() throws {
        let host = try hearing()
        try host.write(
            #"{"patterns":{"bleDeviceNames":[{"pattern":"KITCH","deviceType":"New"},{"pattern":"penguin","enabled":false}]}}"#
        )
        host.host.advance(by: .seconds(6))
        let types = try host.news(FlockFinderHost.detection).map(Self.object).map { $0["type"] as? String }
        #expect(types.contains("New") && !types.contains("Penguin"))
    }

    @Test("the intervals of the config are those of its scans")
    func intervals() throws {
        let host = try hearing { $0.hears = [.init("ble", "58:8e:81:00:00:04")] }
        try host.write(#"{"scanConfig":{"bleScanInterval":1000}}"#)
        _ = host.news()
        host.host.advance(by: .seconds(10))
        // The interval counts from the end of a scan of a second.
        #expect((4...6).contains(host.news(FlockFinderHost.detection).count))
        try host.write(#"{"scanConfig":{"bleScanInterval":1000,"bleScanEnabled":false}}"#)
        _ = host.news()
        host.host.advance(by: .seconds(10))
        #expect(host.news(FlockFinderHost.detection) == [])
    }

    @Test("it streams from the start all it hears, or what matches alone, and that it is alive")
    func stream() throws {
        let host = try hearing()
        host.host.advance(by: .seconds(10))
        let all = try host.news(FlockFinderHost.stream).map(Self.object)
        #expect(Set(all.compactMap { $0["evt"] as? String }) == ["wifi_scan", "ble_scan", "status", "channel"])
        let channels = all.filter { $0["evt"] as? String == "channel" }.compactMap { $0["ch"] as? Int }
        #expect(channels.prefix(3) == [2, 3, 4])
        #expect(all.contains { $0["match"] as? Bool == false } && all.contains { $0["match"] as? Bool == true })
        // Every network is reported like a hidden one that sends probe requests.
        let networks = all.filter { $0["evt"] as? String == "wifi_scan" }
        #expect(!networks.isEmpty)
        #expect(networks.allSatisfy { $0["ssid"] as? String == "(hidden)" && $0["type"] as? String == "probe" })
        let services = all.compactMap { $0["svc"] as? Bool }
        #expect(services.contains(true) && services.contains(false))
        try host.write(#"{"scanConfig":{"streamMode":1}}"#)
        _ = host.news()
        host.host.advance(by: .seconds(9))
        let matches = try host.news(FlockFinderHost.stream).map(Self.object).filter { $0["match"] != nil }
        #expect(!matches.isEmpty && matches.allSatisfy { $0["match"] as? Bool == true })
    }

    @Test("the stream stays off over connections, until it is told or restarts")
    func streamOff() throws {
        let host = try hearing()
        func isStreaming() throws -> Bool {
            _ = host.news()
            host.host.advance(by: .seconds(6))
            return !host.news(FlockFinderHost.stream).isEmpty
        }
        func reconnect() throws {
            try host.connect()
            try host.subscribe(to: FlockFinderHost.stream)
        }
        #expect(try isStreaming())
        try host.write("stream_off", to: FlockFinderHost.command)
        #expect(try !isStreaming())
        try host.disconnect()
        try reconnect()
        #expect(try !isStreaming())
        host.device.powerCycle()
        host.host.advance(by: .seconds(8))
        try reconnect()
        #expect(try isStreaming())
        try host.write("stream_off", to: FlockFinderHost.command)
        try host.write("stream_on", to: FlockFinderHost.command)
        #expect(try isStreaming())
    }

    @Test("the line of the stream comes before the detection", arguments: ["real", "document"])
    func order(firmware: String) throws {
        let host = try hearing {
            $0.firmware = firmware
            $0.hears = [.init("wifi", "b4:1e:52:00:00:02"), .init("ble", "58:8e:81:00:00:04")]
        }
        if firmware == "document" {
            try host.write("stream_on", to: FlockFinderHost.command)
            try host.write(
                #"{"ssid":[],"mac":[{"p":"b4:1e:52","t":"F"},{"p":"58:8e:81","t":"F"}],"ble_n":[],"ble_u":[]}"#)
        }
        let before = host.host.frames.events(.notification, as: Notification.self).count
        host.host.advance(by: .seconds(7))
        let lines = host.host.frames.events(.notification, as: Notification.self).dropFirst(before)
        let sightings = lines.filter {
            $0.handle == FlockFinderHost.detection || String(decoding: $0.value, as: UTF8.self).contains("_scan")
        }.map(\.handle)
        #expect(sightings.count >= 4 && sightings.count.isMultiple(of: 2))
        for pair in stride(from: 0, to: sightings.count - 1, by: 2) {
            #expect(sightings[pair] == FlockFinderHost.stream && sightings[pair + 1] == FlockFinderHost.detection)
        }
    }

    @Test("the firmware main has no config to read or write, and detects as the other")
    func main() throws {
        let host = try FlockFinderHost {
            $0.firmware = "main"
            $0.hears = [.init("ble", "58:8e:81:00:00:04", name: "x")]
        }
        #expect(host.peripheral.table.characteristics.map(\.valueHandle) == [3, 6, 9, 11])
        try host.connectOnly()
        try host.subscribe(to: FlockFinderHost.detection)
        try host.write("SAVE_CONFIG", to: FlockFinderHost.command)
        host.host.advance(by: .seconds(6))
        #expect(try detections(host).first == "FS Ext Battery|58:8e:81:00:00:04|x|0.9")
        #expect(host.device.counts.ignoredCommands == 1 && host.device.counts.saves == 0)
    }

    @Test("a full flash keeps nothing, and calls the save a success")
    func fullFlash() throws {
        let host = try FlockFinderHost.connected { $0.keepsNothing = true }
        try host.write(#"{"scanConfig":{"bleScanInterval":2000}}"#)
        #expect(try host.answers(to: "SAVE_CONFIG")[0].contains(#""success":true"#))
        host.device.powerCycle()
        host.host.advance(by: .seconds(8))
        #expect(host.device.config.scan.bleInterval == 5000 && host.device.counts.failedSaves == 1)
    }
}
