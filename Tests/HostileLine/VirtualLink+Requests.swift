import DongleLink
import DongleProtocol

/// What tests ask of the host's end.
extension VirtualLink {
    /// Opens a session.
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

    /// - Parameter epoch: The session it belongs to, where it names something of one.
    package func submit<R: Request>(_ request: R, epoch: UInt64? = nil) -> RequestToken {
        let token = session.submit(R.operation, payload: request.encoded(), epoch: epoch, now: now)
        drain()
        return token
    }

    package func result(_ token: RequestToken) -> Result<[UInt8], LinkError>? { results[token] }

    /// Sends a request and waits for its outcome; nil: there was none within `limit`.
    package func outcome<R: Request>(_ request: R, limit: Duration = .seconds(60)) -> Result<[UInt8], LinkError>? {
        let token = submit(request)
        _ = run(limit: limit) { results[token] != nil }
        return results[token]
    }

    /// Sends a request and waits for what it gives; nil: nothing came.
    package func answer<R: Request>(_ request: R) throws -> R.Answer? {
        guard let bytes = try outcome(request)?.get() else { return nil }
        return try R.Answer(decoding: bytes)
    }

    /// Lets the session cancel a request.
    package func cancel(_ token: RequestToken) {
        session.cancel(token, now: now)
        drain()
    }

    /// The events of stream A handed out so far, with that code.
    package func events<Message: WireMessage>(_ code: EventCode, as type: Message.Type) -> [Message] {
        actions.compactMap { action in
            guard case .event(code, let payload) = action else { return nil }
            return try? Message(decoding: payload)
        }
    }
}
