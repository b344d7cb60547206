/// Returns the duration in seconds, with one decimal and without the unit.
package func tenths(_ duration: Duration) -> String {
    let tenths = Int64((duration / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(abs(tenths % 10))"
}
