import TestSupport
import Advertising
import Testing

@testable import Gateway

@Suite struct AdvertFilterTests {
    private func passes(_ data: [UInt8], name: String? = nil, uuid: String? = nil) -> Bool {
        AdvertFilter(name: name, uuid: uuid.flatMap { BluetoothUUID($0) }).passes(
            Adverts.sighting(data), ParsedAdvert(data))
    }

    @Test("a part of the name in either case is enough")
    func name() {
        #expect(passes(Adverts.named, name: "flock"))
        #expect(passes(Adverts.named, name: "FINDER-s3"))
        #expect(!passes(Adverts.named, name: "raven"))
        #expect(!passes(Adverts.iBeacon, name: "flock"))
    }

    @Test("a UUID is an iBeacon's, a service's or that of service data")
    func uuid() {
        #expect(passes(Adverts.iBeacon, uuid: Adverts.uuid))
        #expect(passes(Adverts.named, uuid: "FFE0"))
        #expect(passes(Adverts.named, uuid: "0000ffe0-0000-1000-8000-00805f9b34fb"))
        #expect(passes(Adverts.eddystoneURL, uuid: "feaa"))
        #expect(!passes(Adverts.iBeacon, uuid: "ffe0"))
    }

    @Test("both must hold where both are given")
    func both() {
        #expect(passes(Adverts.named, name: "flock", uuid: "ffe0"))
        #expect(!passes(Adverts.named, name: "flock", uuid: "ffe1"))
        #expect(!passes(Adverts.named, name: "raven", uuid: "ffe0"))
    }

    @Test("without conditions everything passes")
    func open() {
        #expect(AdvertFilter().isOpen)
        #expect(passes([]))
    }
}
