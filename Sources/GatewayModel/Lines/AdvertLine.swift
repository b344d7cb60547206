import LineFormats

/// One advert as a line of a stream of adverts; its `type` is `advert`.
///
/// The gateway writes these lines without this type, for speed; a test checks that both agree.
package struct AdvertLine: Codable, Sendable, Hashable {
    package var ts: Timestamp
    /// Id of the dongle that heard the advert.
    package var dongle: String
    /// Number that the dongle gave the advert, counted from 0 in each session.
    package var number: UInt32
    /// `aa:bb:cc:dd:ee:ff`.
    package var address: String
    /// `public` or `random`.
    package var addressType: String
    /// PDU type, such as `ADV_IND`.
    package var pdu: String
    /// dBm; nil = not measured.
    package var rssi: Int8?
    /// 0...39; nil = not known.
    package var channel: UInt8?
    /// Whether the dongle cut `data`; nil = no.
    package var truncated: Bool?
    /// AD structures as lowercase hexadecimal, at most 255 bytes.
    package var data: String
    /// Owner of the beacon; nil while nobody is logged in to Payfrit, or while it is not yet known.
    package var badge: PayfritBadge?
    package var simulated: Bool?

    private enum CodingKeys: String, CodingKey {
        case ts, dongle, number, address, pdu, rssi, channel, truncated, data, badge, simulated
        case addressType = "address_type"
    }
}
