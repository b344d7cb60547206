import Advertising
import Failures
import FlockFinder
import GatewayModel
import LineFormats

/// Detections in formats that other programs read: CSV and KML.
enum DetectionExport {
    /// The columns of FlockFinder's dashboards. Source of the CSV syntax: RFC 4180.
    static let header =
        "timestamp,protocol,detection_method,ssid,device_name,mac_address,rssi,channel,detection_count,"
        + "latitude,longitude,device_type,confidence"

    /// Returns one row, without its line end. Text from the air is made safe: it becomes no formula
    /// in a spreadsheet, and moves no terminal's cursor.
    static func row(_ device: DetectionDescription) -> String {
        let isWifi = device.radio == .wifi
        func text(_ text: String) -> String { TableReport.csvField(printable(text)) }
        let name = text(device.name ?? "")
        var fields = [
            device.lastSeen.description, text(device.radio.rawValue),
            text(device.methods.map(\.rawValue).joined(separator: "+")),
        ]
        fields += isWifi ? [name, ""] : ["", name]
        fields += [
            text(device.address?.description ?? ""), number(device.rssi), number(device.channel), "\(device.count)",
        ]
        fields += [number(device.position?.latitude), number(device.position?.longitude)]
        fields += [text(device.deviceTypes.joined(separator: "; ")), part(device.confidence)]
        return fields.joined(separator: ",")
    }

    private static func number(_ value: (some CustomStringConvertible)?) -> String { value?.description ?? "" }

    /// Returns a confidence in percent as a fraction of 1, as devices write it.
    private static func part(_ confidence: Int) -> String { "\(Double(confidence) / 100)" }

    static let kmlBeginning = """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2">
        <Document>
        <name>Perch detections</name>

        """

    static let kmlEnd = "</Document>\n</kml>\n"

    /// Returns a placemark, with a point where the position is known. Source: OGC KML 2.3, 9.1 and
    /// 10.2, which puts the longitude first.
    static func placemark(_ device: DetectionDescription) -> String {
        let data: [(String, String)] = [
            ("address", device.address?.description ?? ""), ("radio", device.radio.rawValue),
            ("tier", device.tier.rawValue),
            ("confidence", "\(device.confidence)"), ("methods", device.methods.map(\.rawValue).joined(separator: ", ")),
            ("name", device.name ?? ""), ("best_rssi", device.bestRSSI.map(String.init) ?? ""),
            ("count", "\(device.count)"), ("first_seen", "\(device.firstSeen)"), ("last_seen", "\(device.lastSeen)"),
            ("simulated", device.simulated == true ? "SIMULATED" : ""),
        ]
        let fields = data.filter { !$0.1.isEmpty }
            .map { "<Data name=\"\($0.0)\"><value>\(printableMarkup($0.1))</value></Data>" }.joined()
        let point = device.position.map { "<Point><coordinates>\($0.longitude),\($0.latitude)</coordinates></Point>" }
        let simulated = device.simulated == true ? "SIMULATED " : ""
        return "<Placemark><name>\(printableMarkup(simulated + (device.deviceTypes.first ?? "")))</name>"
            + "<TimeSpan><begin>\(device.firstSeen)</begin><end>\(device.lastSeen)</end></TimeSpan>"
            + "<ExtendedData>\(fields)</ExtendedData>\(point ?? "")</Placemark>\n"
    }
}
