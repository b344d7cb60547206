import DongleProtocol

/// How the payloads of a frame are decoded: the message types of ``DongleProtocol``, by operation
/// and event.
struct MessageLayout {
    typealias Decoder = @Sendable ([UInt8]) throws(MalformedMessage) -> any WireMessage

    let request: Decoder
    /// Of what follows the status OK in a RESPONSE or DONE; in HELLO's reply of the whole payload.
    let answer: Decoder

    private init<Asked: Request>(_: Asked.Type) {
        request = Self.decoder(Asked.self)
        answer = Self.decoder(Asked.Answer.self)
    }

    private static func decoder<Message: WireMessage>(_: Message.Type) -> Decoder {
        { bytes throws(MalformedMessage) in try Message(decoding: bytes) }
    }

    static let operations: [Operation: MessageLayout] = [
        .hello: MessageLayout(HelloRequest.self), .ping: MessageLayout(PingRequest.self),
        .info: MessageLayout(InfoRequest.self), .getState: MessageLayout(GetStateRequest.self),
        .cancel: MessageLayout(CancelRequest.self), .identify: MessageLayout(IdentifyRequest.self),
        .reboot: MessageLayout(RebootRequest.self), .scanStart: MessageLayout(ScanStartRequest.self),
        .scanStop: MessageLayout(ScanStopRequest.self), .wifiScanStart: MessageLayout(WifiScanStartRequest.self),
        .wifiScanStop: MessageLayout(WifiScanStopRequest.self), .connect: MessageLayout(ConnectRequest.self),
        .disconnect: MessageLayout(DisconnectRequest.self), .exchangeMTU: MessageLayout(ExchangeMTURequest.self),
        .discover: MessageLayout(DiscoverRequest.self), .read: MessageLayout(ReadRequest.self),
        .write: MessageLayout(WriteRequest.self), .writeCommand: MessageLayout(WriteCommandRequest.self),
        .subscribe: MessageLayout(SubscribeRequest.self), .configBegin: MessageLayout(ConfigBeginRequest.self),
        .configData: MessageLayout(ConfigDataRequest.self), .configCommit: MessageLayout(ConfigCommitRequest.self),
        .configSave: MessageLayout(ConfigSaveRequest.self), .configLoad: MessageLayout(ConfigLoadRequest.self),
        .configReset: MessageLayout(ConfigResetRequest.self), .configStat: MessageLayout(ConfigStatRequest.self),
        .configRead: MessageLayout(ConfigReadRequest.self),
    ]

    static let events: [EventCode: Decoder] = [
        .done: decoder(Done.self), .connected: decoder(Connected.self), .disconnected: decoder(Disconnected.self),
        .notification: decoder(Notification.self), .indication: decoder(Notification.self),
        .lost: decoder(Lost.self), .scanState: decoder(ScanState.self), .configChanged: decoder(ConfigChanged.self),
        .detection: decoder(Detection.self), .advertBatch: decoder(AdvertBatch.self),
        .wifiBatch: decoder(WifiBatch.self),
    ]

    static let boot = decoder(Boot.self)
    static let grant = decoder(Grant.self)
    static let log = decoder(LogLine.self)
}
