import Advertising
import DongleLink

/// Devices on the air, as `firmware-protocol/ports/scripted/README.md` describes them.
enum ScriptedAir {
    static func address(_ last: UInt8) -> BluetoothAddress { BluetoothAddress(0xC0FF_EE00_0000 | UInt64(last)) }

    static let peripheral = address(0x02)
    static let dropping = address(0x04)
    static let absent = address(0x05)
    static let unheard = (0x10...0x1F).map { address(UInt8($0)) }

    static let echo: UInt16 = 0x0012
    static let long: UInt16 = 0x0015
    static let counter: UInt16 = 0x0017
    static let indicated: UInt16 = 0x001A
    static let protected: UInt16 = 0x001D
    static let silent: UInt16 = 0x001F
    static let drop: UInt16 = 0x0021

    static let longValue = (0..<300).map { UInt8($0 % 251) }
}

extension [GATTService] {
    /// Returns the characteristic whose value has that handle.
    func characteristic(_ handle: UInt16) -> GATTCharacteristic? {
        flatMap(\.characteristics).first { $0.valueHandle == handle }
    }
}

/// Returns the error that `body` throws; nil if it succeeds.
func failure(of body: () async throws -> Void) async -> LinkError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? LinkError
    }
}
