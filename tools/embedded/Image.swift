import DongleProtocol

/// The complete codec as a microcontroller would use it: cuts frames out of the line, decodes and
/// encodes their messages, and sends them.
@_cdecl("codec_echo")
package func codecEcho(_ bytes: UnsafeRawPointer, _ count: Int) {
    decoder.feed(
        UnsafeRawBufferPointer(start: bytes, count: count).bytes,
        onFrame: { header, payload in
            guard let answer = echo(header, payload) else { return }
            let wire = FrameEncoder.encode(header, payload: answer)
            wire.withUnsafeBytes { codec_send($0.baseAddress, $0.count) }
        },
        onRejected: { _, discarded in codec_rejected(discarded) })
}

@_extern(c) func codec_send(_ bytes: UnsafeRawPointer?, _ count: Int)
@_extern(c) func codec_rejected(_ discarded: Int)

/// Sized for the largest frame of the full profile.
nonisolated(unsafe) private var decoder = FrameDecoder(largestFrame: 540)

private func echo(_ header: FrameHeader, _ payload: RawSpan) -> [UInt8]? {
    switch header.kind {
    case .boot: copy(Boot.self, payload)
    case .request: request(header.operation, payload)
    case .response: response(header.operation, payload)
    case .event: event(header.event, payload)
    case .grant: copy(Grant.self, payload)
    case .log: copy(LogLine.self, payload)
    default: nil
    }
}

private func copy<Message: WireMessage>(_: Message.Type, _ payload: RawSpan) -> [UInt8]? {
    (try? Message(decoding: payload))?.encoded()
}

private func request(_ operation: Operation, _ payload: RawSpan) -> [UInt8]? {
    switch operation {
    case .hello: copy(HelloRequest.self, payload)
    case .cancel: copy(CancelRequest.self, payload)
    case .identify: copy(IdentifyRequest.self, payload)
    case .reboot: copy(RebootRequest.self, payload)
    case .scanStart: copy(ScanStartRequest.self, payload)
    case .wifiScanStart: copy(WifiScanStartRequest.self, payload)
    case .connect: copy(ConnectRequest.self, payload)
    case .disconnect: copy(DisconnectRequest.self, payload)
    case .exchangeMTU: copy(ExchangeMTURequest.self, payload)
    case .discover: copy(DiscoverRequest.self, payload)
    case .read: copy(ReadRequest.self, payload)
    case .write: copy(WriteRequest.self, payload)
    case .writeCommand: copy(WriteCommandRequest.self, payload)
    case .subscribe: copy(SubscribeRequest.self, payload)
    case .configBegin: copy(ConfigBeginRequest.self, payload)
    case .configData: copy(ConfigDataRequest.self, payload)
    case .configCommit: copy(ConfigCommitRequest.self, payload)
    case .configSave: copy(ConfigSaveRequest.self, payload)
    case .configRead: copy(ConfigReadRequest.self, payload)
    default: copy(EmptyAnswer.self, payload)
    }
}

private func response(_ operation: Operation, _ payload: RawSpan) -> [UInt8]? {
    switch operation {
    case .hello: copy(HelloReply.self, payload)
    case .ping: copy(PingAnswer.self, payload)
    case .info: copy(InfoAnswer.self, payload)
    case .getState: copy(GetStateAnswer.self, payload)
    case .scanStart: copy(ScanStartAnswer.self, payload)
    case .scanStop: copy(ScanStopAnswer.self, payload)
    case .configData: copy(ConfigDataAnswer.self, payload)
    case .configStat: copy(ConfigStatAnswer.self, payload)
    case .configRead: copy(ConfigReadAnswer.self, payload)
    default: copy(ErrorBody.self, payload)
    }
}

private func event(_ code: EventCode, _ payload: RawSpan) -> [UInt8]? {
    switch code {
    case .done: copy(Done.self, payload)
    case .connected: copy(Connected.self, payload)
    case .disconnected: copy(Disconnected.self, payload)
    case .notification: copy(Notification.self, payload)
    case .lost: copy(Lost.self, payload)
    case .scanState: copy(ScanState.self, payload)
    case .configChanged: copy(ConfigChanged.self, payload)
    case .detection: copy(Detection.self, payload)
    case .advertBatch: copy(AdvertBatch.self, payload)
    case .wifiBatch: copy(WifiBatch.self, payload)
    default: nil
    }
}
