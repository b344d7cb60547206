import DongleLink
import DongleProtocol

/// Requests that tests make at the host's end.
extension VirtualLink {
    /// Opens a session. Returns whether it succeeded.
    package func start() -> Bool {
        open()
        return run { isLive }
    }

    /// Whether a session is open that was opened since the actions were last forgotten.
    package var isLive: Bool { session.hello != nil && actions.contains { if case .live = $0 { true } else { false } } }

    package var failure: GreetingFailure? {
        for case .failed(let failure) in actions { return failure }
        return nil
    }

    /// - Parameter epoch: Session of the request, if it names a connection or another object of a
    ///   session.
    package func submit<R: Request>(_ request: R, epoch: UInt64? = nil) -> RequestToken {
        let token = session.submit(R.operation, payload: request.encoded(), epoch: epoch, now: now)
        drain()
        return token
    }

    package func result(_ token: RequestToken) -> Result<[UInt8], LinkError>? { results[token] }

    /// Sends a request and waits for its outcome; nil = no outcome within `limit`.
    package func outcome<R: Request>(_ request: R, limit: Duration = .seconds(60)) -> Result<[UInt8], LinkError>? {
        let token = submit(request)
        _ = run(limit: limit) { results[token] != nil }
        return results[token]
    }

    /// Sends a request and waits for its answer; nil = no answer.
    package func answer<R: Request>(_ request: R) throws -> R.Answer? {
        guard let bytes = try outcome(request)?.get() else { return nil }
        return try R.Answer(decoding: bytes)
    }

    /// Has the session cancel a request.
    package func cancel(_ token: RequestToken) {
        session.cancel(token, now: now)
        drain()
    }

    /// Returns the events of stream A with that code delivered so far.
    package func events<Message: WireMessage>(_ code: EventCode, as type: Message.Type) -> [Message] {
        actions.compactMap { action in
            guard case .event(code, let payload) = action else { return nil }
            return try? Message(decoding: payload)
        }
    }
}
