import Advertising
import DongleLink
import DongleProtocol

/// What the verbs need of a dongle, wherever it is.
protocol DongleService: Sendable {
    /// What the dongle said in its greeting.
    ///
    /// - Throws: `LinkError` while the dongle restarts, or after it is lost.
    var identity: HelloReply { get async throws }
    /// The port it is on, for people.
    var place: String { get }

    func info() async throws -> InfoAnswer
    func state() async throws -> GetStateAnswer
    func identify(for duration: Duration) async throws
    func reboot(_ mode: RebootMode) async throws
    /// Starts a scan and hands its updates to `take` until the scan was stopped and all of it is accounted for, or the
    /// dongle is lost.
    func scan(_ request: ScanStartRequest, take: (ScanUpdate) async throws -> Void) async throws
    /// Stops the scan, which ends the call that started it.
    func stopScan() async throws
    func connect(
        to address: BluetoothAddress, type: Advertising.AddressType, deadline: Duration
    ) async throws -> any PeripheralService
    func logLines() async -> AsyncStream<LogLine>
    func close() async
}

/// A connected peripheral.
protocol PeripheralService: Sendable {
    func exchangeMTU(_ wanted: UInt16) async throws -> UInt16
    func discover() async throws -> [GATTService]
    func read(_ handle: UInt16) async throws -> [UInt8]
    func write(_ value: [UInt8], to handle: UInt16) async throws
    /// Queues a write that nobody confirms.
    func writeCommand(_ value: [UInt8], to handle: UInt16) async throws
    func subscribe(to characteristic: GATTCharacteristic, indications: Bool) async throws -> AsyncStream<GATTUpdate>
    func disconnect() async throws
}
