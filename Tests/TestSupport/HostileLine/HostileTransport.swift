import Randomness
import DongleProtocol
import SimulatedDongle

/// A serial line between a host and a dongle that affects their frames according to its conditions.
///
/// It is pure: time is an argument, chance comes from a seed. Bytes arrive in the order in which
/// they were sent, unless a fault says otherwise.
package struct HostileTransport: Sendable {
    package var conditions: LineConditions
    /// Number of times that each fault has struck.
    package private(set) var counts: [Fault: Int] = [:]
    /// Frames that were sent while the line was cut.
    package private(set) var framesCut = 0
    /// Frames sent, in both directions.
    package private(set) var frames = 0
    /// Faults for the owner of the ends to carry out: resets and unpluggings.
    private(set) var forEnds: [Fault] = []

    private var towardsHost = Direction()
    private var towardsDongle = Direction()
    private var cutUntil: Duration = .zero
    private var hostStallsUntil: Duration = .zero
    private var dongleStallsUntil: Duration = .zero
    private var random: SplitMix64

    /// Bytes under way to one end.
    private struct Direction: Sendable {
        /// Bytes of a frame that is not complete yet.
        var partial: [UInt8] = []
        var arriving: [(at: Duration, bytes: [UInt8])] = []
        /// Time at which all bytes sent so far have left.
        var free: Duration = .zero
        /// Time of the latest arrival so far; later bytes do not arrive earlier.
        var lastArrival: Duration = .zero
    }

    package init(conditions: LineConditions = LineConditions(), seed: UInt64) {
        self.conditions = conditions
        random = SplitMix64(seed: seed)
    }

    // MARK: Sending

    /// Takes bytes sent towards `end`. They leave one after the other at the line's rate.
    package mutating func send(_ bytes: [UInt8], towards end: LineEnd, at now: Duration) {
        for byte in bytes {
            self[end].partial.append(byte)
            guard byte == 0, self[end].partial.count > 1, self[end].partial.contains(where: { $0 != 0 }) else {
                continue
            }
            let frame = self[end].partial
            self[end].partial = []
            self[end].free = max(now, self[end].free) + conditions.time(ofBytes: frame.count)
            pass(frame, towards: end, at: now)
        }
    }

    /// Returns when the line has room for another frame towards `end`; a time in the past: it has
    /// room now.
    package func free(towards end: LineEnd) -> Duration { self[end].free }

    /// Occupies the line towards the host: the dongle writes flash and sends nothing meanwhile.
    mutating func occupy(until time: Duration) {
        towardsHost.free = max(towardsHost.free, time)
    }

    /// Cuts off the frame that is leaving towards `end`, since its sender has lost power.
    mutating func breakOff(towards end: LineEnd, at now: Duration) {
        self[end].partial = []
        let left = self[end].free - now
        self[end].free = min(now, self[end].free)
        guard left > .zero, let last = self[end].arriving.popLast() else { return }
        let whole = conditions.time(ofBytes: last.bytes.count)
        let sent = max(0, Int(Double(last.bytes.count) * (1 - left / whole)))
        guard sent > 0 else { return }
        self[end].arriving.append((last.at - left, Array(last.bytes.prefix(sent))))
    }

    /// Drops all bytes under way, as an unplugged adapter does.
    mutating func clear() {
        towardsHost = Direction()
        towardsDongle = Direction()
    }

    /// Stalls the dongle's processor, or the host's.
    package mutating func stall(_ end: LineEnd, until time: Duration) {
        if end == .host { hostStallsUntil = max(hostStallsUntil, time) }
        if end == .dongle { dongleStallsUntil = max(dongleStallsUntil, time) }
    }

    /// Returns when an end continues; a time in the past: it is running.
    package func stalledUntil(_ end: LineEnd) -> Duration { end == .host ? hostStallsUntil : dongleStallsUntil }

    mutating func takeForEnds() -> [Fault] {
        defer { forEnds.removeAll() }
        return forEnds
    }

    // MARK: Arriving

    /// Returns the time of the next arrival at `end`.
    package func nextArrival(at end: LineEnd) -> Duration? {
        self[end].arriving.lazy.map(\.at).min()
    }

    /// Removes and returns the bytes that have arrived at `end`, earliest first, in the pieces in
    /// which they are read.
    package mutating func arrivals(at end: LineEnd, until now: Duration) -> [[UInt8]] {
        guard let first = nextArrival(at: end), first <= now else { return [] }
        // Sorting is stable: pieces that arrive at the same time keep their order.
        let pieces = self[end].arriving.filter { $0.at <= now }.sorted { $0.at < $1.at }.map(\.bytes)
        self[end].arriving.removeAll { $0.at <= now }
        return conditions.isBytewise ? pieces.joined().map { [$0] } : pieces
    }

    // MARK: Faults

    private mutating func pass(_ frame: [UInt8], towards end: LineEnd, at now: Duration) {
        frames += 1
        if conditions.echoes, end == .dongle { arrive(frame, at: .host, from: now) }
        let fault = fate(of: frame)
        if let fault { counts[fault, default: 0] += 1 }
        if fault == .cut { cutUntil = max(cutUntil, now + cutLength()) }
        if conditions.isCut || now < cutUntil {
            framesCut += 1
            return
        }
        let sent = self[end].free
        switch fault {
        case .drop, .cut: return
        case .omit: arrive(omitting(from: frame), at: end, from: sent)
        case .insert: arrive(inserting(into: frame), at: end, from: sent)
        case .flip: arrive(flipping(frame), at: end, from: sent)
        case .duplicate: arrive(frame + frame, at: end, from: sent)
        case .delay: arrive(frame, at: end, from: sent + milliseconds(1...400))
        case .overtake: arrive(frame, at: end, from: sent + milliseconds(1...300), overtaken: true)
        case .lateCopy:
            arrive(frame, at: end, from: sent)
            arrive(frame, at: end, from: sent + milliseconds(1...300), overtaken: true)
        case .echo:
            arrive(frame, at: end, from: sent)
            arrive(frame, at: end.other, from: sent)
        case .stall:
            arrive(frame, at: end, from: sent)
            if Int.random(in: 0..<4, using: &random) == 0 {
                stall(.host, until: now + milliseconds(200...3000))
            } else {
                stall(.dongle, until: now + milliseconds(100...800))
            }
        case .reset, .unplug:
            arrive(frame, at: end, from: sent)
            if let fault { forEnds.append(fault) }
        case nil: arrive(frame, at: end, from: sent)
        }
    }

    private mutating func fate(of frame: [UInt8]) -> Fault? {
        if !conditions.next.isEmpty, let header = Self.header(of: frame),
            let index = conditions.next.firstIndex(where: {
                $0.kind == header.kind && ($0.code ?? header.code) == header.code
            })
        {
            return conditions.next.remove(at: index).fault
        }
        guard !conditions.rates.isEmpty else { return nil }
        var draw = Double.random(in: 0..<1, using: &random)
        // Uses the order of the cases: a dictionary's would differ from run to run.
        for fault in Fault.allCases {
            guard let rate = conditions.rates[fault] else { continue }
            if draw < rate { return fault }
            draw -= rate
        }
        return nil
    }

    private mutating func arrive(
        _ bytes: [UInt8], at end: LineEnd, from sent: Duration, overtaken: Bool = false
    ) {
        let read = conditions.rewrites.isEmpty ? bytes : bytes.flatMap { conditions.rewrites[$0] ?? [$0] }
        guard !read.isEmpty else { return }
        let earliest = sent + conditions.latency
        if overtaken {
            self[end].arriving.append((earliest, read))
        } else {
            // Arrives no earlier than bytes sent before; an overtaken frame does not delay others.
            let time = max(earliest, self[end].lastArrival)
            self[end].lastArrival = time
            self[end].arriving.append((time, read))
        }
    }

    private mutating func omitting(from frame: [UInt8]) -> [UInt8] {
        let count = Int.random(in: 1...min(4, frame.count), using: &random)
        let start = Int.random(in: 0...(frame.count - count), using: &random)
        return Array(frame[..<start] + frame[(start + count)...])
    }

    private mutating func inserting(into frame: [UInt8]) -> [UInt8] {
        let noise: [UInt8]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: noise = Array("rst:0x10 (RTCWDT), boot:0x13 (SPI_FLASH)\r\n".utf8)
        case 1: noise = Array(repeating: 0, count: Int.random(in: 1...3, using: &random))
        default:
            let count = Int.random(in: 1...40, using: &random)
            noise = (0..<count).map { _ in UInt8.random(in: 0...UInt8.max, using: &random) }
        }
        let place = Int.random(in: 0...frame.count, using: &random)
        return frame[..<place] + noise + frame[place...]
    }

    private mutating func flipping(_ frame: [UInt8]) -> [UInt8] {
        var flipped = frame
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let bit = Int.random(in: 0..<frame.count * 8, using: &random)
            flipped[bit / 8] ^= 1 << (bit % 8)
        }
        return flipped
    }

    private mutating func cutLength() -> Duration {
        Int.random(in: 0..<10, using: &random) == 0 ? milliseconds(1500...8000) : milliseconds(20...1500)
    }

    private mutating func milliseconds(_ range: ClosedRange<Int>) -> Duration {
        .milliseconds(Int.random(in: range, using: &random))
    }

    private static func header(of wire: [UInt8]) -> FrameHeader? {
        var header: FrameHeader?
        var decoder = FrameDecoder(largestFrame: 4096)
        decoder.feed(wire.span.bytes, onFrame: { found, _ in header = found }, onRejected: { _, _ in })
        return header
    }

    private subscript(end: LineEnd) -> Direction {
        get { end == .host ? towardsHost : towardsDongle }
        _modify {
            if end == .host { yield &towardsHost } else { yield &towardsDongle }
        }
    }
}
