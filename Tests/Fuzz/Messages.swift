import DongleProtocol

/// Every message: one that decodes is encoded and decodes to the same again, and an error names an
/// offset within the bytes.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzMessages(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let choice = Int(input.byte())
    let bytes = input.rest()
    messages[choice % messages.count](bytes)
    if choice % messages.count == 0 { checkBatch(bytes) }
    return 0
}

private let messages: [@Sendable ([UInt8]) -> Void] = [
    check(AdvertBatch.self), check(HelloRequest.self), check(HelloReply.self), check(Boot.self),
    check(ErrorBody.self), check(Grant.self), check(LogLine.self), check(PingAnswer.self), check(InfoAnswer.self),
    check(CancelRequest.self), check(IdentifyRequest.self), check(RebootRequest.self), check(GetStateAnswer.self),
    check(ScanStartRequest.self), check(ScanStartAnswer.self), check(ScanStopAnswer.self), check(ScanState.self),
    check(WifiScanStartRequest.self), check(WifiScanStartAnswer.self), check(WifiBatch.self),
    check(ConnectRequest.self), check(ConnectResult.self), check(Connected.self), check(Disconnected.self),
    check(DisconnectRequest.self), check(ExchangeMTURequest.self), check(ExchangeMTUResult.self),
    check(DiscoverRequest.self), check(DiscoverResult.self), check(ServiceRecord.self),
    check(CharacteristicRecord.self), check(DescriptorRecord.self), check(ReadRequest.self), check(ReadResult.self),
    check(WriteRequest.self), check(WriteCommandRequest.self), check(SubscribeRequest.self), check(Notification.self),
    check(Lost.self), check(Done.self), check(Detection.self), check(ConfigBeginRequest.self),
    check(ConfigBeginResult.self), check(ConfigDataRequest.self), check(ConfigDataAnswer.self),
    check(ConfigCommitRequest.self), check(ConfigSaveRequest.self), check(ConfigSaveResult.self),
    check(ConfigStatAnswer.self), check(ConfigReadRequest.self), check(ConfigReadAnswer.self),
    check(ConfigChanged.self), check(EmptyAnswer.self),
]

private func check<Message: WireMessage>(_ type: Message.Type) -> @Sendable ([UInt8]) -> Void {
    { check($0, as: type) }
}

private func check<Message: WireMessage>(_ bytes: [UInt8], as type: Message.Type) {
    do {
        let message = try Message(decoding: bytes)
        let written = message.encoded()
        claim((try? Message(decoding: written)) == message, "what is written is read as the same")
        claim((try? Message(decoding: bytes[...])) == message, "the same bytes elsewhere are the same message")
    } catch {
        claim((0...bytes.count).contains(error.offset), "an error is within the bytes")
    }
}

/// Compares the two decodings of a batch: with its bytes, and without copying them.
private func checkBatch(_ bytes: [UInt8]) {
    let owned = try? AdvertBatch(decoding: bytes)
    var adverts = 0
    var sizes: [Int] = []
    do {
        try AdvertBatch.forEach(in: bytes.span.bytes) { record, data in
            claim(record.number == (owned?.firstNumber ?? 0) &+ UInt32(adverts), "numbers are consecutive")
            adverts += 1
            sizes.append(data.byteCount)
        }
        claim(owned?.adverts.map(\.data.count) == sizes, "both readings of a batch give the same adverts")
    } catch {
        claim(owned == nil && adverts == 0, "a batch that is malformed gives nothing in either reading")
    }
}
