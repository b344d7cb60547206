/// The radio as the firmware uses it. A function that starts an operation returns `ok` or the
/// status that refuses it. The outcome is reported to the ``FirmwareCore`` later, never within the
/// call.
protocol FirmwareRadio: AnyObject {
    func startScan(_ scan: VirtualAir.Scan) -> FirmwareStatus
    func stopScan()
    /// Whether the dongle has a Wi-Fi receiver.
    var hearsNetworks: Bool { get }
    func startNetworkScan(_ scan: VirtualNetworks.Scan) -> FirmwareStatus
    func stopNetworkScan()
    func connect(slot: Int, _ wish: ConnectWish) -> FirmwareStatus
    func disconnect(slot: Int)
    func request(_ request: GATTRequest, slot: Int) -> FirmwareStatus
    func writeCommand(slot: Int, handle: UInt16, value: [UInt8]) -> FirmwareStatus
    /// Confirms the last reported indication.
    func confirm(slot: Int)
    /// Ends scans and connections without a report, because the dongle restarts.
    func reset()
}
