import Testing

@testable import Advertising

/// Uses the format's published test vectors.
@Suite("RuuviTag 5")
struct RuuviTag5Tests {
    /// Values that a tag's advert states, in the order of the format.
    private struct Said: Hashable {
        var temperature, humidity: Double?
        var pressure: UInt32?
        var acceleration: [Int16?]
        var battery: UInt16?
        var power: Int8?
        var movements: UInt8?
        var sequence: UInt16?
        var address: String?
    }

    private func said(_ hex: String) throws -> Said {
        let tag = try #require(ruuviTag(hex))
        return Said(
            temperature: tag.temperatureCelsius, humidity: tag.humidityPercent, pressure: tag.pressurePascal,
            acceleration: [tag.accelerationXMilliG, tag.accelerationYMilliG, tag.accelerationZMilliG],
            battery: tag.batteryMillivolts, power: tag.txPowerDBm, movements: tag.movementCount,
            sequence: tag.sequenceNumber, address: tag.address?.description)
    }

    @Test("usual measurements are read")
    func usual() throws {
        #expect(
            try said("0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F")
                == Said(
                    temperature: 24.3, humidity: 53.49, pressure: 100_044, acceleration: [4, -4, 1036], battery: 2977,
                    power: 4, movements: 66, sequence: 205, address: "cb:b8:33:4c:88:4f"))
    }

    @Test("the greatest values are read")
    func greatest() throws {
        #expect(
            try said("057FFFFFFEFFFE7FFF7FFF7FFFFFDEFEFFFECBB8334C884F")
                == Said(
                    temperature: 163.835, humidity: 163.835, pressure: 115_534, acceleration: [32767, 32767, 32767],
                    battery: 3646, power: 20, movements: 254, sequence: 65534, address: "cb:b8:33:4c:88:4f"))
    }

    @Test("the least values are read")
    func least() throws {
        #expect(
            try said("058001000000008001800180010000000000CBB8334C884F")
                == Said(
                    temperature: -163.835, humidity: 0, pressure: 50_000, acceleration: [-32767, -32767, -32767],
                    battery: 1600, power: -40, movements: 0, sequence: 0, address: "cb:b8:33:4c:88:4f"))
    }

    @Test("what is not available is nil, and is not among the fields")
    func notAvailable() throws {
        let hex = "058000FFFFFFFF800080008000FFFFFFFFFFFFFFFFFFFFFF"
        #expect(try said(hex) == Said(acceleration: [nil, nil, nil]))
        let tag = try #require(ruuviTag(hex))
        tag.forEachField { name, _ in Issue.record("\(name) was told") }
        #expect(tag.summary == "Ruuvi")
    }

    @Test("battery and power are not available one without the other")
    func halfOfPower() throws {
        #expect(try said("0512FC5394C37C0004FFFC040CAC3F4200CDCBB8334C884F").battery == 2977)
        #expect(try said("0512FC5394C37C0004FFFC040CAC3F4200CDCBB8334C884F").power == nil)
        #expect(try said("0512FC5394C37C0004FFFC040CFFF64200CDCBB8334C884F").battery == nil)
        #expect(try said("0512FC5394C37C0004FFFC040CFFF64200CDCBB8334C884F").power == 4)
    }

    @Test("the summary has one decimal, and a sign below zero")
    func summary() throws {
        #expect(ruuviTag("0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F")?.summary == "Ruuvi 24.3 °C 53.5 %")
        // -0.5 °C is -100 steps.
        #expect(ruuviTag("05FF9CFFFFC37C0004FFFC040CAC364200CDCBB8334C884F")?.summary == "Ruuvi -0.5 °C")
    }

    @Test("another company, another format and a payload that is too short are no tag")
    func refused() {
        #expect(ruuviTag("0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F", companyID: 0x0498) == nil)
        #expect(ruuviTag("0512FC5394C37C0004FFFC040CAC364200CDCBB8334C88") == nil)
        #expect(ruuviTag("0312FC5394C37C0004FFFC040CAC364200CDCBB8334C884F") == nil)
    }
}
