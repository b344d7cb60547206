import DongleLink
import DongleProtocol

/// Sizes that ATT sets. Source: Core Specification, Vol 3, Part F, 3.2.8 and 3.4.
enum PeripheralLimits {
    /// Bytes of a notification or write command beside its value.
    static let header = 3
    /// The ATT MTU that every device has without asking.
    static let smallestMTU = 23
    static let largestMTU = 517
    static let longestNotification = largestMTU - header
}

extension PeripheralService {
    /// Asks for an ATT MTU that carries `bytes` in one packet, if the smallest does not. A device may refuse to talk of it.
    func widen(for bytes: Int) async throws {
        guard bytes > PeripheralLimits.smallestMTU - PeripheralLimits.header else { return }
        let wanted = min(bytes + PeripheralLimits.header, PeripheralLimits.largestMTU)
        do {
            _ = try await exchangeMTU(UInt16(wanted))
        } catch LinkError.failed(_, .att(0x06), _, _) {
            // Request Not Supported: the smallest holds.
            return
        }
    }
}
