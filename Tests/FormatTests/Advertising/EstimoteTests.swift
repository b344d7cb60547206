import Testing

@testable import Advertising

private func telemetry(_ hex: String) -> EstimoteTelemetry? {
    EstimoteTelemetry(uuid: EstimoteTelemetry.service, payload: bytes(hex).span.bytes)
}

// The adverts are those of beacontools' tests, which took them from beacons.
@Suite("Estimote") struct EstimoteTests {
    @Test("the half about motion is read")
    func motion() throws {
        let frame = try #require(telemetry("2247a038d5eb032640000001414447faffffffff"))
        #expect(frame.id == 0x47A0_38D5_EB03_2640 && frame.version == 2)
        #expect(try #require(frame.accelerationMilliG) == (0, 16, 1024))
        #expect(frame.isMoving == false && frame.motionSeconds == 420 && frame.previousMotionSeconds == 240)
        #expect(frame.pins == 0b1111 && frame.hasFirmwareError == false && frame.hasClockError == true)
        #expect(frame.pressurePascal == nil && frame.temperatureCelsius == nil && frame.batteryPercent == nil)
        let pressed = try #require(telemetry("2247a038d5eb032640000001414447fa00 00 8c 01".filter { $0 != " " }))
        #expect(pressed.pressurePascal == 101_376)
    }

    @Test(
        "errors are where the protocol version has them",
        arguments: [("12", true, false), ("02", nil, nil)] as [(String, Bool?, Bool?)])
    func errors(head: String, firmware: Bool?, clock: Bool?) throws {
        let frame = try #require(telemetry(head + "47a038d5eb032640000001414447f001000000"))
        #expect(frame.hasFirmwareError == firmware && frame.hasClockError == clock && frame.pressurePascal == nil)
    }

    @Test("the half about the environment is read")
    func environment() throws {
        let frame = try #require(telemetry("2247a038d5eb03264001d842ed73492566bc2e50"))
        #expect(try #require(frame.magneticField) == (-0.3125, 0.515625, -0.1484375))
        #expect(abs((frame.ambientLightLux ?? 0) - 276.48) < 0.001)
        #expect(frame.uptimeSeconds == 4_870_800 && frame.temperatureCelsius == 25.5)
        #expect(frame.batteryMillivolts == 2_991 && frame.batteryPercent == 80)
        #expect(frame.hasFirmwareError == nil && frame.isMoving == nil && frame.accelerationMilliG == nil)
        let old = try #require(telemetry("0247a038d5eb03264001d842ed73492566bc2e53"))
        #expect(old.hasFirmwareError == true && old.hasClockError == true && old.batteryPercent == nil)
        let bare = try #require(telemetry("2247a038d5eb03264001ffffffff492566fcffff"))
        #expect(bare.magneticField == nil && bare.ambientLightLux == nil && bare.batteryMillivolts == nil)
        #expect(bare.batteryPercent == nil && bare.temperatureCelsius == 25.5)
    }

    @Test("units of motion are seconds, minutes, hours, days and weeks")
    func motionUnits() {
        for (byte, seconds) in [("05", 5), ("45", 300), ("85", 18_000), ("c5", 432_000), ("e2", 1_209_600)] {
            #expect(telemetry("2247a038d5eb0326400000000000\(byte)0000000000")?.motionSeconds == seconds)
        }
    }

    @Test("another frame, version, half, service or length is no telemetry")
    func refused() {
        for hex in [
            "2147a038d5eb032640000001414447faffffffff", "3247a038d5eb032640000001414447faffffffff",
            "2247a038d5eb032640020001414447faffffffff", "2247a038d5eb032640000001414447faffffff",
        ] { #expect(telemetry(hex) == nil) }
    }

    @Test("a Nearable says how warm it is and whether it moves")
    func nearable() throws {
        func nearable(_ hex: String, company: UInt16 = 0x015D) -> EstimoteNearable? {
            EstimoteNearable(companyID: company, payload: bytes(hex).span.bytes)
        }
        let sticker = try #require(nearable("01 0102030405060708 04 01 9101 40 ffff"))
        #expect(sticker.id == 0x0102_0304_0506_0708 && sticker.hardware == 4 && sticker.firmware == 1)
        #expect(sticker.temperatureCelsius == 25.0625 && sticker.isMoving)
        let cold = try #require(nearable("01 0102030405060708 04 01 f00f 00"))
        #expect(cold.temperatureCelsius == -1 && !cold.isMoving)
        #expect(nearable("01 0102030405060708 04 01 9101") == nil)
        #expect(nearable("02 0102030405060708 04 01 9101 40") == nil)
        #expect(nearable("01 0102030405060708 04 01 9101 40", company: 0x004C) == nil)
    }
}
