/// Faults of a line that affect a frame or one of the ends.
package enum Fault: String, CaseIterable, Sendable {
    /// The frame is lost.
    case drop
    /// One to four bytes of the frame are missing, delimiters included.
    case omit
    /// One to forty bytes are inserted somewhere in the frame: noise, text or zeros.
    case insert
    /// One to three bits of the frame are changed.
    case flip
    /// The frame arrives twice, the second right behind the first.
    case duplicate
    /// The frame arrives up to 400 ms late, and everything behind it no earlier.
    case delay
    /// The dongle's processor stalls for 0.1...0.8 s, or the host's for 0.2...3 s.
    case stall
    /// Nothing passes either way for 20 ms...1.5 s; one in ten lasts up to 8 s.
    case cut
    /// The sender also receives the frame.
    case echo
    /// The dongle's power fails for a moment.
    case reset
    /// The port goes away and comes back.
    case unplug
    /// The frame arrives up to 300 ms late, and later frames may overtake it.
    case overtake
    /// A second copy arrives up to 300 ms late, behind other frames.
    case lateCopy

    /// Faults that keep the order of bytes, as every serial line does.
    package static let inOrder = allCases.filter { $0 != .overtake && $0 != .lateCopy }
}

/// An end of the line.
package enum LineEnd: Sendable {
    case host, dongle

    var other: LineEnd { self == .host ? .dongle : .host }
}
