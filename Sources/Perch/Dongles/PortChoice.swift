import ArgumentParser
import SerialPort

/// Which port a verb is to use, as `--port` says it.
enum PortChoice: Sendable, Hashable {
    /// The one port that looks like a dongle.
    case auto
    /// A simulated dongle inside this process.
    case simulated
    case path(String)
    case serial(String)

    /// Why no port could be chosen.
    enum Failure: Error, Sendable, Hashable {
        /// No port looks like a dongle; `others` are there and do not.
        case none(others: [PortDescription])
        case several([PortDescription])
        case noSuchSerial(String, known: [String])
    }

    /// A port to be opened.
    struct Chosen: Sendable, Hashable {
        let path: String
        /// Nil for a port that is not on the USB.
        let kind: PortKind?
        /// Whether another program is behind it, such as a simulated dongle.
        var isPseudoTerminal = false

        /// Whether bytes are on the other side as soon as they are written. A pseudo-terminal may be paced like a line,
        /// which somebody who names a rate knows.
        func isNative(asked: Int?) -> Bool { kind == .native || (isPseudoTerminal && asked == nil) }

        /// The rates to try, in turn. Where there is no line behind the port, any rate does.
        func rates(asked: Int?) -> [Int] {
            if let asked { return [asked] }
            return isNative(asked: nil) ? [921_600] : [921_600, 115_200]
        }
    }

    /// Chooses among the ports of this machine.
    ///
    /// - Parameters:
    ///   - ports: The likeliest first.
    ///   - resolve: What a path leads to through every link.
    /// - Returns: Nil for ``simulated``, which needs none.
    func choose(among ports: [PortDescription], resolve: (String) -> String = { $0 }) throws(Failure) -> Chosen? {
        switch self {
        case .simulated:
            return nil
        case .path(let path):
            let target = resolve(path)
            let known = ports.first { $0.path == path || $0.alias == path || $0.path == target }
            return Chosen(path: path, kind: known?.kind, isPseudoTerminal: target.hasPrefix("/dev/pts/"))
        case .auto:
            return try PortChoice.only(ports.filter { $0.kind != .unknown && $0.access.verdict != .gone }, of: ports)
        case .serial(let serial):
            let matching = ports.filter { $0.serial?.lowercased() == serial.lowercased() }
            guard !matching.isEmpty else { throw .noSuchSerial(serial, known: ports.compactMap(\.serial)) }
            return try PortChoice.only(matching, of: ports)
        }
    }

    private static func only(
        _ candidates: [PortDescription], of ports: [PortDescription]
    ) throws(Failure) -> Chosen {
        guard let first = candidates.first else { throw .none(others: ports) }
        guard candidates.count == 1 else { throw .several(candidates) }
        return Chosen(path: first.path, kind: first.kind)
    }
}

extension PortChoice: ExpressibleByArgument {
    init?(argument: String) {
        switch argument {
        case "": return nil
        case "auto": self = .auto
        case "sim": self = .simulated
        default:
            guard argument.hasPrefix("id:") else {
                self = .path(argument)
                return
            }
            let serial = String(argument.dropFirst(3))
            guard !serial.isEmpty else { return nil }
            self = .serial(serial)
        }
    }

    var defaultValueDescription: String { "auto" }

    static var defaultCompletionKind: CompletionKind { .file() }
}

extension Failure {
    init(_ failure: PortChoice.Failure) {
        switch failure {
        case .none(let others):
            let there =
                others.isEmpty
                ? "no serial port is plugged in"
                : "none of the ports here is a known dongle (\(others.map(\.path).joined(separator: ", ")))"
            self.init(
                code: "no-port", message: "There is no dongle to use: \(there).",
                hint: "Plug one in, name a port with --port (`perch ports` lists them), or try `--port sim`.",
                exit: .unavailable)
        case .several(let ports):
            let list = ports.map { port in
                ([port.path, port.knownName].compactMap { $0 } + (port.serial.map { ["id:\($0)"] } ?? []))
                    .joined(separator: " ")
            }
            self.init(
                code: "several-ports", message: "Several ports may be a dongle: \(list.joined(separator: "; ")).",
                hint: "Choose one with --port PATH or --port id:SERIAL.", exit: .unavailable)
        case .noSuchSerial(let serial, let known):
            self.init(
                code: "no-such-serial", message: "No port has the serial number \(serial).",
                hint: known.isEmpty
                    ? "No port here has one; `perch ports` lists them."
                    : "There are: \(known.joined(separator: ", ")).",
                exit: .unavailable)
        }
    }
}
