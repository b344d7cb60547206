import Testing

@testable import Advertising

private func advert(_ hex: String) -> BTHome? {
    BTHome(uuid: BTHome.service, payload: bytes(hex).span.bytes)
}

/// Name, value and unit of each measurement, as text.
private func said(_ hex: String) -> [String]? {
    advert("40" + hex)?.measurements.map(\.text)
}

@Suite("BTHome") struct BTHomeTests {
    // Source: examples of the format's page, and of bthome-ble's tests.
    @Test(
        "each kind of value is read",
        arguments: [
            ("02ca09", "temperature 25.06 °C"), ("02eafa", "temperature -13.02 °C"), ("03bf13", "humidity 50.55 %"),
            ("04138a01", "pressure 1008.83 hPa"), ("05138a14", "illuminance 13460.67 lx"), ("065e1f", "mass 80.3 kg"),
            ("073e1d", "mass 74.86 lb"), ("08ca06", "dewpoint 17.38 °C"), ("0960", "count 96"),
            ("0a138a14", "energy 1346.067 kWh"), ("0b021b00", "power 69.14 W"), ("0c020c", "voltage 3.074 V"),
            ("0d120c", "pm2.5 3090 µg/m³"), ("12e204", "co2 1250 ppm"), ("133301", "tvoc 307 µg/m³"),
            ("1001", "power: yes"), ("2100", "motion: no"), ("3a02", "button: double_press"), ("3a07", "button: 7"),
            ("3c0000", "dimmer: none"), ("3c0103", "dimmer: rotate_left 3"), ("3b02", "command: toggle"),
            ("3b0305", "command: step_up 5"), ("3d0960", "count 24585"), ("3e2a2c0960", "count 1611213866"),
            ("3f020c", "rotation 307.4°"), ("414e00", "distance 7.8 m"), ("4511 01", "temperature 27.3 °C"),
            ("4632", "uv_index 5"), ("4b138a14", "gas 1346.067 m³"), ("4d12138a14", "energy 344593.17 kWh"),
            ("505d396164", "timestamp 1684093277 s since 1970"), ("518756", "acceleration 22.151 m/s²"),
            ("530c48656c6c6f20576f726c6421", "text: Hello World!"), ("5403010203", "raw: 010203"),
            ("57ea", "temperature -22 °C"),
            ("58ea", "temperature -7.7 °C"), ("59ea", "count -22"), ("5bea0234ea", "count -365690134"),
            ("5c02fbffff", "power -12.78 W"), ("5d02ea", "current -5.63 A"), ("6200000000", "speed 0 m/s"),
            ("f00100", "device_type 1"), ("f100010204", "firmware_version: 4.2.1.0"),
            ("f2000106", "firmware_version: 6.1.0"),
        ])
    func values(hex: String, text: String) {
        #expect(said(hex) == [text])
        #expect(advert("40" + hex)?.unreadBytes == 0)
        // One byte less is no value.
        #expect(said(String(hex.filter { $0 != " " }.dropLast(2))) == [])
    }

    @Test("one name may come several times, in the advert's order")
    func repeated() {
        #expect(said("02ca09 02eafa 0b021b00") == ["temperature 25.06 °C", "temperature -13.02 °C", "power 69.14 W"])
    }

    @Test("nothing behind an unknown or a cut object is read, and how much that is, is said")
    func unread() {
        #expect(said("0164 ee 02ca09") == ["battery 100 %"])
        #expect(advert("40 0164 ee 02ca09")?.unreadBytes == 4)
        #expect(said("0164 02ca") == ["battery 100 %"])
        #expect(advert("40 0164 02ca")?.unreadBytes == 2)
        #expect(said("2102") == [])
        #expect(advert("40")?.unreadBytes == 0)
    }

    @Test("an encrypted advert has its counter and nothing else")
    func encrypted() {
        let sealed = advert("41 a47266c95f73 00112233 78237214")
        #expect(sealed?.isEncrypted == true && sealed?.measurements == [] && sealed?.unreadBytes == 0)
        #expect(sealed?.counter == 0x3322_1100)
        #expect(sealed?.summary == "BTHome, encrypted")
        #expect(advert("41 00112233 782372")?.counter == nil)
    }

    @Test("other versions, and no device information, are no BTHome 2")
    func versions() {
        #expect(advert("") == nil)
        for version in [0, 1, 3, 7] { #expect(advert(Hexadecimal.text([UInt8(version << 5)]) + "0164") == nil) }
        #expect(advert("44 0164")?.isTriggered == true)
        #expect(BTHome(uuid: .eddystone, payload: bytes("400164").span.bytes) == nil)
    }

    @Test("the summary has at most three values, and no packet id")
    func summary() {
        #expect(
            advert("40 002e 0164 1e01 2e34 451601")?.summary == "BTHome battery 100 %, light: yes, humidity 52 %")
        #expect(advert("40 002e")?.summary == "BTHome")
    }
}
