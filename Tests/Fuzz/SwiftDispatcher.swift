import DongleProtocol

@testable import DongleLink

/// LinkSession: bytes, frames, honest and dishonest answers, requests and clock steps in any order.
/// Every request ends once, limits are respected, and the session comes to rest.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzSwiftDispatcher(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    var bench = SessionBench(&input)
    var steps = 0
    while !input.isEmpty, steps < 64 {
        bench.step(&input)
        steps += 1
    }
    bench.end()
    return 0
}

/// A session with a dongle whose answers come from the input.
private struct SessionBench {
    private var session: LinkSession
    private var now = Duration.zero
    private var open: Set<RequestToken> = []
    private var tokens: [RequestToken] = []
    private var decoder = FrameDecoder(largestFrame: 1 << 17)
    private var newestHello: (session: UInt16, nonce: UInt32)?
    private var newestRequest = FrameHeader(kind: .request, session: 1)
    private var nextEvent: UInt16 = 0

    private static let operations: [Operation] = [
        .ping, .info, .getState, .cancel, .identify, .reboot, .scanStart, .scanStop, .connect, .disconnect, .read,
        .write,
        .writeCommand, .subscribe, .configBegin, .configData, .configCommit, .configSave, .configRead, .exchangeMTU,
    ]
    private static let rates = [0, 9600, 115_200, 921_600]

    init(_ input: inout FuzzInput) {
        let choice = Int(input.byte())
        session = LinkSession(
            configuration: .init(
                lineRate: Self.rates[choice % 4], largestPayload: choice & 4 == 0 ? 2048 : 64), seed: UInt64(choice))
        session.start(now: now)
        settle()
        if choice & 8 == 0 { answerHello(status: .ok, bootID: 7, window: 8) }
    }

    mutating func step(_ input: inout FuzzInput) {
        switch input.byte() % 16 {
        case 0: receive(input.bytes(Int(input.byte())))
        case 1:
            let kind = input.byte()
            let header = FrameHeader(
                major: kind >> 4, kind: FrameKind(rawValue: kind), flags: input.byte(),
                session: session.session &+ UInt16(input.byte() & 1), id: input.word(), code: input.word())
            receive(header, input.bytes(Int(input.byte())))
        case 2:
            answerHello(
                status: Status(rawValue: UInt16(input.byte())), bootID: UInt32(input.byte() & 3), window: input.byte())
        case 3: answer(&input, to: newestRequest)
        case 4:
            guard let request = session.unresolved.first else { break }
            answer(&input, to: header(of: request))
        case 5: event(&input)
        case 6: adverts(&input)
        case 7: done(&input)
        case 8: submit(&input)
        case 9: cancel(&input)
        case 10: advance(by: .milliseconds(Int64(input.word())))
        case 11: advance(by: .seconds(Int64(input.word())))
        case 12:
            guard let deadline = session.deadline else { break }
            advance(by: max(.zero, deadline - now))
        case 13:
            session.setScanning(input.byte() & 1 == 1, now: now)
            session.subscriptions = Int(input.byte())
        case 14:
            let reason = ResetReason(rawValue: input.byte())
            let boot = Boot(
                bootID: UInt32(input.byte() & 3), resetReason: reason, major: 1, minor: 0,
                deviceID: DeviceID(rawValue: 1))
            receive(FrameHeader(kind: .boot, session: 0), boot.encoded())
        default:
            session.stop(input.byte() & 1 == 1 ? .closed : .portLost)
            settle()
            claim(open.isEmpty, "a session that is stopped ends every request")
            session.start(now: now)
            settle()
        }
    }

    mutating func end() {
        session.stop(.closed)
        settle()
        claim(open.isEmpty, "a session that is stopped ends every request")
        claim(session.deadline == nil, "a session that is stopped plans nothing")
    }

    // MARK: Dongle

    private mutating func receive(_ header: FrameHeader, _ payload: [UInt8]) {
        receive(FrameEncoder.encode(header, payload: payload))
    }

    private mutating func receive(_ bytes: [UInt8]) {
        session.receive(bytes.span.bytes, now: now)
        settle()
    }

    private mutating func answerHello(status: Status, bootID: UInt32, window: UInt8) {
        guard let newestHello else { return }
        let reply = HelloReply(
            status: status, nonce: newestHello.nonce, major: 1, minor: 0, bootID: bootID,
            resetReason: ResetReason(rawValue: window >> 4), slots: 8, maxInflight: window, uptimeMs: 0,
            deviceID: DeviceID(rawValue: 1), largestPayloadToDongle: window == 0 ? 64 : 528, largestPayloadToHost: 528,
            rxWindow: UInt16(window) * 257, largestMTU: 517, features: [], probe: HelloRequest.transparencyProbe)
        receive(
            FrameHeader(kind: .response, session: newestHello.session, code: Operation.hello.rawValue), reply.encoded())
    }

    private func header(of request: PendingRequest) -> FrameHeader {
        FrameHeader(
            kind: .response, session: session.session, id: request.id, code: request.operation.rawValue)
    }

    private mutating func answer(_ input: inout FuzzInput, to request: FrameHeader) {
        let statuses: [Status] = [.ok, .accepted, .wrongSession, .invalidArgument, .busy, .offset]
        let choice = Int(input.byte())
        let status = choice < 0xC0 ? statuses[choice % statuses.count] : Status(rawValue: input.word())
        let payload = status.rawValue.littleEndianBytes + input.bytes(Int(input.byte() & 0x3F))
        receive(
            FrameHeader(kind: .response, session: request.session, id: request.id, code: request.code), payload)
    }

    private mutating func event(_ input: inout FuzzInput) {
        let jump = input.byte()
        nextEvent = jump < 0x80 ? session.streamA.next : session.streamA.next &+ UInt16(jump & 0x1F) &- 8
        let header = FrameHeader(
            kind: .event, session: session.session, id: nextEvent, code: input.word() & 0x800F)
        receive(header, input.bytes(Int(input.byte() & 0x3F)))
    }

    private mutating func adverts(_ input: inout FuzzInput) {
        let before = session.adverts
        let first = session.adverts.next &+ UInt32(bitPattern: Int32(Int8(bitPattern: input.byte())))
        var payload = first.littleEndianBytes + [0, 0, 0, 0, input.byte() & 1]
        for _ in 0..<input.byte() % 4 {
            payload += [UInt8](repeating: 1, count: 11) + UInt16(input.byte() & 0x1F).littleEndianBytes
            payload += input.bytes(Int(input.byte() & 0x1F))
        }
        receive(FrameHeader(kind: .event, session: session.session, code: EventCode.advertBatch.rawValue), payload)
        claim(session.adverts.lost >= before.lost, "losses are never taken back")
    }

    private mutating func done(_ input: inout FuzzInput) {
        let id = session.accepted.first?.id ?? session.unresolved.first?.id ?? input.word()
        let payload =
            id.littleEndianBytes + UInt16(input.byte() & 7).littleEndianBytes + [input.byte() & 3]
            + UInt16(input.byte() & 0xF).littleEndianBytes + input.bytes(15)
        receive(
            FrameHeader(
                kind: .event, session: session.session, id: session.streamA.next, code: EventCode.done.rawValue),
            payload)
    }

    // MARK: Owner of the session

    private mutating func submit(_ input: inout FuzzInput) {
        let operation = Self.operations[Int(input.byte()) % Self.operations.count]
        let repeats = input.byte()
        let payload = UInt32(input.word()).littleEndianBytes + input.bytes(Int(input.byte()))
        for _ in 0..<(repeats < 0xF0 ? 1 : 8) {
            let token = session.submit(
                operation, payload: payload, epoch: repeats & 1 == 1 ? session.epoch : nil, now: now)
            claim(open.insert(token).inserted, "each request has a token of its own")
            tokens.append(token)
        }
        settle()
    }

    private mutating func cancel(_ input: inout FuzzInput) {
        guard !tokens.isEmpty else { return }
        let token = tokens[Int(input.byte()) % tokens.count]
        session.cancel(token, now: now)
        settle()
    }

    private mutating func advance(by step: Duration) {
        now += step
        // A tick may make something else due at once, such as a request that waited for a cancelled
        // one, but not forever.
        for _ in 0..<64 {
            session.tick(now: now)
            settle()
            guard let deadline = session.deadline, deadline <= now else { return }
        }
        claim(false, "the session comes to rest")
    }

    /// Carries out the session's actions, and checks what must hold after each call.
    private mutating func settle() {
        for action in session.takeActions() {
            switch action {
            case .write(let bytes): look(at: bytes)
            case .completed(let token, _):
                // Requests that the session makes itself, such as CANCEL, have no token here.
                if open.remove(token) == nil { claim(!tokens.contains(token), "a request ends once") }
            default: break
            }
        }
        claim(session.waiting.count <= LinkSession.waitingLimit + 1, "what waits is bounded")
        claim(session.consoleNoise.count <= 4096, "noise is bounded")
        guard let hello = session.hello else { return }
        let numbered = session.unresolved.filter(\.operation.isNumbered)
        claim(numbered.count <= max(1, Int(hello.maxInflight)), "no more is on its way than the dongle takes")
        let bytes = session.unresolved.reduce(0) { $0 + $1.frame.count }
        claim(session.unresolved.count <= 1 || bytes <= Int(hello.rxWindow), "the dongle's window is kept")
    }

    private mutating func look(at bytes: [UInt8]) {
        var frames = 0
        var hello: (session: UInt16, nonce: UInt32)?
        var request: FrameHeader?
        decoder.feed(
            bytes.span.bytes,
            onFrame: { header, payload in
                frames += 1
                if header.operation == .hello, let greeting = try? HelloRequest(decoding: payload) {
                    hello = (header.session, greeting.nonce)
                } else if header.kind == .request {
                    request = header
                }
            },
            onRejected: { _, _ in claim(false, "what the host sends are frames") })
        claim(frames == 1, "what the host sends is one frame at a time")
        newestHello = hello ?? newestHello
        newestRequest = request ?? newestRequest
    }
}

extension FixedWidthInteger {
    fileprivate var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { [UInt8]($0) } }
}
