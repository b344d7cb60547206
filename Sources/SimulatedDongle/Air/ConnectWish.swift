import Advertising

/// The connection that the firmware asks for. If a field is nil, the radio and the peripheral
/// choose.
struct ConnectWish: Sendable, Hashable {
    var address: BluetoothAddress
    var addressType: AddressType
    var shortestInterval: Duration?
    var longestInterval: Duration?
    var supervisionTimeout: Duration?

    /// Returns the connection interval in effect, in the steps of 1.25 ms that controllers use.
    func interval(preferred: Duration) -> Duration {
        let step: Int64 = 1250
        // 7.5 ms and 4 s. Source: Core Specification, Vol 6, Part B, 4.5.1.
        let shortest = shortestInterval ?? .microseconds(6 * step)
        let longest = max(shortest, longestInterval ?? .microseconds(3200 * step))
        return .microseconds(min(max(preferred, shortest), longest).microseconds / step * step)
    }
}
