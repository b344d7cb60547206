import DongleLink
import DongleProtocol
import ESPHomeAPI
import Gateway

/// Numbers by which clients know errors. ATT errors and HCI reasons of the link are passed on unchanged.
enum ErrorNumber {
    /// HCI: Connection Timeout. The device may still believe that it is connected.
    static let connectionTimeout: Int32 = 0x08
    /// HCI: Connection Already Exists.
    static let alreadyConnected: Int32 = 0x0B
    /// HCI: Connection Terminated By Local Host.
    static let endedHere: Int32 = 0x16
    /// HCI: Connection Failed to be Established.
    static let notEstablished: Int32 = 0x3E
    /// ATT: Invalid Handle.
    static let invalidHandle: Int32 = 0x01
    /// ATT: Request Not Supported.
    static let notSupported: Int32 = 0x06
    /// ATT: Unlikely Error, for a failure that has no number of its own.
    static let unlikely: Int32 = 0x0E
    /// ATT: Insufficient Resources.
    static let insufficientResources: Int32 = 0x11

    /// Number for a connection that could not be made. 0 = no slot is free.
    static func connecting(_ error: any Error) -> Int32 {
        switch error {
        case GatewayError.tooMany, LinkError.refused(_, .slotsFull, _): 0
        case LinkError.refused(_, .alreadyConnected, _): alreadyConnected
        case LinkError.failed(_, let status, _, _), LinkError.refused(_, let status, _):
            reason(status) ?? notEstablished
        default: notEstablished
        }
    }

    /// Number for an operation on a connected device that failed.
    static func operation(_ error: any Error) -> Int32 {
        switch error {
        case LinkError.failed(_, let status, _, _), LinkError.refused(_, let status, _):
            if status.domain == .att { return Int32(status.code) }
            if status.domain == .hci || status == .notConnected { return ServerMessage.notConnected }
            return status == .tooLarge ? 0x0D : unlikely
        // Its length does not suit the attribute: Invalid Attribute Value Length.
        case LinkError.tooLarge: return 0x0D
        case LinkError.unsupported: return notSupported
        case is LinkError, GatewayError.unknownConnection, GatewayError.stopping: return ServerMessage.notConnected
        default: return unlikely
        }
    }

    /// Number for the end of a connection.
    static func end(_ end: ConnectionEnd) -> Int32 {
        switch end {
        case .disconnected(let status): reason(status) ?? connectionTimeout
        case .requested: endedHere
        case .dongleLost: connectionTimeout
        }
    }

    private static func reason(_ status: Status) -> Int32? { status.domain == .hci ? Int32(status.code) : nil }
}
