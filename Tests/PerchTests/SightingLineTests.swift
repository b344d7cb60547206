import JSONLines
import AdvertFixtures
import Advertising
import DongleLink
import Foundation
import Testing

@testable import Perch

@Suite struct SightingLineTests {
    private func line(_ sighting: Sighting, isSimulated: Bool = false) -> String {
        var writer = JSONWriter()
        writer.line(sighting, ParsedAdvert(sighting.data), isSimulated: isSimulated)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    @Test("an iBeacon's line holds all that is known of it")
    func iBeacon() {
        #expect(
            line(Adverts.sighting(Adverts.iBeacon), isSimulated: true) == """
                {"v":1,"ts":"2026-01-05T18:30:45.123456Z","type":"advert","number":7,"address":"c3:00:00:00:01:01",\
                "address_type":"random","pdu":"ADV_NONCONN_IND","rssi":-60,"channel":37,"company":76,\
                "beacon":{"type":"ibeacon","uuid":"41424344-4546-4748-4940-414243444546","major":1,"minor":2,"power":-8},\
                "data":"0201061aff4c0002154142434445464748494041424344454600010002f8","simulated":true}

                """)
    }

    @Test("what is not known is not there")
    func unknown() {
        let text = line(Adverts.sighting([], rssiDBm: 127, channel: nil))
        for key in ["rssi", "channel", "name", "uuids", "company", "beacon", "malformed", "simulated", "truncated"] {
            #expect(!text.contains("\"\(key)\""), "\(key)")
        }
        #expect(text.contains(#""data":"""#))
    }

    @Test("names, services and faults are told")
    func others() {
        let named = line(Adverts.sighting(Adverts.named, isTruncated: true))
        #expect(named.contains(#""truncated":true,"name":"FlockFinder-S3","uuids":["ffe0"]"#))
        let malformed = line(Adverts.sighting(Adverts.malformed))
        #expect(malformed.contains(#""malformed":"structure at byte 3 claims 26 bytes, 9 follow""#))
        #expect(line(Adverts.sighting(Adverts.eddystoneURL)).contains(#""url":"https://github.com/citruz""#))
    }

    @Test("every line is one JSON object")
    func isJSON() throws {
        for data in [Adverts.iBeacon, Adverts.named, Adverts.malformed, Adverts.eddystoneURL, [], [2, 9, 0x22]] {
            let text = line(Adverts.sighting(data))
            #expect(try JSONSerialization.jsonObject(with: Data(text.utf8)) is [String: Any])
        }
    }
}
