import Testing

@testable import Advertising

@Suite("building an advert")
struct AdvertBuilderTests {
    @Test("the vectors are built byte for byte")
    func vectors() throws {
        let vector = Vector.all[0]
        var builder = AdvertBuilder()
        try builder.append(flags: [.generalDiscoverable, .classicNotSupported])
        try builder.append(try #require(vector.beacon))
        #expect(builder.data == vector.data)

        var eddystone = AdvertBuilder()
        try eddystone.append(flags: [.generalDiscoverable, .classicNotSupported])
        try eddystone.append(serviceUUIDs: [.eddystone])
        let uid = try #require(Vector.all.first { $0.name == "Eddystone UID" })
        try eddystone.append(try #require(uid.beacon))
        #expect(eddystone.data == uid.data)
    }

    @Test("every field is read back")
    func fields() throws {
        let nordic = try #require(BluetoothUUID("6e400001-b5a3-f393-e0a9-e50e24dcca9e" as String))
        let uuids = [BluetoothUUID(short: 0x180A), BluetoothUUID(short: 0x1234_ABCD), nordic]
        let manufacturerData = ManufacturerData(companyID: 0x0499, bytes: [1, 2])
        var builder = AdvertBuilder(limit: AdvertBuilder.extendedLimit)
        try builder.append(name: "Perch 海", shortened: true)
        try builder.append(txPowerDBm: -20)
        try builder.append(serviceUUIDs: uuids)
        for uuid in uuids { try builder.append(ServiceData(uuid: uuid, bytes: [7])) }
        try builder.append(manufacturerData)
        let advert = ParsedAdvert(builder.data)
        #expect(advert.malformation == nil)
        #expect(advert.localName == "Perch 海")
        #expect(advert.localNameIsShortened)
        #expect(advert.txPowerDBm == -20)
        #expect(Array(advert.serviceUUIDs) == uuids)
        #expect(Array(advert.serviceData) == uuids.map { ServiceData(uuid: $0, bytes: [7]) })
        #expect(advert.manufacturerData == [manufacturerData])
    }

    @Test("what does not fit is refused and leaves the data as it was")
    func full() throws {
        var builder = AdvertBuilder()
        try builder.append(name: "twenty bytes of name")
        let before = builder.data
        #expect(throws: AdvertBuilderError.full(needed: 32, limit: 31)) {
            try builder.append(name: "8 bytes.")
        }
        // The list of short UUIDs alone would fit.
        #expect(throws: AdvertBuilderError.full(needed: 44, limit: 31)) {
            try builder.append(serviceUUIDs: [BluetoothUUID(short: 1), BluetoothUUID(.max)])
        }
        #expect(builder.data == before)
        try builder.append(name: "7 bytes")
        #expect(builder.data.count == 31)
    }

    @Test("a value longer than a structure holds is refused")
    func tooLong() throws {
        var builder = AdvertBuilder(limit: AdvertBuilder.extendedLimit)
        try builder.append(.manufacturerData, [UInt8](repeating: 1, count: 254))
        #expect(throws: AdvertBuilderError.valueTooLong(type: .manufacturerData, bytes: 255)) {
            try builder.append(.manufacturerData, [UInt8](repeating: 1, count: 255))
        }
        #expect(ParsedAdvert(builder.data).manufacturerData.first?.bytes.count == 252)
    }
}
