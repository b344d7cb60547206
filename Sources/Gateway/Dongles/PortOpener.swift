import Dispatch
import DongleLink
import Glibc
import SerialPort

/// Finds the wanted port and greets the dongle on it.
struct PortOpener: Sendable {
    let target: PortTarget
    /// Bits per second; nil = found by trying.
    let baud: Int?
    /// Where the port is if the target is a radio.
    var radio: RadioPort?
    /// Returns the trace for the line on a port, by its path.
    var trace: (@Sendable (String) -> any WireTrace)?

    /// Longest wait for an answer at each rate but the last.
    private static let firstRateLimit = Duration.seconds(5)

    /// Returns the ports of this machine, the likeliest first. Reads /proc and /sys, which can
    /// block, so on a thread of its own.
    static func ports() async throws -> [PortDescription] {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try PortScanner.list() }) }
        }
    }

    /// A port to open now, and how it was found.
    struct Choice: Sendable {
        var port: PortChoice.Chosen
        /// USB description; nil for a port that is not on USB.
        var device: DeviceOnUSB?
        /// Whether this is not the named port, but one where its device may be now.
        var isMoved = false
    }

    /// Chooses the port to open now.
    ///
    /// - Parameters:
    ///   - device: Device that was on the port when it was last open.
    ///   - taken: Paths that others have open.
    /// - Throws: ``PortChoice/Failure``; `SerialPortError` if the list of ports is needed and
    ///   cannot be read.
    func choose(lastOpen device: DeviceOnUSB? = nil, taken: Set<String> = []) async throws -> Choice {
        let ports: [PortDescription]
        switch target {
        case .named(.path), .found:
            // A path can be opened without the list of ports.
            ports = (try? await Self.ports()) ?? []
        case .named(.auto), .named(.serial):
            ports = try await Self.ports()
        case .named(.radio):
            ports = []
        }
        if let device, let port = target.moved(device, among: ports, taken: taken, resolve: PortChoice.resolvedPath) {
            return Choice(port: .init(path: port.path, kind: port.kind), device: device, isMoved: true)
        }
        let chosen = try target.choose(among: ports, resolve: PortChoice.resolvedPath)
        let path = PortChoice.resolvedPath(chosen.path)
        let port = ports.first { $0.path == chosen.path || $0.path == path }
        return Choice(port: chosen, device: port.flatMap(DeviceOnUSB.init))
    }

    /// Opens a port and greets the dongle, at each rate in turn: silence at one rate says nothing
    /// about the next.
    ///
    /// - Parameter known: Rate that worked last.
    /// - Throws: `SerialPortError`, `LinkError`, ``RadioError``.
    func open(_ chosen: PortChoice.Chosen, known: Int?) async throws -> Dongle {
        if let radio { return try await open(radio, trace: trace?(chosen.path)) }
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

    private func open(_ radio: RadioPort, trace: (any WireTrace)?) async throws -> Dongle {
        let path = try await radio.path()
        do {
            return try await Dongle.open(
                path: path, baud: baud ?? 921_600, isNative: true, greetingLimit: BridgeState.silenceLimit,
                trace: trace)
        } catch let error as LinkError {
            switch error {
            case .greeting(.noAnswer), .greeting(.notTransparent): await radio.bridge?.unanswered()
            default: break
            }
            throw error
        }
    }
}
