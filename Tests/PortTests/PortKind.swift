import Foundation
import Testing

/// What a test of the link can have at the other end of the line.
enum PortKind: String, Sendable, CaseIterable, CustomTestStringConvertible {
    /// The core inside this process, behind a pseudo-terminal, with the simulator's radio.
    case simulated
    /// `ports/posix`, full profile, under sanitizers.
    case posix
    /// `ports/posix`, small profile, under sanitizers.
    case posixSmall
    /// `ports/nrf51-qemu`: the small profile on an emulated Cortex-M0.
    case qemu

    var testDescription: String { rawValue }

    /// Those that need nothing beyond what building needs.
    static let plain: [PortKind] = [.simulated, .posix, .posixSmall]
    /// Those whose radio is `ports/scripted`.
    static let scripted: [PortKind] = [.posix, .posixSmall]

    /// Why there is no QEMU port on this machine; nil = there is.
    static let qemuMissing: String? = {
        let missing = ["arm-none-eabi-gcc", "qemu-system-arm"].filter { !isOnPath($0) }
        return missing.isEmpty
            ? nil : "\(missing.joined(separator: " and ")) not on the PATH: tools/setup cross qemu"
    }()

    static var qemuComment: Comment { Comment(rawValue: qemuMissing ?? "") }

    private static func isOnPath(_ program: String) -> Bool {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// Whether it is built in the small profile of SPEC.md 14.
    var isSmall: Bool { self == .posixSmall || self == .qemu }
    var slots: Int { isSmall ? 1 : 8 }
    var mtu: UInt16 { isSmall ? 243 : 247 }
    /// Largest CONFIG_DATA.
    var chunk: Int { isSmall ? 240 : 512 }
    var flashUnit: Int { isSmall ? 1024 : 4096 }
    var configLimit: Int { isSmall ? 4096 : 8192 }
    /// Longest value in one WRITE.
    var valueLimit: Int { isSmall ? 240 : 512 }
}
