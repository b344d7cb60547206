/// Seconds with one decimal.
package func tenths(_ duration: Duration) -> String {
    let tenths = Int64((duration / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(abs(tenths % 10))"
}
