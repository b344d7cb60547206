import DongleProtocol

/// Requests: their ids, window, retransmission and outcomes (SPEC.md 5 and 6).
extension LinkSession {
    static let waitingLimit = 256
    private static let sendLimit = 16
    private static let silentSendLimit = 5
    private static let silenceLimit = Duration.seconds(3)
    private static let configDataWindow = 2

    /// Queues a request. Its outcome arrives later as ``Action/completed(_:_:)``, exactly once.
    ///
    /// - Parameter epoch: The session that the request belongs to, if it names something that
    ///   exists only in one session. It is never sent in another session.
    public mutating func submit(
        _ operation: Operation, payload: [UInt8], epoch: UInt64? = nil, now: Duration
    ) -> RequestToken {
        let token = enqueue(operation, payload: payload, epoch: epoch, now: now)
        pump(now: now)
        return token
    }

    mutating func enqueue(
        _ operation: Operation, payload: [UInt8], epoch wanted: UInt64? = nil, now: Duration
    ) -> RequestToken {
        let token = newToken()
        let request = PendingRequest(token: token, operation: operation, payload: payload, now: now)
        if case .closed = phase {
            finish(request, .failure(.notSent(operation: operation, cause: .closed)))
        } else if hello == nil && (wanted != nil || request.lane.isOfConnection) || wanted ?? epoch != epoch {
            // In the next session the same two bytes may name another connection or transfer
            // (SPEC.md 10.1, 11.3).
            finish(request, .failure(.notSent(operation: operation, cause: .sessionLost)))
        } else if waiting.count >= Self.waitingLimit {
            finish(request, .failure(.notSent(operation: operation, cause: .queueFull)))
        } else {
            waiting.append(request)
        }
        return token
    }

    mutating func newToken() -> RequestToken {
        defer { nextToken += 1 }
        return RequestToken(number: nextToken)
    }

    /// Cancels a request for its caller. A request that has not been sent is dropped. A request
    /// that runs on the dongle is cancelled there, and its outcome still arrives.
    public mutating func cancel(_ token: RequestToken, now: Duration) {
        if let index = waiting.firstIndex(where: { $0.token == token }) {
            let request = waiting.remove(at: index)
            finish(request, .failure(.notSent(operation: request.operation, cause: .closed)))
        } else if let index = unresolved.firstIndex(where: { $0.token == token }) {
            // The request may not have arrived yet and must not run when it does, so it is
            // cancelled as soon as it is accepted.
            unresolved[index].isCancelled = true
        } else if let request = accepted.first(where: { $0.token == token }) {
            _ = submit(.cancel, payload: CancelRequest(requestID: request.id).encoded(), now: now)
        }
    }

    // MARK: Sending

    /// Sends every waiting request that may be sent now.
    mutating func pump(now: Duration) {
        guard case .live = phase, let hello else { return }
        var index = 0
        while index < waiting.count {
            guard !(unresolved + accepted).contains(where: \.stopsTheLine) else { return }
            guard laneIsFree(waiting[index].lane, before: index), idIsFree(waiting[index], window: hello.maxInflight)
            else {
                index += 1
                continue
            }
            var request = waiting[index]
            guard request.payload.count <= Int(hello.largestPayloadToDongle) else {
                waiting.remove(at: index)
                let limit = Int(hello.largestPayloadToDongle)
                finish(request, .failure(.tooLarge(operation: request.operation, limitBytes: limit)))
                continue
            }
            request.id = request.operation.isNumbered ? nextID : 0
            let header = FrameHeader(kind: .request, session: session, id: request.id, code: request.operation.rawValue)
            request.frame = FrameEncoder.encode(header, payload: request.payload)
            let outstanding = unresolved.reduce(0) { $0 + $1.frame.count }
            guard unresolved.isEmpty || outstanding + request.frame.count <= Int(hello.rxWindow) else { return }
            waiting.remove(at: index)
            if request.operation.isNumbered { nextID &+= 1 }
            send(&request, now: now)
            request.firstSend = request.lastSend
            request.limitFromSending(now: now)
            unresolved.append(request)
        }
    }

    private func laneIsFree(_ lane: PendingRequest.Lane, before index: Int) -> Bool {
        // An earlier request of the same lane is waiting too and goes first.
        guard !waiting[..<index].contains(where: { $0.lane == lane }) else { return false }
        let busy = unresolved.filter { $0.lane == lane } + accepted.filter { $0.lane == lane }
        guard waiting[index].operation == .configData else { return busy.isEmpty }
        return busy.count < Self.configDataWindow && busy.allSatisfy { $0.operation == .configData }
    }

    private func idIsFree(_ request: PendingRequest, window: UInt8) -> Bool {
        guard request.operation.isNumbered else { return true }
        let numbered = unresolved.filter(\.operation.isNumbered)
        return numbered.allSatisfy { nextID &- $0.id < UInt16(window) } && !accepted.contains { $0.id == nextID }
    }

    private mutating func send(_ request: inout PendingRequest, now: Duration) {
        request.sends += 1
        sendCount += 1
        request.lastSend = sendCount
        request.sentAt = now
        request.departedAt = line.departure(ofBytes: request.frame.count, at: now)
        request.timeoutAt = request.departedAt + estimator.timeout(sends: request.sends)
        write(request.frame)
    }

    mutating func sendAgain(_ index: Int, now: Duration) {
        statistics.retransmissions += 1
        var request = unresolved[index]
        send(&request, now: now)
        unresolved[index] = request
    }

    /// Time at which the oldest request is sent again; nil while the dongle's CPU may stand still
    /// (SPEC.md 6.3).
    var resendAt: Duration? { accepted.contains(where: \.stopsTheLine) ? nil : unresolved.first?.timeoutAt }

    mutating func requestTick(now: Duration) {
        guard let resendAt, now >= resendAt, let oldest = unresolved.first else { return }
        if streamA.isBehind { grant(.repeatFromNext) }
        let isSilent = oldest.sends >= Self.silentSendLimit && now - lastFrameAt >= Self.silenceLimit
        if isSilent || oldest.sends >= Self.sendLimit {
            doubt(now: now)
        } else {
            sendAgain(0, now: now)
        }
    }

    mutating func giveUpTick(now: Duration) {
        for request in waiting where now >= request.givenUpAt {
            finish(request, .failure(.notSent(operation: request.operation, cause: .gaveUp)))
        }
        for request in unresolved + accepted where now >= request.givenUpAt {
            finish(request, .failure(.interrupted(operation: request.operation, cause: .gaveUp)))
        }
        waiting.removeAll { now >= $0.givenUpAt }
        unresolved.removeAll { now >= $0.givenUpAt }
        accepted.removeAll { now >= $0.givenUpAt }
    }

    // MARK: Answers

    mutating func receiveResponse(_ header: FrameHeader, _ payload: [UInt8], now: Duration) {
        guard let index = unresolved.firstIndex(where: { $0.id == header.id && $0.operation == header.operation }),
            let code = payload.u16(at: 0)
        else { return }
        let request = unresolved.remove(at: index)
        if request.sends == 1 { estimator.record(max(.zero, now - request.departedAt)) }
        resolve(request, Status(rawValue: code), Array(payload.dropFirst(2)), now: now)
        // Answers keep the order of arrival. A request that was sent before this one and is
        // unanswered never arrived.
        guard case .live = phase, !accepted.contains(where: \.stopsTheLine) else { return }
        for lost in unresolved.indices where unresolved[lost].lastSend < request.firstSend {
            sendAgain(lost, now: now)
        }
    }

    private mutating func resolve(_ request: PendingRequest, _ status: Status, _ rest: [UInt8], now: Duration) {
        if status == .wrongSession {
            if request.sends == 1 {
                refuse(request, status, rest)
            } else {
                // An earlier copy may have run before the session was lost.
                unresolved.append(request)
            }
            // If the boot id is the same, the session timed out. Another boot id means that the
            // dongle was reset.
            lose(body(rest).bootID == bootID ? .sessionLost : .reset(.unknown), now: now)
        } else if request.operation == .reboot, request.payload.u32(at: 4) == bootID, status == .invalidArgument,
            body(rest).fieldOffset ?? 4 == 4
        {
            // The boot id was right when the request was sent, so the dongle has restarted since.
            // HELLO will tell whether an earlier copy caused the restart.
            unresolved.append(request)
            lose(.reset(.unknown), now: now)
        } else if request.operation.isDeferred {
            if status == .accepted {
                accepted.append(request)
                if request.isCancelled {
                    _ = enqueue(.cancel, payload: CancelRequest(requestID: request.id).encoded(), now: now)
                }
            } else if status.isError {
                refuse(request, status, rest)
            } else {
                finish(request, .failure(.malformedAnswer(operation: request.operation)))
            }
        } else if status == .ok {
            if request.operation == .ping { receivePing(rest, request, now: now) }
            finish(request, .success(rest))
            if request.operation == .configData, let next = rest.u32(at: 0) { resolveData(request, below: next, rest) }
        } else {
            refuse(request, status, rest)
        }
    }

    /// Resolves other requests by an answer to CONFIG_DATA: everything of that transfer below
    /// `next` is written (SPEC.md 11.4).
    private mutating func resolveData(_ answered: PendingRequest, below next: UInt32, _ rest: [UInt8]) {
        guard let transfer = answered.configData?.transfer else { return }
        let implied = unresolved.filter { $0.configData.map { $0.transfer == transfer && $0.end <= next } ?? false }
        for request in implied { finish(request, .success(rest)) }
        unresolved.removeAll { request in implied.contains { $0.token == request.token } }
    }

    private mutating func refuse(_ request: PendingRequest, _ status: Status, _ rest: [UInt8]) {
        finish(request, .failure(.refused(operation: request.operation, status: status, body: body(rest))))
    }

    /// Decodes the body of an error. The dongle may omit any part of it.
    private func body(_ bytes: [UInt8]) -> ErrorBody {
        // Decoding never fails, as every field is optional.
        (try? ErrorBody(decoding: bytes)) ?? ErrorBody()
    }

    /// Resolves the request of a DONE event. DONE implies ACCEPTED, so it also resolves a request
    /// whose answer was lost.
    mutating func receiveDone(_ done: Done) {
        var request: PendingRequest?
        if let index = accepted.firstIndex(where: { $0.id == done.requestID }) {
            request = accepted.remove(at: index)
        } else if let index = unresolved.firstIndex(where: { $0.id == done.requestID && $0.operation.isDeferred }) {
            request = unresolved.remove(at: index)
        }
        guard let request else { return }
        if done.status == .ok {
            finish(request, .success(done.result))
        } else {
            let error = LinkError.failed(
                operation: request.operation, status: done.status, effect: done.effect, body: body(done.result))
            finish(request, .failure(error))
        }
    }

    mutating func finish(_ request: PendingRequest, _ result: Result<[UInt8], LinkError>) {
        if request.token == pingToken {
            pingToken = nil
        } else {
            actions.append(.completed(request.token, result))
        }
    }
}
