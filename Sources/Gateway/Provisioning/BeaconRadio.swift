import Advertising
import CP28
import DongleLink
import DongleProtocol

/// Connection to one beacon. Converts errors to those that the workflow knows.
actor BeaconRadio {
    private static let busyPause = Duration.milliseconds(200)

    private let dongles: DongleService
    private let connections: ConnectionService
    private let clock: GatewayClock
    private let dongle: String
    private let address: BluetoothAddress
    private let timeout: Duration
    /// Allows one attempt to connect at a time: a dongle cannot make more.
    private let connecting: Turns
    private var connection: GatewayConnection?
    /// Number of the present connection, so that late answers of an earlier one are not taken for
    /// its answers.
    private(set) var number = 0

    init(
        dongles: DongleService, connections: ConnectionService, clock: GatewayClock, dongle: String,
        address: BluetoothAddress, timeoutMs: Int, connecting: Turns
    ) {
        (self.dongles, self.connections) = (dongles, connections)
        (self.clock, self.dongle, self.address, self.connecting) = (clock, dongle, address, connecting)
        timeout = .milliseconds(timeoutMs)
    }

    /// - Parameter slotDeadline: Time until which to wait for a slot.
    func connect(
        _ type: AddressType, slotDeadline: Duration
    ) async -> ProvisioningWorkflow.Input {
        let wish = ConnectionWish(
            dongle: dongle, address: address, addressType: type, timeout: timeout, lease: .seconds(600))
        _ = await disconnect()
        number += 1
        while true {
            do {
                connection = try await connecting.take { try await connections.connect(wish) }
                return .connected
            } catch {
                switch ConnectOutcome(error) {
                case .noAnswer: return .notConnected(.noAnswer)
                case .dongleLost: return .notConnected(.dongleLost)
                case .full, .busy:
                    guard clock.now() < slotDeadline, !Task.isCancelled else { return .notConnected(.noSlot) }
                    await clock.sleep(clock.now() + Self.busyPause)
                }
            }
        }
    }

    /// - Returns: The ATT MTU in effect, if the beacon has reported it.
    func exchangeMTU(_ wanted: Int) async -> (input: ProvisioningWorkflow.Input, mtu: Int?) {
        var mtu: Int?
        let input = await attempt { connection in
            mtu = Int(try await connection.exchangeMTU(UInt16(clamping: wanted)))
            return .done
        }
        return (input, mtu)
    }

    func discover() async -> ProvisioningWorkflow.Input {
        await attempt { connection in
            .discovered(
                try await connection.services().flatMap { service in
                    service.characteristics.map { BeaconServer.Characteristic($0, of: service.uuid) }
                })
        }
    }

    /// - Parameter answer: Called with the beacon's answers, until the connection ends.
    func subscribe(
        _ handle: UInt16, answer: @escaping @Sendable (BeaconAnswer) -> Void
    ) async -> ProvisioningWorkflow.Input {
        let number = number
        return await attempt { connection in
            let updates = try await connection.notifications(handle)
            // The loop ends with the connection, which is ended on every path.
            Task {
                for await update in updates {
                    let what: BeaconAnswer.What
                    switch update {
                    case .value(let bytes): what = .answered(bytes)
                    case .lost(let count): what = .lost(count)
                    case .disconnected(let status): what = .disconnected(reason: status.hciReason ?? 0)
                    case .interrupted: return
                    }
                    answer(BeaconAnswer(connection: number, what: what))
                }
            }
            return .done
        }
    }

    func write(_ bytes: [UInt8], to target: BeaconServer.Target) async -> ProvisioningWorkflow.Input {
        await attempt { connection in
            try await connection.write(bytes, to: target.handle, confirmed: target.isAcknowledged)
            return .done
        }
    }

    func disconnect() async -> ProvisioningWorkflow.Input {
        guard let connection = connection.take() else { return .done }
        do {
            try await connection.disconnect()
        } catch {
            // The connection has ended by itself, or with the link.
        }
        return .done
    }

    private func attempt(
        _ body: (GatewayConnection) async throws -> ProvisioningWorkflow.Input
    ) async -> ProvisioningWorkflow.Input {
        guard let connection else { return .failed(.disconnected(reason: 0)) }
        do {
            return try await body(connection)
        } catch {
            let isLinked = await dongles.isLive(dongle)
            return .failed(ProvisioningWorkflow.OperationFault(error, isLinked: isLinked))
        }
    }

    private enum ConnectOutcome {
        case noAnswer, full, busy, dongleLost

        init(_ error: any Error) {
            switch error {
            // The attempt was cancelled.
            case is CancellationError, LinkError.notSent(_, .closed), LinkError.interrupted(_, .closed):
                self = .noAnswer
            case LinkError.refused(_, .slotsFull, _), GatewayError.tooMany: self = .full
            case LinkError.refused(_, .busy, _): self = .busy
            case LinkError.failed, LinkError.refused: self = .noAnswer
            default: self = .dongleLost
            }
        }
    }
}

/// Event on a connection that the beacon causes by itself.
struct BeaconAnswer: Sendable {
    enum What: Sendable {
        case answered([UInt8])
        /// Number of notifications that were lost on the way.
        case lost(UInt32)
        case disconnected(reason: UInt8)
    }

    /// Number of the connection, as ``BeaconRadio/number`` counts.
    let connection: Int
    let what: What
}

extension ProvisioningWorkflow.OperationFault {
    /// - Parameter isLinked: Whether the dongle can be used. If it can, the beacon has ended a
    ///   missing connection.
    init(_ error: any Error, isLinked: Bool) {
        switch error {
        case LinkError.refused(_, .notConnected, _): self = .disconnected(reason: 0)
        case LinkError.refused(_, let status, _), LinkError.failed(_, let status, _, _):
            if let code = status.attError {
                self = .att(code)
            } else if let reason = status.hciReason {
                self = .disconnected(reason: reason)
            } else if status == .notConnected {
                self = .disconnected(reason: 0)
            } else if status == .tooLarge {
                self = .tooLong
            } else {
                self = .timedOut
            }
        case LinkError.unsupported, GatewayError.cannotNotify: self = .unsupported
        case LinkError.tooLarge: self = .tooLong
        case let error as LinkError: self = .dongleLost(mayBeDone: error.outcome != .notDone)
        case GatewayError.unknownConnection where isLinked: self = .disconnected(reason: 0)
        default: self = .dongleLost(mayBeDone: false)
        }
    }
}

extension Status {
    /// The controller's reason, if the status is one.
    var hciReason: UInt8? { domain == .hci ? UInt8(truncatingIfNeeded: rawValue) : nil }
    /// The ATT error code, if the status is one.
    var attError: UInt8? { domain == .att ? UInt8(truncatingIfNeeded: rawValue) : nil }
}

extension BeaconServer.Characteristic {
    fileprivate init(_ characteristic: GATTCharacteristic, of service: BluetoothUUID) {
        let properties = characteristic.properties
        self.init(
            service: service, uuid: characteristic.uuid, handle: characteristic.valueHandle,
            takesRequests: properties.contains(.write), takesCommands: properties.contains(.writeWithoutResponse),
            notifies: !properties.isDisjoint(with: [.notify, .indicate]))
    }
}
