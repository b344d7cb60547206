/// A characteristic of the echo service, by which conformance checks see what reaches a peripheral
/// and what comes from it. docs/conformance.md says what each does.
package enum EchoCharacteristic: UInt8, CaseIterable, Sendable {
    case echo = 0x11
    case long = 0x14
    case counter = 0x16
    case indicated = 0x19
    case protected = 0x1C
    case silent = 0x1E
    case drop = 0x20
    case others = 0x22

    private static let base: UInt128 = 0x7065_7263_6800_4000_8000_0000_0000_0000

    /// UUID of the service where it stands alone; a peripheral may have the characteristics in any.
    package static let serviceUUID = base | 1

    /// Value of ``long``, 300 bytes.
    package static let longValue = (0..<300).map { UInt8($0 % 251) }

    /// Time between two values of ``counter`` and of ``indicated``.
    package static let interval = Duration.milliseconds(100)

    package var uuid: UInt128 { Self.base | UInt128(rawValue) }
}
