/// Traffic of serial lines, as blocks of a file, that waits to be written.
///
/// Holds at most ``limit`` bytes of packets, including those being written, and one unfinished
/// stretch for each direction of each line. A packet that does not fit is dropped and counted; the
/// next packet of its line states how many were dropped before it.
struct WireTraceBuffer: Sendable {
    static let limit = 4 * 1024 * 1024
    /// Number of ticks without a byte after which an unfinished stretch becomes a packet.
    static let silentTicks = 12

    private struct Line {
        let name: String
        var cutters = [StretchCutter(), StretchCutter()]
        /// Time of the newest bytes in each direction.
        var newest: [Int64] = [0, 0]
        var ticks = [0, 0]
        var passed: UInt64 = 0
        var dropped: UInt64 = 0
        /// Number of `dropped` packets that no packet has stated yet.
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

    /// Whether there is something to write, now or after some ticks.
    var isBusy: Bool {
        !blocks.isEmpty || lines.contains { $0.cutters.contains { !$0.unfinished.isEmpty } }
    }

    /// Returns the number of the line with this name; a line that is opened again keeps its number.
    mutating func line(named name: String) -> Int {
        if let known = lines.firstIndex(where: { $0.name == name }) { return known }
        lines.append(Line(name: name))
        blocks += encoder.interface(named: name)
        return lines.count - 1
    }

    /// Records bytes on a line.
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
        // Moved out for the call, so that `self` can take the pieces without a copy.
        var cutter = StretchCutter()
        swap(&cutter, &lines[line].cutters[index])
        cutter.feed(bytes) { append($0, line: line, direction) }
        swap(&cutter, &lines[line].cutters[index])
    }

    /// Has the line's next packet state that the dongle is simulated, unless the whole file states
    /// it.
    mutating func markSimulated(line: Int) {
        if !encoder.isSimulated { lines[line].comment = WireTraceEncoder.simulatedComment }
    }

    /// Counts one tick. An unfinished stretch becomes a packet once its line has been silent for
    /// ``silentTicks``.
    mutating func tick() {
        for line in lines.indices {
            for direction in [WireDirection.received, .sent] {
                lines[line].ticks[direction.rawValue] += 1
                if lines[line].ticks[direction.rawValue] >= Self.silentTicks { flush(line, direction) }
            }
        }
    }

    /// Adds the unfinished stretches, then the statistics of every line.
    mutating func finish() {
        for line in lines.indices {
            flush(line, .received)
            flush(line, .sent)
            blocks += WireTraceEncoder.statistics(
                line: line, microsecondsSince1970: lines[line].newest.max() ?? 0, passed: lines[line].passed,
                dropped: lines[line].dropped)
        }
    }

    /// Moves the waiting blocks to `piece`. They count towards the limit until
    /// ``settle(unwritten:)``.
    mutating func take(into piece: inout [UInt8]) {
        piece.removeAll(keepingCapacity: true)
        swap(&piece, &blocks)
        beingWritten = piece.count
    }

    /// Notes that the taken blocks are written, except `unwritten` packets.
    mutating func settle(unwritten: UInt64) {
        beingWritten = 0
        counts.dropped += unwritten
    }

    /// Drops the waiting blocks, because nothing more can be written.
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

/// Totals of a wire trace.
package struct WireTraceCounts: Sendable, Hashable {
    /// Number of stretches from the dongle, frames or not.
    package var received: UInt64 = 0
    /// Number of stretches to the dongle.
    package var sent: UInt64 = 0
    package var bytesReceived: UInt64 = 0
    package var bytesSent: UInt64 = 0
    /// Number of stretches missing in the file, because it could not be written fast enough or at
    /// all.
    package var dropped: UInt64 = 0
}
