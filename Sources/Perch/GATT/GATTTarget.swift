import Advertising
import ArgumentParser
import Failures
import GatewayModel

/// The peripheral that a GATT verb works with, and the dongle that connects to it.
struct GATTTarget: ParsableArguments {
    @Argument(help: "The peripheral's address, aa:bb:cc:dd:ee:ff.")
    var address: BluetoothAddress

    @Option(help: "Type of the address: public or random; without it, a short scan finds out.")
    var type: AddressType?

    @Option(help: "Longest wait for the connection and for each operation, 100ms...10m.")
    var timeout = DurationArgument(.seconds(10))

    @OptionGroup var dongle: DongleOptions

    /// Reasons why a GATT verb failed, apart from errors of the gateway.
    enum Failure: Error, Sendable, Hashable {
        case noSuchCharacteristic(BluetoothUUID, known: [BluetoothUUID])
        case ambiguous(BluetoothUUID, handles: [UInt16])
        case noSuchHandle(UInt16)
        case cannotNotify(BluetoothUUID)
        /// The connection ended; the problem gives the reason, nil where it is unknown.
        case disconnected(Problem?)
    }

    func validate() throws {
        guard (.milliseconds(100) ... .seconds(600)).contains(timeout.duration) else {
            throw ValidationError("--timeout takes 100ms...10m.")
        }
    }

    /// Connects, lends the peripheral to `body`, and disconnects on every path.
    func withPeripheral(_ output: VerbOutput, _ body: (Peripheral) async throws -> Void) async throws {
        try await dongle.withGateway(output) { lease in
            // Marks the output as simulated, if it is, before anything else is tried.
            let dongle = try await lease.oneDongle(output)
            let peripheral = try await Peripheral(
                address, type: type, on: lease.client, dongle: dongle.name, timeout: timeout.duration)
            do {
                try await body(peripheral)
            } catch {
                // Only the first error is reported; the gateway ends an unused connection.
                try? await peripheral.disconnect()
                throw error
            }
            // The work is done, so an error of disconnecting does not matter. A verb that writes
            // without acknowledgement has disconnected itself.
            try? await peripheral.disconnect()
        }
    }
}

extension AddressType: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(rawValue: argument)
    }
}

extension BluetoothAddress: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension GATTTarget.Failure: FailureConvertible {
    package var failure: Failure { Failure(self) }
}

extension Failure {
    fileprivate init(_ failure: GATTTarget.Failure) {
        switch failure {
        case .noSuchCharacteristic(let uuid, let known):
            self.init(
                code: "no-such-characteristic", message: "The device has no characteristic \(uuid).",
                hint: "Use one of its characteristics: \(known.map(\.description).joined(separator: ", ")).",
                exit: .unavailable)
        case .ambiguous(let uuid, let handles):
            self.init(
                code: "ambiguous-characteristic",
                message: "The device has \(handles.count) characteristics \(uuid).",
                hint: "Choose one by --handle: \(handles.map(String.init).joined(separator: ", ")).", exit: .usage)
        case .noSuchHandle(let handle):
            self.init(
                code: "no-such-handle", message: "No characteristic has its value at handle \(handle).",
                hint: "See the handles with `perch gatt discover`.", exit: .unavailable)
        case .cannotNotify(let uuid):
            self.init(
                code: "cannot-notify", message: "\(uuid) neither notifies nor indicates.",
                hint: "Read it with `perch gatt read`.", exit: .protocolMismatch)
        case .disconnected(let problem?):
            self.init(problem)
        case .disconnected(nil):
            self.init(
                code: "disconnected", message: "The connection to the device ended, for an unknown reason.",
                hint: "Go nearer and try again.", isRetryable: true, exit: .temporary)
        }
    }
}
