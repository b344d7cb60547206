import DongleProtocol

/// What a line is like, and what it does to whole frames.
package struct LineConditions: Sendable {
    /// Share of frames, of either direction, that meet with each fault. A frame meets with one at most.
    package var rates: [Fault: Double]
    /// Bits a second; 0 = bytes take no time.
    package var baud: Int
    /// From the end of a frame on the line to the moment the other end has it.
    package var latency: Duration
    /// Bytes arrive one at a time.
    package var isBytewise: Bool
    /// Bytes that always arrive as something else; empty = not at all.
    package var rewrites: [UInt8: [UInt8]]
    /// The host hears itself.
    package var echoes: Bool
    /// Nothing passes.
    package var isCut: Bool
    /// The next frames of that kind and code, whichever way they go, meet with that fault; a nil code is any.
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
