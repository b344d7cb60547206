import LineFormats
import GatewayModel

/// History as comma-separated values.
///
/// Source: RFC 4180.
enum HistoryCSV {
    static let header = "time,uuid,major,minor,dongle,adverts,rssi_min_dbm,rssi_mean_dbm,rssi_max_dbm,distance_m"

    /// Returns one row, without its line end. Only the dongle's id may need quotes.
    static func row(_ interval: BeaconInterval) -> String {
        var fields = [interval.ts.description, "\(interval.uuid)", "\(interval.major)", "\(interval.minor)"]
        fields += [CSVRow.field(interval.dongle), "\(interval.count)", interval.rssiMin?.description ?? ""]
        fields += [interval.rssiMean.map(oneDecimal) ?? "", interval.rssiMax?.description ?? ""]
        fields.append(interval.distance?.description ?? "")
        return fields.joined(separator: ",")
    }
}
