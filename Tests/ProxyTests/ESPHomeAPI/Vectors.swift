import Crypto
import Foundation

@testable import ESPHomeAPI

/// A handshake with fixed keys, as `noiseprotocol` 0.3.1 plays it.
enum Vectors {
    static let key: [UInt8] = Array(0..<32)
    static let clientPublic = bytes("a4e09292b651c278b9772c569f5fa9bb13d906b46ab68c9df9dc2b4409f8a209")
    static let serverPublic = bytes("ce8d3ad1ccb633ec7b70c17814a5c76ecd029685050d344745ba05870e587d59")
    static let serverPrivate = [UInt8](repeating: 2, count: 32)
    static let clientHello = bytes("010000")
    static let message1 = clientPublic + bytes("f0c00e96458473006479a4a6d2f4c0b6")
    static let message2 = serverPublic + bytes("6861a524ec5a0c60694277c72b6e7035")
    static let hash = bytes("02b0d51add0a28febb7a6f20e4d4b01765a0262dc10d28b883c5c3df9ab3bec8")
    /// HelloRequest with the client_info "test".
    static let sealedHello = bytes("01001a0cebf1e6025806d4d9b6ee82fbf78fd523ce12a0c26a2e639a9e")
    /// PingRequest of the server.
    static let sealedPing = bytes("010014d87280c6da5ead4f554dbc83de213f82643e5b9e")

    static let info = DeviceInfo(
        name: "perch-a1b2c3", friendlyName: "Bar", mac: "02:00:00:A1:B2:C3", bluetoothMAC: "02:00:00:D1:B2:C3",
        manufacturer: "Perch", model: "Gateway", project: "perch.gateway", projectVersion: "1.0", webPort: 0,
        isEncrypted: true)

    static func transport(key: [UInt8] = key) -> Transport {
        guard let key = EncryptionKey(key) else { return Transport(key: nil, name: "", mac: "") }
        return Transport(
            noise: NoiseTransport(
                key: key, name: info.name, mac: info.macDigits,
                makeEphemeral: {
                    // Any 32 bytes are a key.
                    (try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: serverPrivate)) ?? .init()
                }))
    }

    static func bytes(_ digits: String) -> [UInt8] {
        stride(from: 0, to: digits.utf8.count, by: 2).compactMap { place in
            let start = digits.index(digits.startIndex, offsetBy: place)
            return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16)
        }
    }
}
