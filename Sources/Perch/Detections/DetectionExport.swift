import Failures
import GatewayModel
import JSONLines

/// Devices that were found, in formats that other programs read.
enum DetectionExport {
    /// The columns that FlockFinder's dashboards have. Source: RFC 4180 for how they are written.
    static let header =
        "timestamp,protocol,detection_method,ssid,device_name,mac_address,rssi,channel,detection_count,"
        + "latitude,longitude,device_type,confidence"

    /// One row, without its end.
    static func row(_ device: DetectionDescription) -> String {
        let isWifi = device.radio == "wifi"
        let name = device.name ?? ""
        let fields = [
            device.lastSeen.description, device.radio, device.methods.joined(separator: "+"), isWifi ? name : "",
            isWifi ? "" : name, device.address ?? "", device.rssi.map(String.init) ?? "",
            device.channel.map(String.init) ?? "", "\(device.count)",
            device.position.map { "\($0.latitude)" } ?? "", device.position.map { "\($0.longitude)" } ?? "",
            device.deviceTypes.joined(separator: "; "), percent(device.confidence),
        ]
        return fields.map { quoted(printable($0)) }.joined(separator: ",")
    }

    /// As devices write it: a part of 1.
    private static func percent(_ confidence: Int) -> String { "\(Double(confidence) / 100)" }

    private static func quoted(_ text: String) -> String {
        guard text.contains(where: { ",\"\r\n".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    static let kmlBeginning = """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2">
        <Document>
        <name>Perch detections</name>

        """

    static let kmlEnd = "</Document>\n</kml>\n"

    /// A placemark, with a point where the place is known. Source: OGC KML 2.3, 9.1 and 10.2, which has the longitude first.
    static func placemark(_ device: DetectionDescription) -> String {
        let data: [(String, String)] = [
            ("address", device.address ?? ""), ("radio", device.radio), ("tier", device.tier),
            ("confidence", "\(device.confidence)"), ("methods", device.methods.joined(separator: ", ")),
            ("name", device.name ?? ""), ("best_rssi", device.bestRSSI.map(String.init) ?? ""),
            ("count", "\(device.count)"), ("first_seen", "\(device.firstSeen)"), ("last_seen", "\(device.lastSeen)"),
            ("simulated", device.simulated == true ? "SIMULATED" : ""),
        ]
        let fields = data.filter { !$0.1.isEmpty }
            .map { "<Data name=\"\($0.0)\"><value>\(escaped($0.1))</value></Data>" }.joined()
        let point = device.position.map { "<Point><coordinates>\($0.longitude),\($0.latitude)</coordinates></Point>" }
        let simulated = device.simulated == true ? "SIMULATED " : ""
        return "<Placemark><name>\(escaped(simulated + (device.deviceTypes.first ?? "")))</name>"
            + "<TimeSpan><begin>\(device.firstSeen)</begin><end>\(device.lastSeen)</end></TimeSpan>"
            + "<ExtendedData>\(fields)</ExtendedData>\(point ?? "")</Placemark>\n"
    }

    /// Text of XML. What XML cannot have at all is shown as ``printable(_:)`` shows it.
    private static func escaped(_ text: String) -> String {
        printable(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
