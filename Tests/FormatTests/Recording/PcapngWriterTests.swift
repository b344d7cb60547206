import TestSupport
import Advertising
import Foundation
import Testing

@testable import Recording

private let encoder = PcapngEncoder(application: "Perch tests", interface: "test radio", isSimulated: false)

/// Returns the fields that tshark finds in a capture of these adverts: one row for each packet, one
/// column for each field.
func dissect(
    _ adverts: [RecordedAdvert], _ fields: [String], filter: String? = nil, encoder: PcapngEncoder = encoder
) throws -> [[String]] {
    let folder = try TemporaryFolder()
    let path = folder.path("capture.pcapng")
    var writer = try PcapngWriter(path: path, encoder: encoder)
    for advert in adverts { try writer.append(advert) }
    try writer.flush()
    #expect(writer.omitted == 0)
    let arguments =
        ["-r", path, "-T", "fields"] + fields.flatMap { ["-e", $0] } + (filter.map { ["-Y", $0] } ?? [])
    let text = String(decoding: try Program.run("tshark", arguments), as: UTF8.self)
    return text.split(separator: "\n").map {
        $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
}

@Suite("captures as Wireshark reads them", .enabled(if: isInstalled("tshark"), "tshark is not installed"))
struct PcapngDissectionTests {
    private let faults = "_ws.malformed || btle.crc.incorrect || _ws.expert.severity >= 0x00600000"

    @Test(
        "a conference room's packets keep address, type, power, channel and time, and none is faulty",
        .enabled(if: AirFixture.conferenceRoom.isPresent, "\(Checkout.noRecordings)"))
    func conferenceRoom() throws {
        let adverts = try AirRecording(path: AirFixture.conferenceRoom.path).adverts
        let rows = try dissect(
            adverts,
            [
                "btle.advertising_address", "btle.advertising_header.pdu_type",
                "btle.advertising_header.randomized_tx", "btle_rf.signal_dbm", "btle_rf.channel", "frame.time_epoch",
            ])
        let radioChannels: [UInt8: Int] = [37: 0, 38: 12, 39: 39]
        let expected = adverts.map { advert in
            [
                advert.address.description, String(format: "0x%02x", advert.pdu.rawValue),
                advert.addressType == .random ? "1" : "0", String(advert.rssiDBm),
                advert.channel.flatMap { radioChannels[$0] }.map(String.init) ?? "",
                String(format: "%.6f000", advert.timeSeconds),
            ]
        }
        #expect(rows.count == 14_212)
        #expect(zip(rows, expected).first { $0 != $1 } == nil)
        #expect(try dissect(adverts, ["frame.number"], filter: faults) == [])
    }

    @Test("every kind of packet is dissected without a fault")
    func kinds() throws {
        let kinds: [AdvertisingPDUType] = [
            .connectable, .directed, .nonConnectable, .scanResponse, .scannable, .extended,
        ]
        let adverts = kinds.map { RecordedAdvert.sample(pdu: $0, data: $0 == .directed ? [] : [2, 1, 6]) }
        let rows = try dissect(adverts, ["btle.advertising_header.pdu_type", "btle.advertising_address"])
        #expect(rows == kinds.map { [String(format: "0x%02x", $0.rawValue), "11:22:33:44:55:66"] })
        #expect(try dissect(adverts, ["frame.number"], filter: faults) == [])
    }

    @Test("the filter for faults finds a wrong CRC")
    func faultFilter() throws {
        let folder = try TemporaryFolder()
        var packet = try #require(encoder.packet(for: .sample()))
        // The CRC follows 28 bytes of block and field headers, 10 of pseudo header, 4 of access
        // address and 2 + 6 + 3 of PDU.
        packet[28 + 25] ^= 1
        let path = try folder.file("capture.pcapng", Data(encoder.header + packet))
        let found = try Program.run("tshark", ["-r", path, "-T", "fields", "-e", "frame.number", "-Y", faults])
        #expect(String(decoding: found, as: UTF8.self) == "1\n")
    }

    @Test("an unknown channel is marked, an unknown power is not shown as valid")
    func unknowns() throws {
        let adverts = [
            RecordedAdvert.sample(pdu: .unknown, rssi: 127, channel: nil), .sample(rssi: -1, channel: 39),
        ]
        let rows = try dissect(
            adverts,
            [
                "btle_rf.flags.channel_aliased", "btle_rf.flags.signal_dbm_valid", "btle_rf.channel",
                "btle.advertising_header.pdu_type",
            ])
        #expect(rows == [["1", "0", "0", "0x02"], ["0", "1", "39", "0x00"]])
    }

    @Test("a simulation says so wherever a capture can")
    func simulated() throws {
        let simulation = PcapngEncoder(application: "Perch tests", interface: "virtual air", isSimulated: true)
        let rows = try dissect(
            [.sample()], ["frame.interface_name", "frame.interface_description"], encoder: simulation)
        #expect(rows.count == 1)
        #expect(rows.first?.first == "virtual air (SIMULATED)")
        #expect(rows.first?.last?.hasPrefix("SIMULATED. ") == true)
        let real = try dissect([.sample()], ["frame.interface_name", "frame.interface_description"])
        #expect(real.first?.first == "test radio")
        #expect(real.first?.last?.contains("SIMULATED") == false)
    }
}

@Suite("captures as bytes")
struct PcapngEncoderTests {
    @Test("an advert of more than one packet's data is left out and counted")
    func tooLong() throws {
        #expect(encoder.packet(for: .sample(pdu: .extended, data: [UInt8](repeating: 0, count: 245))) != nil)
        let folder = try TemporaryFolder()
        var writer = try PcapngWriter(path: folder.path("capture.pcapng"), encoder: encoder)
        try writer.append(.sample(pdu: .extended, data: [UInt8](repeating: 0, count: 246)))
        #expect(writer.omitted == 1)
        try writer.flush()
        #expect(try Data(contentsOf: URL(filePath: folder.path("capture.pcapng"))) == Data(encoder.header))
    }

    @Test("every block is a multiple of four bytes and ends with its length", arguments: 0...31)
    func blocks(length: Int) throws {
        let packet = try #require(encoder.packet(for: .sample(data: [UInt8](repeating: 1, count: length))))
        #expect(packet.count.isMultiple(of: 4))
        #expect(Array(packet[4..<8]) == Array(packet.suffix(4)))
        #expect(Int(packet[4]) | Int(packet[5]) << 8 == packet.count)
    }

    @Test("the counts of a capture stand in its last block")
    func statistics() throws {
        let folder = try TemporaryFolder()
        var writer = try PcapngWriter(path: folder.path("capture.pcapng"), encoder: encoder)
        for count in [245, 246] {
            try writer.append(.sample(pdu: .extended, data: [UInt8](repeating: 0, count: count)))
        }
        let counts = PcapngEncoder.Counts(received: 10, lost: 3, missed: 20, filtered: 8, omitted: 0)
        try writer.finish(counts, microsecondsSince1970: 0x1_0000_0002)
        try writer.flush()
        let file = [UInt8](try Data(contentsOf: URL(filePath: folder.path("capture.pcapng"))))
        // Worked out by hand from the format's description, not by a reader.
        var wanted: [UInt8] = [5, 0, 0, 0, 88, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0]
        for (option, packets) in [(4, 33), (5, 3), (6, 2), (7, 20), (8, 1)] as [(UInt8, UInt8)] {
            wanted += [option, 0, 8, 0, packets, 0, 0, 0, 0, 0, 0, 0]
        }
        wanted += [0, 0, 0, 0, 88, 0, 0, 0]
        #expect(Array(file.suffix(88)) == wanted)
        #expect(
            file.count == encoder.header.count + 88
                + (encoder.packet(
                    for: .sample(
                        pdu: .extended, data: [UInt8](repeating: 0, count: 245)))?.count ?? 0))
    }

    @Test("Wireshark reads the counts", .enabled(if: isInstalled("capinfos"), "capinfos is not installed"))
    func statisticsInWireshark() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("capture.pcapng")
        var writer = try PcapngWriter(path: path, encoder: encoder)
        try writer.append(.sample())
        let counts = PcapngEncoder.Counts(received: 1, lost: 3, missed: 0, filtered: 0, omitted: 0)
        try writer.finish(counts, microsecondsSince1970: 1_795_219_200_000_000)
        try writer.flush()
        let text = String(decoding: try Program.run("capinfos", [path]), as: UTF8.self)
        #expect(text.contains("Number of packets:   1\n"))
        #expect(text.contains("Number of stat entries = 1\n"))
    }

    @Test("times out of range do not trap", arguments: [-1, 0, .infinity, -.infinity, .nan, 1e300])
    func times(time: Double) {
        #expect(encoder.packet(for: .sample(time: time)) != nil)
    }

    @Test("a full disk is reported", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no /dev/full"))
    func fullDisk() throws {
        var writer = try PcapngWriter(path: "/dev/full", encoder: encoder)
        do throws(RecordingError) {
            try writer.flush()
            Issue.record("writing to a full disk succeeded")
        } catch {
            #expect(error == .cannotWrite(path: "/dev/full", code: ENOSPC))
        }
    }
}
