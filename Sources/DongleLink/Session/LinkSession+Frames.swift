import DongleProtocol

/// Handling of frames from the dongle, by kind (SPEC.md 2).
extension LinkSession {
    mutating func receive(_ header: FrameHeader, _ payload: RawSpan, now: Duration) {
        statistics.framesReceived += 1
        guard header.kind.isFromDongle else {
            if header.kind == .request || header.kind == .grant {
                countEcho()
            } else {
                statistics.foreign += 1
            }
            return
        }
        // A valid frame that is too short for its message is the dongle's mistake and is ignored.
        if header.kind == .boot {
            if let boot = try? Boot(decoding: payload) { receiveBoot(boot, now: now) }
            return
        }
        if header.kind == .response, header.operation == .hello {
            if let reply = try? HelloReply(decoding: payload) {
                if header.session == session { noteLife(now: now) }
                receiveHello(reply, session: header.session, now: now)
            }
            return
        }
        guard hello != nil, header.session == session,
            header.major == FrameHeader.currentMajor || header.operation == .reboot,
            !header.hasUnknownMandatoryFlag
        else {
            statistics.foreign += 1
            return
        }
        switch phase {
        case .live, .resuming: break
        case .closed, .greeting:
            statistics.foreign += 1
            return
        }
        noteLife(now: now)
        switch header.kind {
        case .response: receiveResponse(header, payload.array, now: now)
        case .event: receiveEvent(header, payload, now: now)
        default: actions.append(.log(payload.array))
        }
    }

    private mutating func noteLife(now: Duration) {
        lastFrameAt = now
        guard isSuspect else { return }
        isSuspect = false
        missedPings = 0
        actions.append(.recovered)
    }

    private mutating func receiveEvent(_ header: FrameHeader, _ payload: RawSpan, now: Duration) {
        if header.event == .advertBatch {
            receiveAdverts(payload, now: now)
        } else if header.event.isReliable {
            let (take, toGrant) = streamA.receive(header.id, now: now)
            if let toGrant { grant(toGrant) }
            guard take else { return }
            if header.event == .done {
                if let done = try? Done(decoding: payload) { receiveDone(done) }
            } else {
                actions.append(.event(header.event, payload.array))
            }
        } else {
            actions.append(.event(header.event, payload.array))
        }
    }

    private mutating func receiveAdverts(_ payload: RawSpan, now: Duration) {
        guard payload.byteCount >= 4 else { return }
        var count = 0
        let first = UInt32(littleEndian: payload.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt32.self))
        do {
            try AdvertBatch.forEach(in: payload) { _, _ in count += 1 }
        } catch {
            // The numbers of this batch will count as lost.
            return
        }
        let lostBefore = adverts.lost
        guard adverts.receive(first: first, count: count) else { return }
        statistics.adverts = adverts.received
        statistics.advertsLost = adverts.lost
        lastAdvertAt = now
        actions.append(.adverts(payload.array, lost: adverts.lost - lostBefore))
    }

    mutating func grant(_ kind: StreamAReceiver.Grant) {
        streamA.granted()
        let header = FrameHeader(kind: .grant, session: session)
        let grant = Grant(next: streamA.next, gap: kind == .repeatFromNext)
        write(FrameEncoder.encode(header, payload: grant.encoded()))
    }
}

extension RawSpan {
    /// Copy of the bytes.
    var array: [UInt8] { withUnsafeBytes { Array($0) } }
}
