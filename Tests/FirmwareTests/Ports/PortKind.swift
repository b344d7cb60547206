import Foundation
import Testing

/// Kinds of dongle for tests of the link.
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

    /// Ports that need nothing beyond the requirements of the build.
    static let plain: [PortKind] = [.simulated, .posix, .posixSmall]
    /// Ports whose radio is `ports/scripted`.
    static let scripted: [PortKind] = [.posix, .posixSmall]

    /// Reason why this machine has no QEMU port; nil = it has one.
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

    /// Whether the port is built in the small profile of SPEC.md 14.
    var isSmall: Bool { self == .posixSmall || self == .qemu }
    var slots: Int { isSmall ? 1 : 8 }
    var mtu: UInt16 { isSmall ? 243 : 247 }
    /// Bytes in the largest CONFIG_DATA.
    var chunk: Int { isSmall ? 240 : 512 }
    var flashUnit: Int { isSmall ? 1024 : 4096 }
    var configLimit: Int { isSmall ? 4096 : 8192 }
    /// Bytes in the longest value of one WRITE.
    var valueLimit: Int { isSmall ? 240 : 512 }
}
