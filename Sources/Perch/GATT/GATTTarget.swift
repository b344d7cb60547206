import Advertising
import ArgumentParser
import DongleLink
import DongleProtocol
import Failures
import Gateway
import Synchronization

/// The peripheral that a GATT verb is about, and the dongle to reach it by.
struct GATTTarget: ParsableArguments {
    @Argument(help: "The peripheral's address, aa:bb:cc:dd:ee:ff.")
    var address: BluetoothAddress

    @Option(help: "Kind of that address; without it a short scan finds out.")
    var type: Advertising.AddressType?

    @Option(help: "Longest wait for the connection and for each operation, 100ms...10m.")
    var timeout = DurationArgument(.seconds(10))

    @OptionGroup var port: PortOptions

    /// Why a GATT verb could not do its work, apart from the link.
    enum Failure: Error, Sendable, Hashable {
        case notHeard(BluetoothAddress, limit: Duration)
        case noSuchCharacteristic(BluetoothUUID, known: [BluetoothUUID])
        case ambiguous(BluetoothUUID, handles: [UInt16])
        case noSuchHandle(UInt16)
        case cannotNotify(GATTCharacteristic)
        case disconnected(Status)
    }

    /// How long to listen for an address.
    private static let listeningLimit = Duration.seconds(5)

    func validate() throws {
        guard (.milliseconds(100) ... .seconds(600)).contains(timeout.duration) else {
            throw ValidationError("--timeout takes 100ms...10m.")
        }
    }

    /// Connects, lends the peripheral to `body`, and disconnects on every path.
    ///
    /// - Parameter isShort: Whether ^C cuts `body` short; else it heeds ^C by itself.
    func withPeripheral(
        _ output: VerbOutput, isShort: Bool = true,
        _ body: @escaping @Sendable (any PeripheralService) async throws -> Void
    ) async throws {
        try await port.withDongle(output) { dongle in
            let peripheral = try await output.interruptible { try await connect(dongle) }
            do {
                if isShort {
                    try await output.interruptible { try await body(peripheral) }
                } else {
                    try await body(peripheral)
                }
            } catch {
                // The first error is the one to tell; the dongle drops its connections with the session anyway.
                try? await peripheral.disconnect()
                throw error
            }
            // What was asked for is done, and closing the link ends the connection too.
            try? await peripheral.disconnect()
        }
    }

    private func connect(_ dongle: any DongleService) async throws -> any PeripheralService {
        let type = if let type { type } else { try await heardType(by: dongle) }
        return try await dongle.connect(to: address, type: type, deadline: timeout.duration)
    }

    private func heardType(by dongle: any DongleService) async throws -> Advertising.AddressType {
        let heard = Mutex<Advertising.AddressType?>(nil)
        let stop = StopCondition()
        let scan = Scan(dongle: dongle, filter: AdvertFilter())
        let request = ScanStartRequest(mode: .passive)
        try await scan.run(request, duration: GATTTarget.listeningLimit, stop: stop) { adverts in
            for (sighting, _) in adverts where sighting.address == address {
                heard.withLock { $0 = sighting.addressType }
                stop.stop(.satisfied)
            }
        }
        guard let type = heard.withLock({ $0 }) else {
            throw Failure.notHeard(address, limit: GATTTarget.listeningLimit)
        }
        return type
    }
}

extension Advertising.AddressType: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(name: argument)
    }

    /// The names, not the raw numbers that the enumeration would give.
    public static var allValueStrings: [String] { ["public", "random"] }
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
        case .notHeard(let address, let limit):
            self.init(
                code: "not-heard", message: "\(address) did not advertise within \(tenths(limit)) s.",
                hint: "Go nearer, wake the device, or name the kind of its address with --type.", isRetryable: true,
                exit: .temporary)
        case .noSuchCharacteristic(let uuid, let known):
            self.init(
                code: "no-such-characteristic", message: "The device has no characteristic \(uuid).",
                hint: "It has \(known.map(\.description).joined(separator: ", ")).", exit: .unavailable)
        case .ambiguous(let uuid, let handles):
            self.init(
                code: "ambiguous-characteristic", message: "The device has \(handles.count) characteristics \(uuid).",
                hint: "Choose one by --handle: \(handles.map(String.init).joined(separator: ", ")).", exit: .usage)
        case .noSuchHandle(let handle):
            self.init(
                code: "no-such-handle", message: "No characteristic has its value at handle \(handle).",
                hint: "See the handles with `perch gatt discover`.", exit: .unavailable)
        case .cannotNotify(let characteristic):
            self.init(
                code: "cannot-notify", message: "\(characteristic.uuid) neither notifies nor indicates.",
                hint: "Read it with `perch gatt read`.", exit: .protocolMismatch)
        case .disconnected(let status):
            self.init(status: status, body: ErrorBody(), operation: .subscribe)
            code = "disconnected"
            message =
                "The connection ended: \(StatusAdvice.of(status)?.sentence ?? "for an unknown reason") (\(status.word))."
        }
    }
}
