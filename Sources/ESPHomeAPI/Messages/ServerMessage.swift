/// Message of a Bluetooth proxy.
///
/// An address has its six octets as written, the first in bits 47...40. An `error` is 0, an ATT error, an HCI
/// reason, or ``notConnected``.
public enum ServerMessage: Sendable, Hashable {
    /// Error of an operation on a device that is not connected. The client then drops its connection.
    public static let notConnected: Int32 = -1

    case helloResponse(server: String, name: String)
    case authenticationResponse
    case disconnectRequest
    case disconnectResponse
    case ping
    case pong
    case deviceInfo(DeviceInfo)
    case listEntitiesDone
    case rawAdverts([RawAdvert])
    case connectionsFree(free: Int, limit: Int, allocated: [UInt64])
    case scannerState(ScannerState, mode: ScannerMode, configured: ScannerMode)
    case deviceConnection(address: UInt64, isConnected: Bool, mtu: Int, error: Int32)
    case services(address: UInt64, [RemoteService], withShortUUIDs: Bool)
    case servicesDone(address: UInt64)
    case readResponse(address: UInt64, handle: UInt16, value: [UInt8])
    case writeResponse(address: UInt64, handle: UInt16)
    case notifyResponse(address: UInt64, handle: UInt16)
    case notification(address: UInt64, handle: UInt16, value: [UInt8])
    case gattError(address: UInt64, handle: UInt16, error: Int32)
    case pairing(address: UInt64, isPaired: Bool, error: Int32)
    case unpairing(address: UInt64, success: Bool, error: Int32)
    case clearCache(address: UInt64, success: Bool, error: Int32)
    case connectionParameters(address: UInt64, error: Int32)
    case deviceCapabilities(ProxyFeatures, bluetoothMAC: String)
    case encryptionKeyResponse(success: Bool)

    /// Version of the API that this codec follows.
    static let version: (major: UInt32, minor: UInt32) = (1, 15)

    public var type: MessageType {
        switch self {
        case .helloResponse: .helloResponse
        case .authenticationResponse: .authenticationResponse
        case .disconnectRequest: .disconnectRequest
        case .disconnectResponse: .disconnectResponse
        case .ping: .pingRequest
        case .pong: .pingResponse
        case .deviceInfo: .deviceInfoResponse
        case .listEntitiesDone: .listEntitiesDoneResponse
        case .rawAdverts: .rawAdvertsResponse
        case .connectionsFree: .connectionsFreeResponse
        case .scannerState: .scannerStateResponse
        case .deviceConnection: .deviceConnectionResponse
        case .services: .gattGetServicesResponse
        case .servicesDone: .gattGetServicesDoneResponse
        case .readResponse: .gattReadResponse
        case .writeResponse: .gattWriteResponse
        case .notifyResponse: .gattNotifyResponse
        case .notification: .gattNotifyDataResponse
        case .gattError: .gattErrorResponse
        case .pairing: .devicePairingResponse
        case .unpairing: .deviceUnpairingResponse
        case .clearCache: .deviceClearCacheResponse
        case .connectionParameters: .setConnectionParametersResponse
        case .deviceCapabilities: .deviceCapabilitiesResponse
        case .encryptionKeyResponse: .setEncryptionKeyResponse
        }
    }

    /// The message without its frame.
    public var payload: [UInt8] { FieldWriter(write).bytes }

    private func write(_ fields: inout FieldWriter) {
        switch self {
        case .authenticationResponse, .disconnectRequest, .disconnectResponse, .ping, .pong, .listEntitiesDone: break
        case .helloResponse(let server, let name):
            fields.number(1, ServerMessage.version.major)
            fields.number(2, ServerMessage.version.minor)
            fields.text(3, server)
            fields.text(4, name)
        case .deviceInfo(let info): info.write(&fields)
        case .rawAdverts(let adverts):
            for advert in adverts { fields.message(1, advert.write) }
        case .connectionsFree(let free, let limit, let allocated):
            fields.number(1, free)
            fields.number(2, limit)
            fields.numbers(3, allocated)
        case .scannerState(let state, let mode, let configured):
            fields.number(1, state.rawValue)
            fields.number(2, mode.rawValue)
            fields.number(3, configured.rawValue)
        case .deviceConnection(let address, let isConnected, let mtu, let error):
            fields.number(1, address)
            fields.flag(2, isConnected)
            fields.number(3, mtu)
            fields.number(4, error)
        case .services(let address, let services, let withShortUUIDs):
            fields.number(1, address)
            for service in services { fields.message(2) { service.write(&$0, withShortUUIDs) } }
        case .servicesDone(let address): fields.number(1, address)
        case .readResponse(let address, let handle, let value), .notification(let address, let handle, let value):
            fields.number(1, address)
            fields.number(2, handle)
            fields.bytes(3, value)
        case .writeResponse(let address, let handle), .notifyResponse(let address, let handle):
            fields.number(1, address)
            fields.number(2, handle)
        case .gattError(let address, let handle, let error):
            fields.number(1, address)
            fields.number(2, handle)
            fields.number(3, error)
        case .pairing(let address, let flag, let error), .unpairing(let address, let flag, let error),
            .clearCache(let address, let flag, let error):
            fields.number(1, address)
            fields.flag(2, flag)
            fields.number(3, error)
        case .connectionParameters(let address, let error):
            fields.number(1, address)
            fields.number(2, error)
        case .deviceCapabilities(let features, let bluetoothMAC):
            fields.message(1) {
                $0.number(1, features.rawValue)
                $0.text(2, bluetoothMAC)
            }
        case .encryptionKeyResponse(let success): fields.flag(1, success)
        }
    }
}

/// State of a proxy's scanner.
public enum ScannerState: UInt32, Sendable, Hashable {
    case idle = 0
    case running = 2
    case failed = 3
}

/// One advert with its AD structures.
public struct RawAdvert: Sendable, Hashable {
    public let address: UInt64
    /// Signal in dBm, -127...20.
    public let rssiDBm: Int8
    /// 0 public, 1 random.
    public let addressType: UInt32
    /// AD structures as sent over the air, at most 255 bytes.
    public let data: [UInt8]

    public init(address: UInt64, rssiDBm: Int8, addressType: UInt32, data: [UInt8]) {
        (self.address, self.rssiDBm, self.addressType, self.data) = (address, rssiDBm, addressType, data)
    }

    fileprivate func write(_ fields: inout FieldWriter) {
        fields.number(1, address)
        fields.zigzag(2, Int32(rssiDBm))
        fields.number(3, addressType)
        fields.bytes(4, data)
    }
}
