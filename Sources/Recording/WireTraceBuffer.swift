/// What passes lines, as blocks of a file, between the moment it passes and the moment it is written.
///
/// Holds at most ``limit`` bytes of packets, what is being written included, and one unfinished stretch for each direction of
/// each line. What finds no room is dropped whole and counted; the next packet of its line says how many came before it.
struct WireTraceBuffer: Sendable {
    static let limit = 4 * 1024 * 1024
    /// Ticks without a byte after which what has come of a stretch is taken as it is.
    static let silentTicks = 12

    private struct Line {
        let name: String
        var cutters = [StretchCutter(), StretchCutter()]
        /// When the newest bytes came, for each direction.
        var newest: [Int64] = [0, 0]
        var ticks = [0, 0]
        var passed: UInt64 = 0
        var dropped: UInt64 = 0
        /// Of `dropped`, told by no packet yet.
        var untold: UInt64 = 0
        var comment: String?
    }

    private let encoder: WireTraceEncoder
    private let limit: Int
    private var lines: [Line] = []
    private var blocks: [UInt8]
    private var beingWritten = 0
    private(set) var counts = WireTraceCounts()

    init(encoder: WireTraceEncoder, limit: Int = WireTraceBuffer.limit) {
        self.encoder = encoder
        self.limit = limit
        blocks = encoder.header
    }

    /// Whether there is something to write, or will be after some ticks.
    var isBusy: Bool {
        !blocks.isEmpty || lines.contains { $0.cutters.contains { !$0.unfinished.isEmpty } }
    }

    /// The number of the line with that name; a line that is opened again keeps its number.
    mutating func line(named name: String) -> Int {
        if let known = lines.firstIndex(where: { $0.name == name }) { return known }
        lines.append(Line(name: name))
        blocks += encoder.interface(named: name)
        return lines.count - 1
    }

    /// Bytes pass a line.
    mutating func record(
        _ bytes: UnsafeRawBufferPointer, line: Int, _ direction: WireDirection, microsecondsSince1970 time: Int64
    ) {
        let index = direction.rawValue
        lines[line].newest[index] = time
        lines[line].ticks[index] = 0
        if direction == .received {
            counts.bytesReceived += UInt64(bytes.count)
        } else {
            counts.bytesSent += UInt64(bytes.count)
        }
        // Moved out while it works, so that its pieces can be taken by `self`, and without a copy.
        var cutter = StretchCutter()
        swap(&cutter, &lines[line].cutters[index])
        cutter.feed(bytes) { append($0, line: line, direction) }
        swap(&cutter, &lines[line].cutters[index])
    }

    /// The line's next packet says that its dongle is simulated, unless the whole file does.
    mutating func markSimulated(line: Int) {
        if !encoder.isSimulated { lines[line].comment = WireTraceEncoder.simulatedComment }
    }

    /// Time passes. What has come of a stretch is taken once its line has been silent for ``silentTicks``.
    mutating func tick() {
        for line in lines.indices {
            for direction in [WireDirection.received, .sent] {
                lines[line].ticks[direction.rawValue] += 1
                if lines[line].ticks[direction.rawValue] >= Self.silentTicks { flush(line, direction) }
            }
        }
    }

    /// The end: what has come of every stretch, then what every line carried and lost.
    mutating func finish() {
        for line in lines.indices {
            flush(line, .received)
            flush(line, .sent)
            blocks += WireTraceEncoder.statistics(
                line: line, microsecondsSince1970: lines[line].newest.max() ?? 0, passed: lines[line].passed,
                dropped: lines[line].dropped)
        }
    }

    /// The blocks that wait, which take room until ``settle(unwritten:)``.
    mutating func take(into piece: inout [UInt8]) {
        piece.removeAll(keepingCapacity: true)
        swap(&piece, &blocks)
        beingWritten = piece.count
    }

    /// What was taken has been written, but for some packets.
    mutating func settle(unwritten: UInt64) {
        beingWritten = 0
        counts.dropped += unwritten
    }

    /// Nothing more can be written: what waits is dropped.
    mutating func discard() {
        counts.dropped += PcapngBlock.packets(in: blocks[...])
        blocks = []
    }

    private mutating func flush(_ line: Int, _ direction: WireDirection) {
        var cutter = StretchCutter()
        swap(&cutter, &lines[line].cutters[direction.rawValue])
        cutter.flush { append($0, line: line, direction) }
        swap(&cutter, &lines[line].cutters[direction.rawValue])
    }

    private mutating func append(_ bytes: UnsafeRawBufferPointer, line: Int, _ direction: WireDirection) {
        lines[line].passed += 1
        if direction == .received { counts.received += 1 } else { counts.sent += 1 }
        guard blocks.count + bytes.count + beingWritten <= limit else {
            lines[line].dropped += 1
            lines[line].untold += 1
            counts.dropped += 1
            return
        }
        let packet = WireTraceEncoder.Packet(
            line: line, direction: direction, microsecondsSince1970: lines[line].newest[direction.rawValue],
            droppedBefore: lines[line].untold, comment: lines[line].comment)
        WireTraceEncoder.append(packet, bytes: bytes, to: &blocks)
        lines[line].untold = 0
        lines[line].comment = nil
    }
}

/// What a wire trace has seen.
package struct WireTraceCounts: Sendable, Hashable {
    /// Stretches of the line from the dongle: frames, and what was none.
    package var received: UInt64 = 0
    /// Stretches to the dongle.
    package var sent: UInt64 = 0
    package var bytesReceived: UInt64 = 0
    package var bytesSent: UInt64 = 0
    /// Of all stretches, those that are not in the file, because it could not be written fast enough or at all.
    package var dropped: UInt64 = 0
}
