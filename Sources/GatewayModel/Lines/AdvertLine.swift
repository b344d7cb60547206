import JSONLines

/// One advert as a line of a stream of adverts, `type` being `advert`.
///
/// The gateway writes these lines without this type, for speed; a test holds the two together.
package struct AdvertLine: Codable, Sendable, Hashable {
    package var ts: Timestamp
    /// Id of the dongle that heard it.
    package var dongle: String
    /// The number the dongle gave it, from 0 in each session.
    package var number: UInt32
    /// `aa:bb:cc:dd:ee:ff`.
    package var address: String
    /// `public` or `random`.
    package var addressType: String
    /// `ADV_IND` and so on.
    package var pdu: String
    /// dBm; nil = not known.
    package var rssi: Int8?
    /// 0...39; nil = not known.
    package var channel: UInt8?
    /// Whether the dongle had to cut `data`.
    package var truncated: Bool?
    /// AD structures, two lowercase digits a byte, at most 255 bytes.
    package var data: String
    /// Whose the beacon is; nil while nobody is logged in to Payfrit, and until that is known.
    package var badge: PayfritBadge?
    package var simulated: Bool?

    private enum CodingKeys: String, CodingKey {
        case ts, dongle, number, address, pdu, rssi, channel, truncated, data, badge, simulated
        case addressType = "address_type"
    }
}
