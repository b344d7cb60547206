import Advertising
import DongleLink

/// Adverts for the tests.
package enum Adverts {
    package static let uuid = "41424344-4546-4748-4940-414243444546"
    package static let iBeacon = bytes("0201061aff4c0002154142434445464748494041424344454600010002f8")
    package static let eddystoneURL = bytes("0303aafe1316aafe10f803676974687562" + "00" + "63697472757a")
    package static let named = bytes("020106" + "0f09466c6f636b46696e6465722d5333" + "0302e0ff")
    package static let malformed = bytes("0201061aff4c000215e2c56db5")

    package static let ruuviTag = bytes("0201061bff99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f")
    package static let eddystoneTLM = bytes("0201060303aafe1116aafe20000b1813000000146700002ac4")

    package static func bytes(_ hex: String) -> [UInt8] { Hexadecimal.bytes(hex) ?? [] }

    package static func sighting(
        _ data: [UInt8], number: UInt32 = 7, address: UInt64 = 0xC300_0000_0101, rssiDBm: Int8 = -60,
        channel: UInt8? = 37, isTruncated: Bool = false
    ) -> Sighting {
        Sighting(
            number: number, microsecondsSince1970: 1_767_637_845_123_456, address: BluetoothAddress(address),
            addressType: .random, pdu: .nonConnectable, rssiDBm: rssiDBm, channel: channel, isTruncated: isTruncated,
            data: data)
    }
}
