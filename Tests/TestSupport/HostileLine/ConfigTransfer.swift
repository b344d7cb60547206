import DongleLink
import DongleProtocol
import SimulatedDongle

/// Sends configs over a virtual line as the host does, and measures the time of each part.
package struct ConfigTransfer: Sendable {
    /// Time from the request CONFIG_BEGIN to its DONE.
    package var begin = Duration.zero
    /// Time from the first byte of the first CONFIG_DATA to the answer to the last.
    package var data = Duration.zero
    /// Time from the request CONFIG_COMMIT to its DONE.
    package var commit = Duration.zero
    package var bytes = 0
    package var whole: Duration { begin + data + commit }

    /// Returns the config's share of the bytes that the line can carry (a tenth of its baud per
    /// second).
    package func goodput(baud: Int) -> Double {
        Double(bytes) / (data / .seconds(1)) / (Double(baud) / 10)
    }

    package enum Failure: Error {
        case noSession
        case refused(LinkError)
        case noOutcome
        /// The dongle's active config is not the one that was sent.
        case wrongContent
    }

    /// Sends one config of random bytes and makes it active.
    ///
    /// - Parameter link: A link with a session.
    package static func perform(over link: VirtualLink, bytes: Int, seed: UInt64) throws(Failure) -> ConfigTransfer {
        try perform(over: link, SeededConfig(bytes: bytes, seed: seed))
    }

    /// Sends that config and makes it active.
    ///
    /// - Parameter link: A link with a session.
    @discardableResult
    package static func perform(over link: VirtualLink, _ config: SeededConfig) throws(Failure) -> ConfigTransfer {
        var transfer = ConfigTransfer()
        transfer.bytes = config.bytes.count
        let asked = link.now
        let begun = try answer(config.begin(), over: link)
        transfer.begin = link.now - asked
        let started = link.now
        do throws(LinkError) {
            try send(config.bytes, begun, over: link)
        } catch {
            throw .refused(error)
        }
        transfer.data = link.now - started
        let committing = link.now
        _ = try answer(config.commit(begun), over: link)
        transfer.commit = link.now - committing
        guard link.dongle.activeConfig == config.bytes else { throw .wrongContent }
        return transfer
    }

    /// Sends the bytes that the dongle does not have yet.
    package static func send(_ config: [UInt8], _ begun: ConfigBeginResult, over link: VirtualLink) throws(LinkError) {
        var upload = try ConfigUpload(config, begun)
        var inFlight: [RequestToken] = []
        while !upload.isFinished {
            while let data = upload.next() { inFlight.append(link.submit(data)) }
            let token = inFlight.removeFirst()
            _ = link.run(limit: .seconds(60)) { link.results[token] != nil }
            guard let result = link.results[token] else {
                throw .interrupted(operation: .configData, cause: .gaveUp)
            }
            try upload.answered(result)
        }
    }

    private static func answer<R: Request>(_ request: R, over link: VirtualLink) throws(Failure) -> R.Answer {
        switch link.outcome(request) {
        case .success(let bytes):
            guard let answer = try? R.Answer(decoding: bytes) else { throw .noOutcome }
            return answer
        case .failure(let error): throw .refused(error)
        case nil: throw .noOutcome
        }
    }
}

extension ConfigTransfer {
    /// Returns a link over a paced line, with a session.
    ///
    /// - Parameters:
    ///   - latency: Time that the USB of both ends adds to every frame.
    ///   - flash: Times of the dongle's flash operations.
    package static func link(
        baud: Int, loss: Double = 0, latency: Duration = .milliseconds(1), flash: VirtualLink.FlashTimes = .init(),
        seed: UInt64 = 1
    ) throws -> VirtualLink {
        let link = try VirtualLink(
            scenario: Scenario(name: "nothing"), line: LineConditions(baud: baud, latency: latency), seed: seed)
        guard link.start() else { throw Failure.noSession }
        // Lets the requests of the opening be answered first.
        link.run(for: .milliseconds(500))
        link.line.rates = loss > 0 ? [.drop: loss] : [:]
        link.flashTimes = flash
        return link
    }
}
