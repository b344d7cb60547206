/// What the firmware asks of its radio. Functions that start something return `ok` or the status that refuses it; the
/// outcome is reported to the ``FirmwareCore`` later, never from within.
protocol FirmwareRadio: AnyObject {
    func startScan(_ scan: VirtualAir.Scan) -> FirmwareStatus
    func stopScan()
    /// Whether there is a receiver for Wi-Fi.
    var hearsNetworks: Bool { get }
    func startNetworkScan(_ scan: VirtualNetworks.Scan) -> FirmwareStatus
    func stopNetworkScan()
    func connect(slot: Int, _ wish: ConnectWish) -> FirmwareStatus
    func disconnect(slot: Int)
    func request(_ request: GATTRequest, slot: Int) -> FirmwareStatus
    func writeCommand(slot: Int, handle: UInt16, value: [UInt8]) -> FirmwareStatus
    /// Confirms the indication last reported.
    func confirm(slot: Int)
    /// The dongle restarts: scans and connections end without a report.
    func reset()
}
