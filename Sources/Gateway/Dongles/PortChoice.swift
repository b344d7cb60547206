import Foundation
import Glibc
import SerialPort

/// Port that a gateway should use.
package enum PortChoice: Sendable, Hashable {
    /// The one port that looks like a dongle; for a gateway that stays, every such port as it
    /// appears.
    case auto
    case path(String)
    /// The port with this USB serial number.
    case serial(String)
    /// The port of the dongle that a bridge makes of this radio.
    case radio(RadioName)

    /// Reason why no port could be chosen.
    package enum Failure: Error, Sendable, Hashable {
        /// No port looks like a dongle; `others` are the ports that do not.
        case none(others: [PortDescription])
        case several([PortDescription])
        case noSuchSerial(String, known: [String])
    }

    /// A chosen port.
    package struct Chosen: Sendable, Hashable {
        /// Path of the port, or name of the radio.
        package let path: String
        /// Kind of the port; nil for a port that is not on USB.
        package let kind: PortKind?
        /// Whether another program, such as a simulated dongle, is behind the port.
        package var isPseudoTerminal = false

        /// Creates a chosen port.
        package init(path: String, kind: PortKind?, isPseudoTerminal: Bool = false) {
            self.path = path
            self.kind = kind
            self.isPseudoTerminal = isPseudoTerminal
        }

        /// Returns whether bytes arrive on the other side as soon as they are written. A
        /// pseudo-terminal may imitate the speed of a line; a user who names a rate expects that.
        package func isNative(asked: Int?) -> Bool { kind == .native || (isPseudoTerminal && asked == nil) }

        /// Returns the rates to try, in turn, in bits per second. Without a line behind the port,
        /// any rate works.
        package func rates(asked: Int?) -> [Int] {
            if let asked { return [asked] }
            return isNative(asked: nil) ? [921_600] : [921_600, 115_200]
        }
    }

    /// Reads `auto`, `id:SERIAL`, the name of a radio or a path; nil for an empty text, an empty
    /// serial number, or what begins like a radio's name and is none.
    package init?(_ text: String) {
        if text == "auto" {
            self = .auto
        } else if text.hasPrefix("id:") {
            let serial = String(text.dropFirst(3))
            guard !serial.isEmpty else { return nil }
            self = .serial(serial)
        } else if RadioName.isMeant(by: text) {
            guard let name = try? RadioName(text) else { return nil }
            self = .radio(name)
        } else {
            guard !text.isEmpty else { return nil }
            self = .path(text)
        }
    }

    /// The text that ``init(_:)`` reads.
    package var text: String {
        switch self {
        case .auto: "auto"
        case .path(let path): path
        case .serial(let serial): "id:\(serial)"
        case .radio(let name): name.text
        }
    }

    /// Chooses one of the ports of this machine.
    ///
    /// - Parameters:
    ///   - ports: Ports, the likeliest first.
    ///   - resolve: Returns the target of a path through all symbolic links.
    package func choose(
        among ports: [PortDescription], resolve: (String) -> String = { $0 }
    ) throws(Failure) -> Chosen {
        switch self {
        case .path(let path):
            let target = resolve(path)
            let known = ports.first { $0.path == path || $0.alias == path || $0.path == target }
            return Chosen(path: path, kind: known?.kind, isPseudoTerminal: target.hasPrefix("/dev/pts/"))
        case .auto:
            return try PortChoice.only(ports.filter(\.looksLikeDongle), of: ports)
        case .serial(let serial):
            let matching = ports.filter { $0.serial?.lowercased() == serial.lowercased() }
            guard !matching.isEmpty else { throw .noSuchSerial(serial, known: ports.compactMap(\.serial)) }
            return try PortChoice.only(matching, of: ports)
        case .radio(let name):
            return Chosen(path: name.text, kind: nil, isPseudoTerminal: true)
        }
    }

    /// `O_PATH`, a macro that Swift cannot read: opens the name itself, not the device behind it.
    private static let pathOnly: Int32 = 0o10_000_000

    /// Returns the target of a path through all symbolic links; the path itself if it leads
    /// nowhere.
    package static func resolvedPath(_ path: String) -> String {
        // Does not use `realpath`: umockdev's replacement for it writes outside its buffer if a
        // mocked port is a pseudo-terminal.
        let descriptor = open(path, pathOnly | O_CLOEXEC)
        guard descriptor >= 0 else { return path }
        defer { close(descriptor) }
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) ?? path
    }

    private static func only(
        _ candidates: [PortDescription], of ports: [PortDescription]
    ) throws(Failure) -> Chosen {
        guard let first = candidates.first else { throw .none(others: ports) }
        guard candidates.count == 1 else { throw .several(candidates) }
        return Chosen(path: first.path, kind: first.kind)
    }
}

extension PortDescription {
    /// Whether ``PortChoice/auto`` includes this port.
    package var looksLikeDongle: Bool { kind != .unknown && access.verdict != .gone }
}
