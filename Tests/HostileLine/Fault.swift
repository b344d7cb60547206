/// What a bad line does to a frame, or to whoever is at its ends.
package enum Fault: String, CaseIterable, Sendable {
    /// The frame does not arrive.
    case drop
    /// One to four bytes of it are missing, delimiters included.
    case omit
    /// One to forty bytes come in somewhere in it: noise, text or zeros.
    case insert
    /// One to three bits of it are changed.
    case flip
    /// It arrives twice, the second right behind the first.
    case duplicate
    /// It arrives up to 400 ms late, and everything behind it no earlier.
    case delay
    /// The dongle's processor stands still for 0.1...0.8 s, or the host's for 0.2...3 s.
    case stall
    /// Nothing passes either way for 20 ms...1.5 s; one in ten lasts up to 8 s.
    case cut
    /// Whoever sent it hears it too.
    case echo
    /// The dongle's power fails for a moment.
    case reset
    /// The port goes away and comes back.
    case unplug
    /// It arrives up to 300 ms late, and what is behind it is not held up.
    case overtake
    /// A second copy arrives up to 300 ms late, behind others.
    case lateCopy

    /// Faults that keep bytes in order, as every serial line does.
    package static let inOrder = allCases.filter { $0 != .overtake && $0 != .lateCopy }
}

/// An end of the line.
package enum LineEnd: Sendable {
    case host, dongle

    var other: LineEnd { self == .host ? .dongle : .host }
}
