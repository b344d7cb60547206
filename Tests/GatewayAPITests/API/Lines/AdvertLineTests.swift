import TestSupport
import Advertising
import DongleLink
import Foundation
import Gateway
import GatewayModel
import LineFormats
import Testing

@testable import GatewayAPI

@Suite struct AdvertLineTests {
    private func line(_ sighting: Sighting, isSimulated: Bool = false) -> String {
        var writer = JSONWriter()
        writer.advert(sighting, ParsedAdvert(sighting.data), dongle: "53494d3030303031", isSimulated: isSimulated)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    @Test("every field that is written by hand is read by the model", arguments: [false, true])
    func heldTogether(_ isSimulated: Bool) throws {
        for data in [Adverts.iBeacon, Adverts.eddystoneURL, Adverts.named, Adverts.malformed, []] {
            let sighting = Adverts.sighting(data, isTruncated: isSimulated)
            let text = line(sighting, isSimulated: isSimulated)
            let read = try JSONDecoder().decode(AdvertLine.self, from: Data(text.utf8))
            #expect(read.ts == Timestamp(microsecondsSince1970: sighting.microsecondsSince1970))
            #expect(read.dongle == "53494d3030303031")
            #expect(read.number == sighting.number)
            #expect(read.address == "c3:00:00:00:01:01")
            #expect(read.addressType == "random")
            #expect(read.pdu == sighting.pdu.name)
            #expect(read.rssi == sighting.rssiDBm)
            #expect(read.channel == sighting.channel)
            #expect(read.truncated == (isSimulated ? true : nil))
            #expect(Hexadecimal.bytes(read.data) == data)
            #expect(read.simulated == (isSimulated ? true : nil))
        }
    }

    @Test("whose a beacon is stands in its lines alone, where that is known")
    func badge() throws {
        let (beacon, other) = (Adverts.sighting(Adverts.iBeacon), Adverts.sighting(Adverts.named))
        let batch = HeardAdverts(dongle: "d", isSimulated: true, sightings: [beacon, other])
        let ours = PayfritBadge(kind: .ours, name: "Table \"5\"")
        let lines = EncodedLines(batch) { $0.minor == 2 ? ours : nil }
        let read = try (0...1).map { try JSONDecoder().decode(AdvertLine.self, from: Data(Array(lines.line($0)))) }
        #expect(read.map(\.badge) == [ours, nil])
        #expect(read.map(\.simulated) == [true, true])
        #expect(!String(decoding: Array(EncodedLines(batch).line(0)), as: UTF8.self).contains("badge"))
    }

    @Test("what is not known is not written")
    func unknown() throws {
        let text = line(Adverts.sighting([], rssiDBm: 127, channel: nil))
        let read = try JSONDecoder().decode(AdvertLine.self, from: Data(text.utf8))
        #expect(read.rssi == nil)
        #expect(read.channel == nil)
        #expect(!text.contains("rssi") && !text.contains("channel") && !text.contains("simulated"))
    }

    @Test("a line is as documented, to the byte")
    func golden() {
        #expect(
            line(Adverts.sighting(Adverts.iBeacon), isSimulated: true)
                == #"{"v":1,"ts":"2026-01-05T18:30:45.123456Z","type":"advert","dongle":"53494d3030303031","number":7,"#
                + #""address":"c3:00:00:00:01:01","address_type":"random","pdu":"ADV_NONCONN_IND","rssi":-60,"channel":37,"#
                + #""company":76,"beacon":{"type":"ibeacon","uuid":"41424344-4546-4748-4940-414243444546","major":1,"#
                + #""minor":2,"power":-8},"data":"0201061aff4c0002154142434445464748494041424344454600010002f8","#
                + #""simulated":true}"# + "\n")
    }

    @Test(
        "each format has its type and its fields",
        arguments: [
            (
                Adverts.eddystoneTLM,
                #"{"type":"eddystone-tlm","battery_mv":2840,"temperature_c":19.000,"adverts":5223,"uptime_s":1094.800}"#
            ),
            (
                Adverts.eddystoneURL,
                #"{"type":"eddystone-url","url":"https://github.com/citruz","power_at_0m":-8}"#
            ),
            (
                Adverts.bytes("0d16aafe30e34549445f74657374"),
                #"{"type":"eddystone-eid","id":"4549445f74657374","power_at_0m":-29}"#
            ),
            (
                Adverts.bytes("1716aafe00e3123456789012345678900000000000010000"),
                #"{"type":"eddystone-uid","namespace":"12345678901234567890","instance":"000000000001","power_at_0m":-29}"#
            ),
            (
                Adverts.ruuviTag,
                #"{"type":"ruuvi-5","temperature_c":24.300,"humidity_percent":53.490,"pressure_pa":100044,"#
                    + #""acceleration_x_mg":4,"acceleration_y_mg":-4,"acceleration_z_mg":1036,"battery_mv":2977,"#
                    + #""tx_power":4,"movements":66,"sequence":205,"id":"cb:b8:33:4c:88:4f"}"#
            ),
        ])
    func formats(data: [UInt8], beacon: String) {
        #expect(line(Adverts.sighting(data)).contains(#""beacon":\#(beacon)"#))
    }

    private static let longer: [(data: String, beacon: String)] = [
        (
            "020106 0f16d2fc 40002e01641e012e34451601",
            #"""
            {"type":"bthome-2","measurements":[{"name":"packet_id","value":46},\#
            {"name":"battery","value":100,"unit":"%"},{"name":"light","value":true},\#
            {"name":"humidity","value":52,"unit":"%"},{"name":"temperature","value":27.8,"unit":"°C"}]}
            """#
        ),
        (
            "0e16d2fc 45 0213 00112233 78237214",
            #"{"type":"bthome-2","encrypted":true,"triggered":true,"counter":857870592}"#
        ),
        (
            "17169afe 2247a038d5eb032640000001414447faffffffff",
            #"""
            {"type":"estimote-telemetry","id":"47a038d5eb032640","version":2,"acceleration_x_mg":0,\#
            "acceleration_y_mg":16,"acceleration_z_mg":1024,"moving":false,"motion_s":420,\#
            "previous_motion_s":240,"pins":15,"firmware_error":false,"clock_error":true}
            """#
        ),
        (
            "17166ffd 000102030405060708090a0b0c0d0e0f fffefdfc",
            #"{"type":"exposure-notification","id":"000102030405060708090a0b0c0d0e0f","encrypted_metadata":"fffefdfc"}"#
        ),
    ]

    @Test("formats with many fields have theirs", arguments: longer)
    func longFormats(data: String, beacon: String) {
        let bytes = Adverts.bytes(data.filter { $0 != " " })
        #expect(line(Adverts.sighting(bytes)).contains(#""beacon":\#(beacon)"#))
    }

    @Test("a name from the air cannot break out of its line")
    func hostileName() throws {
        let name = Array("\"}\n{\u{2028}\u{0}".utf8)
        let text = line(Adverts.sighting([UInt8(name.count + 1), 0x09] + name))
        #expect(text.count(where: { $0 == "\n" }) == 1)
        _ = try JSONDecoder().decode(AdvertLine.self, from: Data(text.utf8))
    }

    @Test("a batch's lines are those of its adverts, and can be told apart")
    func batch() {
        let sightings = (0..<5).map { Adverts.sighting(Adverts.named, number: $0) }
        let batch = HeardAdverts(dongle: "d", isSimulated: false, sightings: sightings)
        let lines = EncodedLines(batch)
        var writer = JSONWriter()
        for (index, (sighting, advert)) in batch.adverts.enumerated() {
            writer.advert(sighting, advert, dongle: "d", isSimulated: false)
            #expect(Array(lines.line(index)) == writer.bytes)
            _ = writer.take()
        }
        #expect(lines.ends.last == lines.bytes.readableBytes)
        #expect(EncodedLines(HeardAdverts(dongle: "d", isSimulated: false, sightings: [])).bytes.readableBytes == 0)
    }
}
