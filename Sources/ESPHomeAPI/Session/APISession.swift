/// One client's session: its hello, what every device answers, and signs of life.
///
/// Does no I/O and reads no clock: `now` is the time since any fixed moment, and never steps back.
public struct APISession: Sendable {
    /// Result of an input, to be performed in order.
    public enum Action: Sendable, Hashable {
        case send(ServerMessage)
        /// Request that the Bluetooth proxy must perform.
        case perform(ClientMessage)
        /// The connection must be closed, after everything that was sent.
        case close(End)
    }

    /// Reason why a session ends.
    public enum End: Error, Sendable, Hashable {
        /// The client said goodbye.
        case left
        /// The client answered the server's goodbye.
        case dismissed
        /// No hello came in time.
        case noHello
        /// Nothing came for ``silenceLimit``.
        case silent
        /// A request came before the hello.
        case unexpected(MessageType)
        /// A payload is not protobuf.
        case malformed(MessageType)
        case transport(TransportFault)
        /// The client does not read what it gets.
        case congested
    }

    /// Longest time from the beginning to the hello, handshake included. Source: ESPHome, `api_connection.cpp`.
    public static let helloLimit = Duration.seconds(60)
    /// Silence of the client after which it is asked for a sign of life. Source: as above.
    public static let pingAfter = Duration.seconds(60)
    /// Longest silence of a client. Source: as above, 2.5 times the former.
    public static let silenceLimit = Duration.seconds(150)

    private let info: DeviceInfo
    private let server: String
    /// The client's description of itself; nil before its hello.
    public private(set) var client: String?
    /// Minor version of the client's API; 0 before its hello.
    public private(set) var clientMinor: UInt32 = 0
    private let start: Duration
    private var lastHeard: Duration
    private var hasAsked = false
    private var isOver = false

    /// - Parameter server: Program and version, for people.
    public init(info: DeviceInfo, server: String, now: Duration) {
        (self.info, self.server, start, lastHeard) = (info, server, now, now)
    }

    /// Whether the client knows UUIDs of 16 and 32 bits.
    public var knowsShortUUIDs: Bool { clientMinor >= 12 }

    /// Notes that bytes came.
    public mutating func heard(now: Duration) {
        (lastHeard, hasAsked) = (now, false)
    }

    public mutating func receive(_ frame: Frame) -> [Action] {
        guard !isOver else { return [] }
        do throws(MessageFault) {
            return handle(try ClientMessage(frame.type, frame.payload[...]), frame.type)
        } catch {
            return close(.malformed(error.type))
        }
    }

    private mutating func handle(_ message: ClientMessage, _ type: MessageType) -> [Action] {
        switch message {
        case .hello(let client, _, let minor):
            (self.client, clientMinor) = (client, minor)
            return [.send(.helloResponse(server: server, name: info.name))]
        case .disconnectRequest: return [.send(.disconnectResponse)] + close(.left)
        case .ping: return [.send(.pong)]
        case .deviceInfo: return [.send(.deviceInfo(info))]
        case .disconnectResponse where client == nil, .pong where client == nil: return []
        case _ where client == nil: return close(.unexpected(type))
        // Older clients wait for it, and newer ones ignore it.
        case .authentication: return [.send(.authenticationResponse)]
        case .disconnectResponse: return close(.dismissed)
        case .pong, .other: return []
        case .listEntities: return [.send(.listEntitiesDone)]
        case .deviceCapabilities: return [.send(.deviceCapabilities(.all, bluetoothMAC: info.bluetoothMAC))]
        // The key belongs to the gateway, not to a client.
        case .setEncryptionKey: return [.send(.encryptionKeyResponse(success: false))]
        case .subscribeAdverts, .unsubscribeAdverts, .setScannerMode, .subscribeConnectionsFree, .device, .services,
            .read, .write, .notify, .setConnectionParameters:
            return [.perform(message)]
        }
    }

    /// Handles bytes that are no frame.
    public mutating func fault(_ fault: TransportFault) -> [Action] { isOver ? [] : close(.transport(fault)) }

    private mutating func close(_ end: End) -> [Action] {
        isOver = true
        return [.close(end)]
    }

    // MARK: Time

    /// Time of the next ``tick(now:)``.
    public var deadline: Duration {
        if client == nil { return min(start + APISession.helloLimit, lastHeard + APISession.silenceLimit) }
        return lastHeard + (hasAsked ? APISession.silenceLimit : APISession.pingAfter)
    }

    public mutating func tick(now: Duration) -> [Action] {
        guard !isOver, now >= deadline else { return [] }
        if client == nil { return close(.noHello) }
        guard hasAsked else {
            hasAsked = true
            return [.send(.ping)]
        }
        return close(.silent)
    }
}
