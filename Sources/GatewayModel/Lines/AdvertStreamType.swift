/// The `type` of a line in a stream of adverts. Readers pass over types they do not know.
package enum AdvertStreamType: String, Codable, Sendable, Hashable {
    /// The first line: ``StreamStart``.
    case start
    /// ``AdvertLine``.
    case advert
    /// Adverts a dongle heard that did not reach the gateway: ``CountLine``.
    case lost
    /// Adverts this reader was too slow for, or the gateway was: ``CountLine``.
    case missed
    /// A dongle stopped hearing, for ``LinkLine/message``.
    case interrupted
    /// It hears again: ``LinkLine``.
    case restored
    /// A dongle's scanner failed: ``LinkLine`` with its problem.
    case failed
    /// Nothing happened for 15 s: the gateway lives.
    case idle
    /// The last line: ``StreamEnd``.
    case end
}
