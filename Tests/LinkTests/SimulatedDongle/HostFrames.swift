import DongleProtocol

/// A minimal host: numbers its requests and sorts the dongle's frames. It never repeats a request.
struct HostFrames {
    struct Frame {
        let header: FrameHeader
        let payload: [UInt8]
    }

    private(set) var frames: [Frame] = []
    private(set) var rejected = 0
    /// Number of the next advert, unless some are lost.
    private(set) var nextAdvert: UInt32 = 0
    /// Whether every batch began where the previous one ended.
    private(set) var isGapless = true
    /// Counter of the next event of stream A.
    private(set) var nextEvent: UInt16 = 0
    /// Whether adverts are kept, or only counted.
    var keepsBatches = true

    let session: UInt16
    private var lastID: UInt16 = 0
    private var decoder = FrameDecoder(largestFrame: 600)

    init(session: UInt16 = 0x1234) {
        self.session = session
    }

    func hello(nonce: UInt32 = 7) -> [UInt8] {
        request(HelloRequest(nonce: nonce, largestPayload: 528), id: 0)
    }

    /// Returns a request with the next id.
    mutating func request<R: Request>(_ request: R) -> (id: UInt16, bytes: [UInt8]) {
        lastID += 1
        return (lastID, self.request(request, id: lastID))
    }

    func request<R: Request>(_ request: R, id: UInt16) -> [UInt8] {
        FrameEncoder.encode(
            FrameHeader(kind: .request, session: session, id: id, code: R.operation.rawValue),
            payload: request.encoded())
    }

    /// Returns a GRANT that acknowledges every event so far.
    func grant() -> [UInt8] {
        FrameEncoder.encode(
            FrameHeader(kind: .grant, session: session), payload: Grant(next: nextEvent).encoded())
    }

    mutating func receive(_ bytes: UnsafeRawBufferPointer) {
        var received: [Frame] = []
        var faults = 0
        decoder.feed(RawSpan(_unsafeBytes: bytes)) { header, payload in
            received.append(Frame(header: header, payload: payload.withUnsafeBytes { Array($0) }))
        } onRejected: { _, _ in
            faults += 1
        }
        rejected += faults
        for frame in received { take(frame) }
    }

    private mutating func take(_ frame: Frame) {
        guard frame.header.kind == .event else {
            frames.append(frame)
            return
        }
        if frame.header.event == .advertBatch {
            takeBatch(frame)
            if keepsBatches { frames.append(frame) }
        } else if frame.header.id == nextEvent {
            nextEvent += 1
            frames.append(frame)
        }
    }

    private mutating func takeBatch(_ frame: Frame) {
        guard let batch = try? AdvertBatch(decoding: frame.payload) else {
            isGapless = false
            return
        }
        if batch.firstNumber != nextAdvert { isGapless = false }
        nextAdvert = batch.firstNumber + UInt32(batch.adverts.count)
    }

    var adverts: [Advert] {
        events(.advertBatch, as: AdvertBatch.self).flatMap(\.adverts)
    }

    func events<Message: WireMessage>(_ code: EventCode, as type: Message.Type) -> [Message] {
        frames.filter { $0.header.kind == .event && $0.header.event == code }
            .compactMap { try? Message(decoding: $0.payload) }
    }

    func boots() -> [Boot] {
        frames.filter { $0.header.kind == .boot }.compactMap { try? Boot(decoding: $0.payload) }
    }

    /// Returns status and remaining bytes of the answer to a request.
    func response(to id: UInt16) -> (status: Status, rest: ArraySlice<UInt8>)? {
        frames.last { $0.header.kind == .response && $0.header.id == id }.map { split($0.payload) }
    }

    func done(_ id: UInt16) -> Done? {
        events(.done, as: Done.self).last { $0.requestID == id }
    }

    private func split(_ payload: [UInt8]) -> (status: Status, rest: ArraySlice<UInt8>) {
        (Status(rawValue: UInt16(payload[0]) | UInt16(payload[1]) << 8), payload[2...])
    }
}

/// Reasons why a test's request had no result.
enum HostFault: Error, Equatable {
    case unanswered
    case refused(Status)
}
