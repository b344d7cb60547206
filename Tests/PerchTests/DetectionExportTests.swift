import GatewayModel
import LineFormats
import TestSupport
import Testing

@testable import Perch

@Suite struct DetectionExportTests {
    private static let device = DetectionDescription(
        key: "wifi:b4:1e:52:01:02:03", radio: .wifi, address: "b4:1e:52:01:02:03", name: "Flock-\"1\", <2>",
        deviceTypes: ["Flock Safety", "A & B"], typeConfidences: [90, 40], methods: [.ssid, .wifiMAC],
        confidence: 90, tier: .high,
        firstSeen: Timestamp(microsecondsSince1970: 0), lastSeen: Timestamp(microsecondsSince1970: 1_000_000), count: 3,
        rssi: -71, bestRSSI: -60, channel: 6, sources: ["d1"],
        position: DetectionPlace(latitude: 52.5, longitude: -13.25), muted: false, simulated: nil)

    @Test("a row has the columns of the dashboards, quoted where it must be")
    func row() {
        #expect(
            DetectionExport.row(Self.device)
                == "1970-01-01T00:00:01.000000Z,wifi,ssid+wifi-mac,\"Flock-\"\"1\"\", <2>\",,b4:1e:52:01:02:03,-71,6,3,"
                + "52.5,-13.25,Flock Safety; A & B,0.9")
        #expect(DetectionExport.header.split(separator: ",").count == 13)
    }

    @Test("a Bluetooth device has its name in the column of its own, and what is not known is empty")
    func bluetooth() {
        var device = Self.device
        (device.radio, device.name, device.rssi, device.channel, device.position) =
            (.bluetooth, "FS\u{1B}[2J", nil, nil, nil)
        let row = DetectionExport.row(device)
        #expect(row.contains(",bluetooth_le,ssid+wifi-mac,,FS"))
        #expect(!row.contains("\u{1B}"))
        #expect(row.contains(",b4:1e:52:01:02:03,,,3,,,"))
    }

    @Test("a name is no formula of a spreadsheet, and a signal stays a number", arguments: ["=", "+", "-", "@"])
    func formula(_ sign: String) {
        var device = Self.device
        (device.radio, device.name) = (.bluetooth, sign + "1+1")
        let row = DetectionExport.row(device)
        #expect(row.contains(",'\(sign)1+1,"))
        #expect(row.contains(",-71,6,3,"))
    }

    @Test("a placemark has its point with the longitude first, and nothing that breaks XML")
    func placemark() {
        let mark = DetectionExport.placemark(Self.device)
        #expect(mark.contains("<Point><coordinates>-13.25,52.5</coordinates></Point>"))
        #expect(mark.contains("<name>Flock Safety</name>"))
        #expect(mark.contains("<value>Flock-&quot;1&quot;, &lt;2&gt;</value>"))
        var device = Self.device
        (device.position, device.simulated, device.name) = (nil, true, "\u{0}\u{FFFE}x")
        let other = DetectionExport.placemark(device)
        #expect(!other.contains("<Point>") && other.contains("SIMULATED") && !other.contains("\u{0}"))
    }

    @Test(
        "a place on the command line is latitude and longitude",
        arguments: [
            ("52.5,13.25", true), ("-90,180", true), ("91,0", false), ("0,181", false), ("1", false), ("a,b", false),
            ("nan,0", false), ("1,2,3", false),
        ])
    func position(_ text: String, _ isOne: Bool) {
        #expect((PositionArgument(argument: text) != nil) == isOne)
    }
}
