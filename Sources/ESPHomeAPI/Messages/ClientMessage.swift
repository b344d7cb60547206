/// Message of a client, as far as a Bluetooth proxy needs it.
///
/// An address has its six octets as written, the first in bits 47...40. A handle that is no 16-bit number is 0,
/// which no attribute has.
public enum ClientMessage: Sendable, Hashable {
    /// `minor` is the minor version of the client's API.
    case hello(client: String, major: UInt32, minor: UInt32)
    case authentication
    case disconnectRequest
    case disconnectResponse
    case ping
    case pong
    case deviceInfo
    case listEntities
    /// `isRaw`: whether adverts are to come as their AD structures.
    case subscribeAdverts(isRaw: Bool)
    case unsubscribeAdverts
    case setScannerMode(ScannerMode)
    case subscribeConnectionsFree
    case device(DeviceRequest)
    case services(address: UInt64)
    /// Reads a characteristic's value or a descriptor.
    case read(address: UInt64, handle: UInt16)
    /// Writes a characteristic's value or a descriptor.
    case write(address: UInt64, handle: UInt16, value: [UInt8], isAcknowledged: Bool)
    case notify(address: UInt64, handle: UInt16, isOn: Bool)
    case setConnectionParameters(address: UInt64)
    case deviceCapabilities
    case setEncryptionKey
    /// Messages about entities, states, logs and the like, which need no answer, and messages that are not known.
    case other(MessageType)

    /// Decodes a message.
    ///
    /// - Throws: ``MessageFault`` if the payload is not protobuf. Unknown fields and messages are no error.
    public init(_ type: MessageType, _ payload: ArraySlice<UInt8>) throws(MessageFault) {
        let fields: FieldReader
        do { fields = try FieldReader(payload) } catch { throw MessageFault(type: type) }
        let address = fields.number(1)
        let handle = UInt16(exactly: fields.number(2)) ?? 0
        switch type {
        case .helloRequest:
            self = .hello(
                client: String(decoding: fields.bytes(1).prefix(ClientMessage.clientLength), as: UTF8.self),
                major: UInt32(truncatingIfNeeded: fields.number(2)),
                minor: UInt32(truncatingIfNeeded: fields.number(3)))
        case .authenticationRequest: self = .authentication
        case .disconnectRequest: self = .disconnectRequest
        case .disconnectResponse: self = .disconnectResponse
        case .pingRequest: self = .ping
        case .pingResponse: self = .pong
        case .deviceInfoRequest: self = .deviceInfo
        case .listEntitiesRequest: self = .listEntities
        case .subscribeAdvertsRequest: self = .subscribeAdverts(isRaw: fields.number(1) & 1 == 1)
        case .unsubscribeAdvertsRequest: self = .unsubscribeAdverts
        case .scannerSetModeRequest: self = .setScannerMode(fields.number(1) == 1 ? .active : .passive)
        case .subscribeConnectionsFreeRequest: self = .subscribeConnectionsFree
        case .deviceRequest:
            self = .device(
                DeviceRequest(
                    address: address,
                    action: DeviceRequest.Action(rawValue: UInt32(truncatingIfNeeded: fields.number(2))),
                    addressType: fields.flag(3) ? UInt32(truncatingIfNeeded: fields.number(4)) : nil))
        case .gattGetServicesRequest: self = .services(address: address)
        case .gattReadRequest, .gattReadDescriptorRequest: self = .read(address: address, handle: handle)
        case .gattWriteRequest:
            self = .write(address: address, handle: handle, value: fields.bytes(4), isAcknowledged: fields.flag(3))
        case .gattWriteDescriptorRequest:
            self = .write(address: address, handle: handle, value: fields.bytes(3), isAcknowledged: true)
        case .gattNotifyRequest: self = .notify(address: address, handle: handle, isOn: fields.flag(3))
        case .setConnectionParametersRequest: self = .setConnectionParameters(address: address)
        case .deviceCapabilitiesRequest: self = .deviceCapabilities
        case .setEncryptionKeyRequest: self = .setEncryptionKey
        default: self = .other(type)
        }
    }

    /// Largest number of bytes kept of a client's description of itself.
    private static let clientLength = 128
}

/// Payload that is not protobuf.
public struct MessageFault: Error, Sendable, Hashable {
    public let type: MessageType
}

/// Request about a connection to a device.
public struct DeviceRequest: Sendable, Hashable {
    public struct Action: RawRepresentable, Sendable, Hashable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Connects in a way that newer proxies no longer offer.
        public static let connectV1 = Action(rawValue: 0)
        public static let disconnect = Action(rawValue: 1)
        public static let pair = Action(rawValue: 2)
        public static let unpair = Action(rawValue: 3)
        /// Connects; the client has the services from an earlier connection.
        public static let connectWithCache = Action(rawValue: 4)
        /// Connects; the client will ask for the services.
        public static let connectWithoutCache = Action(rawValue: 5)
        public static let clearCache = Action(rawValue: 6)
    }

    public let address: UInt64
    public let action: Action
    /// 0 public, 1 random, 2 public identity, 3 random identity; nil if the client does not know it.
    public let addressType: UInt32?
}

/// Kind of scan.
public enum ScannerMode: UInt32, Sendable, Hashable {
    case passive = 0
    case active = 1
}
