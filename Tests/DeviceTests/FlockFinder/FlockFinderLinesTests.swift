import FlockFinder
import Testing

@Suite struct FlockFinderLinesTests {
    private static let detection =
        #"{"event":"detection","detection_method":"mac_prefix","protocol":"wifi","mac_address":"c0:35:32:00:00:01","rssi":-60,"#
        + #""gps":{"latitude":49.5,"longitude":8.5,"accuracy":4}}"#

    private func told(_ text: String, by size: Int = 7) -> (
        notifications: [FlockFinderNotification], lines: FlockFinderLines
    ) {
        var lines = FlockFinderLines()
        let bytes = Array(text.utf8)
        var notifications: [FlockFinderNotification] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            notifications += lines.take(bytes[start..<min(start + size, bytes.count)])
        }
        return (notifications, lines)
    }

    @Test("a detection is found among log text, before and behind it too, with its position")
    func among() throws {
        let text =
            "ESP-ROM:esp32s3\r\n[scan] {5}\r\n\(Self.detection)\r\n[x] {1} \(Self.detection) ok\n{\"event\":\"heartbeat\"}\n"
        let (notifications, lines) = told(text)
        #expect(notifications.count == 2 && lines.lines == 5 && lines.unreadable == 0)
        for one in notifications {
            guard case .detection(let sighting) = one else { continue }
            let address = try #require(sighting.address)
            #expect(sighting.radio == .wifi && "\(address)" == "c0:35:32:00:00:01")
            #expect(sighting.position?.latitude == 49.5 && sighting.position?.accuracyM == 4)
        }
        #expect(notifications.first == notifications.last)
    }

    @Test("the classic firmware's lines are read")
    func classic() throws {
        let (notifications, _) = told(
            #"{"timestamp":81234,"detection_time":"81.2s","protocol":"bluetooth_le","detection_method":"device_name","#
                + #""alert_level":"HIGH","device_category":"FLOCK_SAFETY","mac_address":"58:8e:81:00:00:01","rssi":-71,"#
                + #""device_name":"FS Ext Battery","threat_score":100}"# + "\n")
        guard case .detection(let sighting)? = notifications.first else {
            Issue.record("\(notifications)")
            return
        }
        #expect(sighting.radio == .bluetooth && sighting.text == "FS Ext Battery" && sighting.rssiDBm == -71)
    }

    @Test("what is cut, too long or no text is counted or passed over, and the next line is read")
    func broken() {
        let long = "{\"a\":\"" + String(repeating: "x", count: FlockFinderLines.lengthLimit) + "\"}"
        let cut = String(Self.detection.dropLast(30))
        let (notifications, lines) = told("\(long)\n\(cut)\n\u{0}\u{1}\n\(Self.detection)\nno end", by: 1)
        #expect(notifications.count == 1 && lines.lines == 4 && lines.unreadable == 2)
    }

    @Test("any bytes at all are taken", arguments: 0..<20)
    func anything(seed: UInt64) {
        let alphabet = Array("{}\"\\:,\n\ra0\u{0}é".utf8)
        var state = seed
        var lines = FlockFinderLines()
        for _ in 0..<10_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            _ = lines.take([alphabet[Int(state >> 33) % alphabet.count]])
        }
        #expect(lines.lines > 0)
    }
}
