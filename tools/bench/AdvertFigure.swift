import Randomness
import Advertising
import DongleProtocol
import Foundation
import Recording
import SimulatedDongle

/// Rate at which one thread turns bytes of the line into parsed adverts with every field.
enum AdvertFigure {
    struct WrongCount: Error {
        let adverts: Int
        let expected: Int
    }

    private static let rounds = 9
    private static let passes = 8
    private static let pieceBytes = 64 * 1024
    /// Bytes in the largest payload of the firmware core's full profile.
    private static let largestPayload = 528

    static func measure(recording: String) throws -> Figure {
        let isRecorded = FileManager.default.fileExists(atPath: recording)
        let adverts = isRecorded ? try AirRecording(path: recording).adverts : try synthetic()
        let wire = frames(of: adverts)
        var rates: [Double] = []
        for round in 0...rounds {
            var count = 0
            let duration = seconds { for _ in 0..<passes { count += parse(wire) } }
            let expected = adverts.count * passes
            guard count == expected else { throw WrongCount(adverts: count, expected: expected) }
            if round > 0 { rates.append(Double(count) / duration) }
        }
        guard let spread = Spread(rates) else { throw WrongCount(adverts: 0, expected: adverts.count) }
        let source = isRecorded ? "a conference room" : "a synthetic set: the recording is absent"
        return Figure(
            "line → parsed adverts, one thread (\(adverts.count) adverts of \(source))",
            measured: spread.text("adverts/s"), target: "≥ \(Targets.advertsPerSecond.text()) adverts/s",
            isMet: spread.median >= Targets.advertsPerSecond)
    }

    /// - Returns: Number of adverts parsed.
    private static func parse(_ wire: [UInt8]) -> Int {
        var decoder = FrameDecoder(largestFrame: largestPayload + 12)
        var count = 0
        // Parsed adverts are kept until the next batch, as by a consumer of batches.
        var batch: [ParsedAdvert] = []
        let bytes = wire.span.bytes
        for start in stride(from: 0, to: bytes.byteCount, by: pieceBytes) {
            decoder.feed(
                bytes.extracting(start..<min(start + pieceBytes, bytes.byteCount)),
                onFrame: { _, payload in
                    batch.removeAll(keepingCapacity: true)
                    // A batch that is malformed shows in the count.
                    try? AdvertBatch.forEach(in: payload) { _, data in batch.append(ParsedAdvert(data)) }
                    count += batch.count
                }, onRejected: { _, _ in })
        }
        return count
    }

    /// Returns the adverts in batches that are as full as possible.
    private static func frames(of adverts: [RecordedAdvert]) -> [UInt8] {
        var wire: [UInt8] = []
        var batch = AdvertBatch(firstNumber: 0, baseMs: 0, adverts: [])
        var counter: UInt16 = 0
        func send() {
            guard !batch.adverts.isEmpty else { return }
            let header = FrameHeader(
                kind: .event, session: 1, id: counter, code: EventCode.advertBatch.rawValue)
            FrameEncoder.append(header, payload: batch.encoded().span.bytes, to: &wire)
            counter &+= 1
            batch.firstNumber &+= UInt32(batch.adverts.count)
            batch.adverts.removeAll(keepingCapacity: true)
        }
        for recorded in adverts {
            batch.adverts.append(Advert(recorded))
            if batch.encoded().count > largestPayload {
                batch.adverts.removeLast()
                send()
                batch.adverts.append(Advert(recorded))
            }
        }
        send()
        return wire
    }

    /// Names, services, manufacturer data and iBeacons in equal shares.
    private static func synthetic() throws -> [RecordedAdvert] {
        var random = SplitMix64(seed: 0x61697273)
        return try (0..<14_000).map { index in
            var data = AdvertBuilder()
            try data.append(flags: ADFlags(rawValue: 6))
            switch index % 4 {
            case 0: try data.append(name: "sensor \(index % 100)")
            case 1: try data.append(serviceUUIDs: [BluetoothUUID(short: 0x180F), BluetoothUUID(short: 0xFEAA)])
            case 2: try data.append(.manufacturerData, bytes(22, &random))
            default: try data.append(.manufacturerData, [0x4C, 0x00, 0x02, 0x15] + bytes(21, &random))
            }
            return RecordedAdvert(
                timeSeconds: Double(index) / 400, address: BluetoothAddress(random.next() & 0xFFFF_FFFF_FFFF),
                addressType: .random, pdu: .connectable, rssiDBm: -60, channel: 37, data: data.data)
        }
    }

    private static func bytes(_ count: Int, _ random: inout SplitMix64) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
}

extension Advert {
    fileprivate init(_ recorded: RecordedAdvert) {
        self.init(
            offsetMs: 0, address: Address(rawValue: recorded.address.value),
            traits: AdvertTraits(
                addressType: PeerAddressType(rawValue: recorded.addressType.bit),
                pdu: PDUType(rawValue: recorded.pdu.rawValue)),
            rssiDBm: recorded.rssiDBm, channel: recorded.channel ?? 255, data: recorded.data)
    }
}
