/// Operation that a request asks for. Source: SPEC.md 8.
public struct Operation: WireCode {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Opens a session.
    public static let hello = Operation(rawValue: 0x0001)
    /// Asks whether the dongle is there and how far its streams have got.
    public static let ping = Operation(rawValue: 0x0002)
    /// Asks for the firmware's names and sizes.
    public static let info = Operation(rawValue: 0x0003)
    /// Asks for a snapshot of the dongle's state.
    public static let getState = Operation(rawValue: 0x0004)
    /// Ends an open deferred operation.
    public static let cancel = Operation(rawValue: 0x0005)
    /// Makes the dongle identify itself to a person.
    public static let identify = Operation(rawValue: 0x0006)
    /// Restarts the dongle.
    public static let reboot = Operation(rawValue: 0x0007)
    /// Starts the Bluetooth scan, or replaces its parameters.
    public static let scanStart = Operation(rawValue: 0x0101)
    /// Stops the Bluetooth scan.
    public static let scanStop = Operation(rawValue: 0x0102)
    /// Starts the Wi-Fi scan.
    public static let wifiScanStart = Operation(rawValue: 0x0103)
    /// Stops the Wi-Fi scan.
    public static let wifiScanStop = Operation(rawValue: 0x0104)
    /// Connects to a peripheral.
    public static let connect = Operation(rawValue: 0x0201)
    /// Ends a connection.
    public static let disconnect = Operation(rawValue: 0x0202)
    /// Exchanges the ATT MTU.
    public static let exchangeMTU = Operation(rawValue: 0x0203)
    /// Lists attributes of the peer.
    public static let discover = Operation(rawValue: 0x0204)
    /// Reads an attribute value.
    public static let read = Operation(rawValue: 0x0205)
    /// Writes an attribute value and waits for the peer to acknowledge it.
    public static let write = Operation(rawValue: 0x0206)
    /// Queues an unacknowledged write.
    public static let writeCommand = Operation(rawValue: 0x0207)
    /// Turns notifications or indications on or off.
    public static let subscribe = Operation(rawValue: 0x0208)
    /// Announces a config.
    public static let configBegin = Operation(rawValue: 0x0301)
    /// Sends a part of the announced config.
    public static let configData = Operation(rawValue: 0x0302)
    /// Makes the staged config active.
    public static let configCommit = Operation(rawValue: 0x0303)
    /// Saves the active config, so that the next boot runs it.
    public static let configSave = Operation(rawValue: 0x0304)
    /// Makes the saved config active.
    public static let configLoad = Operation(rawValue: 0x0305)
    /// Makes the factory config active.
    public static let configReset = Operation(rawValue: 0x0306)
    /// Asks which configs exist.
    public static let configStat = Operation(rawValue: 0x0307)
    /// Reads back a part of a config.
    public static let configRead = Operation(rawValue: 0x0308)

    /// Name of the operation in SPEC.md; nil for operations that this version does not know.
    public var name: String? {
        switch self {
        case .hello: "HELLO"
        case .ping: "PING"
        case .info: "INFO"
        case .getState: "GET_STATE"
        case .cancel: "CANCEL"
        case .identify: "IDENTIFY"
        case .reboot: "REBOOT"
        case .scanStart: "SCAN_START"
        case .scanStop: "SCAN_STOP"
        case .wifiScanStart: "WIFI_SCAN_START"
        case .wifiScanStop: "WIFI_SCAN_STOP"
        case .connect: "CONNECT"
        case .disconnect: "DISCONNECT"
        case .exchangeMTU: "EXCHANGE_MTU"
        case .discover: "DISCOVER"
        case .read: "READ"
        case .write: "WRITE"
        case .writeCommand: "WRITE_COMMAND"
        case .subscribe: "SUBSCRIBE"
        case .configBegin: "CONFIG_BEGIN"
        case .configData: "CONFIG_DATA"
        case .configCommit: "CONFIG_COMMIT"
        case .configSave: "CONFIG_SAVE"
        case .configLoad: "CONFIG_LOAD"
        case .configReset: "CONFIG_RESET"
        case .configStat: "CONFIG_STAT"
        case .configRead: "CONFIG_READ"
        default: nil
        }
    }

    /// Whether the operation's outcome comes in a DONE event, after ACCEPTED.
    public var isDeferred: Bool {
        switch self {
        case .connect, .disconnect, .exchangeMTU, .discover, .read, .write,
            .subscribe, .configBegin, .configCommit, .configSave:
            true
        default: false
        }
    }

    /// Whether the answer may exceed 32 bytes. The dongle then recreates it for a repeated
    /// request.
    public var isLarge: Bool {
        self == .info || self == .getState || self == .configStat || self == .configRead
    }

    /// Whether requests of this operation have an id. Others have id 0 and are not kept in the
    /// request table.
    public var isNumbered: Bool { self != .hello && self != .reboot }
}
