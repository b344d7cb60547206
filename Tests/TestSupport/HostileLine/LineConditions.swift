import DongleProtocol

/// Properties of a line, and its faults for whole frames.
package struct LineConditions: Sendable {
    /// Share of frames, in either direction, that have each fault. A frame has one fault at most.
    package var rates: [Fault: Double]
    /// Bits a second; 0 = bytes take no time.
    package var baud: Int
    /// Time from the end of a frame on the line to its arrival at the other end.
    package var latency: Duration
    /// Bytes arrive one at a time.
    package var isBytewise: Bool
    /// Bytes that always arrive as other bytes; empty = none.
    package var rewrites: [UInt8: [UInt8]]
    /// The host receives its own bytes.
    package var echoes: Bool
    /// Nothing passes.
    package var isCut: Bool
    /// Faults for the next frames of that kind and code, in either direction; a nil code means any.
    package var next: [(fault: Fault, kind: FrameKind, code: UInt16?)] = []

    package init(
        rates: [Fault: Double] = [:], baud: Int = 0, latency: Duration = .microseconds(100), isBytewise: Bool = false,
        rewrites: [UInt8: [UInt8]] = [:], echoes: Bool = false, isCut: Bool = false
    ) {
        self.rates = rates
        self.baud = baud
        self.latency = latency
        self.isBytewise = isBytewise
        self.rewrites = rewrites
        self.echoes = echoes
        self.isCut = isCut
    }

    /// Time that bytes take on the line, at ten bits each.
    func time(ofBytes count: Int) -> Duration {
        baud > 0 ? .nanoseconds(count * 10 * 1_000_000_000 / baud) : .zero
    }
}
