import DongleProtocol

/// The line as frames both ways, with a record of what passed. Sends whatever it is told, right or wrong.
final class Wire {
    /// Longest stretch that is kept: more than any frame takes. What is longer is counted as damaged.
    private static let longestStretch = 66_000
    /// How long a line may take none of what is sent.
    private static let sendLimit = Duration.seconds(10)
    /// How long is waited at once, so that an interruption is noticed.
    private static let slice = Duration.milliseconds(100)
    /// How long what has come already may take to be read, once the time is up.
    private static let overtime = Duration.seconds(1)

    private(set) var record = WireRecord()
    /// What every frame of the dongle must hold to.
    var watch = Watch()
    /// Bytes that have come, frames or not.
    private(set) var bytesReceived = 0

    private let port: any BytePort
    private let isCancelled: () -> Bool
    private var decoder = FrameDecoder(largestFrame: 65_535 + 12)
    private var stretch: [UInt8] = []
    private var isOverlong = false
    private var zeros = 0
    private var waiting: [SeenFrame] = []

    init(port: any BytePort, isCancelled: @escaping () -> Bool) {
        self.port = port
        self.isCancelled = isCancelled
    }

    /// Puts bytes on the line as they are.
    func send(_ bytes: [UInt8]) throws {
        record.sent(bytes)
        try port.write(bytes, limit: Self.sendLimit)
    }

    /// Puts a frame on the line, whatever its header says.
    func send(_ header: FrameHeader, _ payload: [UInt8] = []) throws {
        try send(FrameEncoder.encode(header, payload: payload))
    }

    /// The next frame, or nil when none has come until `deadline`.
    func next(until deadline: ContinuousClock.Instant) throws -> SeenFrame? {
        while waiting.isEmpty {
            if isCancelled() { throw CancellationError() }
            let left = deadline - .now
            // A line that never falls silent is not waited for.
            if left < .zero - Self.overtime { return nil }
            let bytes = try port.read(limit: max(.zero, min(left, Self.slice)))
            bytesReceived += bytes.count
            take(bytes)
            if bytes.isEmpty && left <= .zero { return nil }
        }
        return waiting.removeFirst()
    }

    /// Opens the port anew until `deadline`, as after the device restarted and its port was away.
    func reopen(until deadline: ContinuousClock.Instant) throws {
        while true {
            if isCancelled() { throw CancellationError() }
            do {
                try port.reopen()
                break
            } catch {
                guard ContinuousClock.now < deadline else { throw error }
                _ = try? port.read(limit: Self.slice)
                sleepBriefly()
            }
        }
        stretch = []
        waiting = []
        isOverlong = false
        zeros = 0
        watch.lineBegins()
    }

    /// Forgets the frames that nobody waits for any more, as a check ends.
    func forget() {
        waiting.removeAll(keepingCapacity: true)
        record.clear()
    }

    private func take(_ bytes: [UInt8]) {
        for byte in bytes {
            guard byte == 0 else {
                if stretch.count < Self.longestStretch { stretch.append(byte) } else { isOverlong = true }
                continue
            }
            if stretch.isEmpty {
                zeros += 1
            } else {
                finish()
                zeros = 1
            }
        }
    }

    private func finish() {
        defer {
            stretch.removeAll(keepingCapacity: true)
            isOverlong = false
        }
        record.received(stretch)
        guard !isOverlong else { return watch.rejected("overflow", stretch) }
        stretch.append(0)
        let now = ContinuousClock.now
        // The two closures cannot both change this object.
        var frame: SeenFrame?
        var rejection: Rejection?
        decoder.feed(
            stretch.span.bytes,
            onFrame: { header, payload in frame = SeenFrame(header: header, payload: [UInt8](payload), at: now) },
            onRejected: { reason, _ in rejection = reason })
        if let frame {
            watch.frame(frame, zerosBefore: zeros)
            waiting.append(frame)
        } else if let rejection {
            watch.rejected("\(rejection)", stretch.dropLast())
        }
    }
}

extension [UInt8] {
    init(_ span: RawSpan) {
        self = span.withUnsafeBytes { [UInt8]($0) }
    }
}
