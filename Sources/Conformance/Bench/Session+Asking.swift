import DongleProtocol

extension Session {
    /// Waits for the answer to a request.
    ///
    /// - Throws: ``CheckFailure`` if none arrives.
    func answer(to id: UInt16, _ operation: Operation, limit: Duration? = nil) throws -> Answer {
        let frame = try wait(limit: limit) {
            takeResponse { $0.header.id == id && $0.header.operation == operation }
        }
        guard let frame else {
            throw CheckFailure(
                expected: "an answer to \(operation.name ?? digits(operation.rawValue)) with id \(id)",
                got: responses.last.map { "none, but \($0.words)" } ?? "none within \((limit ?? patience).words)")
        }
        return try Answer(frame)
    }

    /// Sends a request and waits for its answer.
    @discardableResult
    func ask(_ operation: Operation, _ payload: [UInt8] = [], id: UInt16? = nil, flags: UInt8 = 0) throws -> Answer {
        let id = try post(operation, payload, id: id, flags: flags)
        return try answer(to: id, operation)
    }

    /// Sends a request and decodes its result.
    func ask<Asked: Request>(_ request: Asked) throws -> Asked.Answer {
        let answer = try ask(Asked.operation, request.encoded())
        try Conformance.expect(
            answer.status == .ok, "\(Asked.operation.name ?? "it") answered OK", got: answer.status.words)
        return try answer.read()
    }

    /// Asks for GET_STATE with its connections.
    ///
    /// - Throws: ``CheckNotProven`` if the dongle leaves them out for want of room.
    func state() throws -> GetStateAnswer {
        let answer = try ask(GetStateRequest())
        if answer.connections.isEmpty && reply.largestPayloadToHost < 80 {
            throw CheckNotProven(reason: "GET_STATE shows connections in payloads of 80 bytes or more")
        }
        return answer
    }

    /// Sends PING and returns its answer. The dongle has then processed everything sent before.
    @discardableResult
    func ping() throws -> PingAnswer { try wire.routinely { try ask(PingRequest()) } }

    /// Sends a request and fails the check unless the answer has `status`, or the DONE of a config
    /// operation, which may refuse as well (SPEC.md 11.2). If the answer states an offset, the offset
    /// must match too.
    @discardableResult
    func expect(
        _ operation: Operation, _ payload: [UInt8], _ status: Status, offset: UInt16? = nil, _ what: String
    ) throws -> Answer {
        let id = nextID
        var answer = try ask(operation, payload)
        if answer.status == .accepted, status != .accepted, operation.rawValue >> 8 == 3 {
            let done = try done(id, limit: .seconds(21))
            try Conformance.expect(done.effect == .none, "\(what): effect none", got: done.effect.words)
            answer = Answer(answer.frame, ended: done)
        }
        try Conformance.expect(answer.status == status, "\(what): \(status.words)", got: answer.status.words)
        if let offset { try expectDetail(answer.error.fieldOffset, offset, "\(what): offset") }
        return answer
    }

    /// Fails the check unless a detail of an error is `wanted`. Before version 1.1 a sender may omit
    /// it.
    func expectDetail<Value: Equatable>(_ detail: Value?, _ wanted: Value, _ what: @autoclosure () -> String) throws {
        guard let detail else {
            return try Conformance.expect(reply.minor == 0, "\(what()): \(wanted)", got: "no such detail")
        }
        try Conformance.expect(detail, equals: wanted, what())
    }

    /// Fails the check if an unexpected answer arrived, after the dongle has processed everything
    /// sent.
    func expectNothingAnswered(_ what: String) throws {
        try ping()
        if let stray = responses.first ?? others.first(where: { $0.header.kind == .response }) {
            throw CheckFailure(expected: "\(what): no answer", got: stray.words)
        }
    }

    // MARK: Deferred

    /// Sends a deferred request and returns its id; fails the check unless it is accepted.
    func begin(_ operation: Operation, _ payload: [UInt8]) throws -> UInt16 {
        let id = nextID
        let answer = try ask(operation, payload)
        try Conformance.expect(
            answer.status == .accepted, "\(operation.name ?? "it") answered ACCEPTED", got: answer.status.words)
        return id
    }

    /// Waits for the DONE of a request.
    func done(_ id: UInt16, limit: Duration) throws -> Done {
        // A dongle whose DONE got lost several times is not waited for as long again.
        let limit = wire.missingDones < 3 ? limit : min(limit, .seconds(1))
        let found = try wait(limit: limit) { () throws -> Done? in
            try takeEvent { frame in
                frame.header.event == .done && UInt16(leading: frame.payload) == id
            }.map { try decoded($0.payload, "the fields of DONE") }
        }
        guard let found else {
            wire.missingDones += 1
            throw CheckFailure(expected: "DONE for id \(id) within \(limit.words)", got: "none")
        }
        return found
    }

    /// Sends a deferred request and waits for its DONE.
    func perform<Asked: DeferredRequest>(_ request: Asked) throws -> Done {
        let id = try begin(Asked.operation, request.encoded())
        return try done(id, limit: .milliseconds(Int(request.deadlineMs) + 1000) + patience)
    }

    /// Runs a deferred request and decodes its result; fails the check unless it ends with OK.
    func result<Asked: DeferredRequest>(_ request: Asked) throws -> Asked.Answer {
        let done = try perform(request)
        try Conformance.expect(
            done.status == .ok, "\(Asked.operation.name ?? "it") done with OK", got: done.status.words)
        return try decoded(done.result, "the result of \(Asked.operation.name ?? "it")")
    }

    /// Waits for the next event with this code.
    func event(_ code: EventCode, limit: Duration? = nil, _ what: String) throws -> SeenFrame {
        let frame = try wait(limit: limit) { takeEvent { $0.header.event == code } }
        guard let frame else {
            throw CheckFailure(
                expected: "\(code.name ?? "an event") \(what)", got: "none within \((limit ?? patience).words)")
        }
        return frame
    }
}
