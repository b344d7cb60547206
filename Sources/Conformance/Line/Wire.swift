import DongleProtocol

/// The line as frames in both directions, with a record of them. Sends anything, valid or not.
final class Wire {
    /// Maximum stretch kept: more than any frame takes. A longer stretch counts as damaged.
    private static let longestStretch = 66_000
    /// Maximum time during which the line accepts no bytes.
    private static let sendLimit = Duration.seconds(10)
    /// Maximum time of one wait, so that a cancellation is noticed.
    private static let slice = Duration.milliseconds(100)
    /// Maximum time for reading bytes that have already arrived, after the deadline.
    private static let overtime = Duration.seconds(1)

    /// The check under way; nil before the first.
    private(set) var check: Check?
    private var record = WireRecord()
    /// Checker of the rules for every frame.
    var watch = Watch()
    /// Number of bytes received, in frames or not.
    private(set) var bytesReceived = 0
    /// Number of DONEs that did not come in time.
    var missingDones = 0

    /// Whether what is sent now is left out of a failure's frames.
    private var isRoutine = false
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

    /// The frames of the check under way that matter for its failure.
    var selection: FrameSelection {
        FrameSelection(record, section: check?.section)
    }

    /// Sends bytes unchanged.
    func send(_ bytes: [UInt8]) throws {
        record.sent(bytes, isRoutine: isRoutine)
        try port.write(bytes, limit: Self.sendLimit)
    }

    /// Sends a frame, whatever its header says.
    func send(_ header: FrameHeader, _ payload: [UInt8] = []) throws {
        try send(FrameEncoder.encode(header, payload: payload))
    }

    /// Marks what `body` sends as what every check sends, which tells nothing of its failure.
    func routinely<Value>(_ body: () throws -> Value) rethrows -> Value {
        let before = isRoutine
        isRoutine = true
        defer { isRoutine = before }
        return try body()
    }

    /// Returns the next frame; nil if none arrives until `deadline`.
    func next(until deadline: ContinuousClock.Instant) throws -> SeenFrame? {
        while waiting.isEmpty {
            if isCancelled() { throw CancellationError() }
            let left = deadline - .now
            // Stop even if bytes keep arriving.
            if left < .zero - Self.overtime { return nil }
            let bytes = try port.read(limit: max(.zero, min(left, Self.slice)))
            bytesReceived += bytes.count
            take(bytes)
            if bytes.isEmpty && left <= .zero { return nil }
        }
        return waiting.removeFirst()
    }

    /// Tries until `deadline` to open the port again, for example after the device restarted.
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

    /// Discards the frames and the record of the previous check.
    func begin(_ check: Check) {
        self.check = check
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
        defer { watch.keep({ selection }, check: check?.id) }
        guard !isOverlong else { return watch.rejected("overflow", stretch) }
        stretch.append(0)
        let now = ContinuousClock.now
        // Two closures cannot both modify `self`, so they set local variables.
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
