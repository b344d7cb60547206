import Advertising
import Failures
import GatewayClient
import GatewayModel
import Synchronization

/// Checks whether the gateway is connected to a FlockFinder while a verb watches its detections.
final class ListeningWatch: Sendable {
    private static let look = Duration.milliseconds(250)
    /// Codes of errors that waiting does not resolve.
    private static let lasting: Set<String> = ["not-a-flockfinder"]

    private let device: String
    private let client: GatewayClient
    private let last = Mutex<AttachedFlockFinder?>(nil)

    init(device: String, client: GatewayClient) {
        self.device = device
        self.client = client
    }

    /// Checks repeatedly, until it is cancelled or an error makes waiting useless.
    func run() async throws {
        while true {
            // A gateway that does not answer ends the stream, which says why.
            let found = try? await client.attachedFlockFinders().attached.first { Self.isSame($0.device, device) }
            if let found { last.withLock { $0 = found } }
            if let found, found.connections == 0, let code = found.lastError?.code, Self.lasting.contains(code) {
                return
            }
            try await Task.sleep(for: Self.look)
        }
    }

    /// Compares two devices; the same address can be spelled in several ways.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        func address(_ text: String) -> BluetoothAddress? { BluetoothAddress(text.replacing("-", with: ":")) }
        return one == other || address(one).map { $0 == address(other) } ?? false
    }

    /// Why the gateway was never connected to the device; nil where it was.
    var failure: Failure? {
        let found = last.withLock { $0 }
        guard found.map({ $0.connections == 0 }) ?? true else { return nil }
        guard let error = found?.lastError else {
            return Failure(
                code: "not-connected",
                message: "The gateway was not connected to \(printable(device)): it was still searching.",
                hint: "Allow more time: a search takes up to 10 s.", isRetryable: true, exit: .unavailable)
        }
        return Failure(
            code: error.code, message: printable(error.message), hint: printable(error.hint), isRetryable: true,
            exit: Self.lasting.contains(error.code) ? .protocolMismatch : .unavailable)
    }
}
