import Advertising
import DongleProtocol

/// One connection to a peripheral. It stays open until ``disconnect()`` is called, the peripheral
/// ends it or the session ends.
public struct GATTConnection: Sendable {
    let dongle: Dongle
    /// Slot and generation. They never match a later connection of the same session.
    public let connection: Connection
    /// Session in which the connection was made. In a later session the same two bytes may name
    /// another peripheral.
    let epoch: UInt64
    public let address: BluetoothAddress
    /// ATT MTU at the time of connecting; ``exchangeMTU(_:)`` may raise it.
    public let mtu: UInt16
    /// Longest wait for each operation, 100 ms...600 s.
    public var deadline = Duration.seconds(10)

    private static let longestValue = 512

    init(dongle: Dongle, connection: Connection, epoch: UInt64, address: BluetoothAddress, mtu: UInt16) {
        self.dongle = dongle
        self.connection = connection
        self.epoch = epoch
        self.address = address
        self.mtu = mtu
    }

    /// Negotiates the ATT MTU, 23...517, and returns the one in effect. ATT allows one exchange per
    /// connection, so a second call returns the MTU of the first.
    public func exchangeMTU(_ wanted: UInt16) async throws -> UInt16 {
        let request = ExchangeMTURequest(deadlineMs: deadline.deadlineMs, connection: connection, mtu: wanted)
        return try await dongle.request(request, epoch: epoch).mtu
    }

    /// Reads the whole value of an attribute, 0...512 bytes, with as many reads by offset as
    /// needed. An empty value is a valid result.
    public func read(_ handle: UInt16) async throws -> [UInt8] {
        var value: [UInt8] = []
        while value.count < Self.longestValue {
            let request = ReadRequest(
                deadlineMs: deadline.deadlineMs, connection: connection, handle: handle, offset: UInt16(value.count))
            do {
                let part = try await dongle.request(request, epoch: epoch)
                value += part.value
                if !part.more || part.value.isEmpty { break }
            } catch LinkError.failed(_, .att(0x0B), _, _) where !value.isEmpty {
                break  // Attribute Not Long: the value filled one answer exactly.
            }
        }
        return value
    }

    /// Writes a value of 0...512 bytes and waits until the peripheral has acknowledged it.
    public func write(_ value: [UInt8], to handle: UInt16) async throws {
        let request = WriteRequest(
            deadlineMs: deadline.deadlineMs, connection: connection, handle: handle, value: value)
        _ = try await dongle.request(request, epoch: epoch)
    }

    /// Queues an unacknowledged write of at most MTU − 3 bytes. A return only means that the
    /// dongle's radio has queued it; ``disconnect()`` may overtake it, ``awaitAnswer(within:)`` does
    /// not.
    public func writeCommand(_ value: [UInt8], to handle: UInt16) async throws {
        _ = try await dongle.request(
            WriteCommandRequest(connection: connection, handle: handle, value: value), epoch: epoch)
    }

    /// Returns once the peripheral has answered a read that was sent behind all earlier writes: then it
    /// has received these, too.
    ///
    /// The read is of handle 1, the first attribute of any server. A refusal is an answer as well.
    ///
    /// - Parameter limit: Longest wait, 100 ms...600 s.
    public func awaitAnswer(within limit: Duration) async throws {
        let request = ReadRequest(deadlineMs: limit.deadlineMs, connection: connection, handle: 1, offset: 0)
        do {
            _ = try await dongle.request(request, epoch: epoch)
        } catch LinkError.failed(_, let status, _, _) where status.domain == .att {
        } catch LinkError.refused(_, let status, _) where status.domain == .att {}
    }

    /// Turns notifications (or indications) on and returns them as a stream. The stream buffers
    /// 1,024 of them; those that arrive while it is full are reported as lost. Releasing the stream
    /// turns them off.
    public func subscribe(
        to characteristic: GATTCharacteristic, indications: Bool = false
    ) async throws -> AsyncStream<GATTUpdate> {
        guard let configuration = characteristic.configurationHandle else {
            throw LinkError.unsupported(operation: .subscribe)
        }
        return try await dongle.subscribe(
            connection, epoch: epoch, value: characteristic.valueHandle, configuration: configuration,
            mode: indications ? .indications : .notifications, deadlineMs: deadline.deadlineMs)
    }

    /// Returns the notifications and indications of the value at `handle`, without turning them on. The stream buffers
    /// as ``subscribe(to:indications:)`` does.
    public func updates(of handle: UInt16) async throws -> AsyncStream<GATTUpdate> {
        try await dongle.updates(connection, epoch: epoch, value: handle)
    }

    /// Ends the connection and frees its slot.
    public func disconnect() async throws {
        _ = try await dongle.request(
            DisconnectRequest(deadlineMs: deadline.deadlineMs, connection: connection), epoch: epoch)
    }
}
