/// The `type` of a line in a stream of adverts. Readers ignore unknown types.
package enum AdvertStreamType: String, Codable, Sendable, Hashable {
    /// The first line: ``StreamStart``.
    case start
    /// ``AdvertLine``.
    case advert
    /// Adverts that a dongle heard and the gateway did not receive: ``CountLine``.
    case lost
    /// Adverts dropped because this reader or the gateway was too slow: ``CountLine``.
    case missed
    /// A dongle stopped hearing adverts; ``LinkLine/message`` says why.
    case interrupted
    /// The dongle hears adverts again: ``LinkLine``.
    case restored
    /// A dongle's scanner failed: ``LinkLine`` with its problem.
    case failed
    /// Nothing happened for 15 s; the gateway is alive.
    case idle
    /// The last line: ``StreamEnd``.
    case end
}
