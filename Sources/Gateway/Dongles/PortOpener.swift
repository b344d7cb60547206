import Dispatch
import DongleLink
import Glibc
import SerialPort

/// Finds the port that is meant and greets the dongle on it.
struct PortOpener: Sendable {
    let target: PortTarget
    /// Bits a second; nil = found out.
    let baud: Int?
    /// What sees the line on a port, by its path.
    var trace: (@Sendable (String) -> any WireTrace)?

    /// Longest wait for an answer at a rate that is not the last to be tried.
    private static let firstRateLimit = Duration.seconds(5)

    /// The ports of this machine, the likeliest first. Reads /proc and /sys, so not on the threads that everything runs on.
    static func ports() async throws -> [PortDescription] {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try PortScanner.list() }) }
        }
    }

    /// A port to open now.
    struct Choice: Sendable {
        var port: PortChoice.Chosen
        /// Nil for a port that is not on the USB.
        var device: DeviceOnUSB?
        /// Whether it is not the port that was named, but one where the device may be now.
        var isMoved = false
    }

    /// The port to open now.
    ///
    /// - Parameters:
    ///   - device: What was on the port when it was open last.
    ///   - taken: Paths that others have open.
    /// - Throws: ``PortChoice/Failure``; `SerialPortError` where ports are needed and cannot be listed.
    func choose(lastOpen device: DeviceOnUSB? = nil, taken: Set<String> = []) async throws -> Choice {
        let ports: [PortDescription]
        switch target {
        case .named(.path), .found:
            // A path can be opened without knowing what else there is.
            ports = (try? await Self.ports()) ?? []
        case .named(.auto), .named(.serial):
            ports = try await Self.ports()
        }
        if let device, let port = target.moved(device, among: ports, taken: taken, resolve: PortChoice.resolvedPath) {
            return Choice(port: .init(path: port.path, kind: port.kind), device: device, isMoved: true)
        }
        let chosen = try target.choose(among: ports, resolve: PortChoice.resolvedPath)
        let path = PortChoice.resolvedPath(chosen.path)
        let port = ports.first { $0.path == chosen.path || $0.path == path }
        return Choice(port: chosen, device: port.flatMap(DeviceOnUSB.init))
    }

    /// Opens a port and greets the dongle, at each rate in turn: silence at one says nothing about the next.
    ///
    /// - Parameter known: The rate that was right last.
    /// - Throws: `SerialPortError`, `LinkError`.
    func open(_ chosen: PortChoice.Chosen, known: Int?) async throws -> Dongle {
        var rates = chosen.rates(asked: baud)
        if let known, let index = rates.firstIndex(of: known) { rates.insert(rates.remove(at: index), at: 0) }
        for rate in rates.dropLast() {
            do {
                return try await Dongle.open(
                    path: chosen.path, baud: rate, isNative: chosen.isNative(asked: baud),
                    greetingLimit: Self.firstRateLimit, trace: trace?(chosen.path))
            } catch LinkError.greeting(.noAnswer) {
                continue
            }
        }
        return try await Dongle.open(
            path: chosen.path, baud: rates.last ?? 115_200, isNative: chosen.isNative(asked: baud),
            trace: trace?(chosen.path))
    }
}
