import BeaconTracking
import Foundation
import Testing

@Suite struct DistanceModelTests {
    @Test(
        "the curves give the AltBeacon library's distances",
        arguments: [
            (-59.0, 0.97085, 1.01076), (-70, 1.930436, 3.472448), (-80, 4.040893, 9.521558), (-40, 0.020515, 0.020515),
        ])
    func curves(rssi: Double, current: Double, classic: Double) {
        #expect(abs(DistanceModel.altBeacon.metres(rssiDBm: rssi, powerDBm: -59) - current) < 0.00001)
        #expect(abs(DistanceModel.altBeaconClassic.metres(rssiDBm: rssi, powerDBm: -59) - classic) < 0.00001)
    }

    @Test(
        "without a signal or a measured power no distance is determined",
        arguments: [DistanceModel.altBeacon, .altBeaconClassic, .logDistance(exponent: 2)])
    func undetermined(model: DistanceModel) {
        #expect(model.metres(rssiDBm: 0, powerDBm: -59) == -1)
        #expect(model.metres(rssiDBm: -60, powerDBm: 0) == -1)
        #expect(model.metres(rssiDBm: .nan, powerDBm: -59) == -1)
        #expect(model.metres(rssiDBm: -60, powerDBm: .infinity) == -1)
        #expect(model.metres(rssiDBm: -60, powerDBm: 87) == -1, "a battery's voltage in place of a power")
    }

    @Test(
        "no distance exceeds 400 m", arguments: [DistanceModel.altBeacon, .altBeaconClassic, .logDistance(exponent: 1)])
    func cap(model: DistanceModel) {
        #expect(model.metres(rssiDBm: -128, powerDBm: -10) == 400)
    }

    @Test("a signal above 0 dBm is at 0 m, not as far as one below it")
    func aboveZero() {
        #expect(DistanceModel.altBeacon.metres(rssiDBm: 20, powerDBm: -59) == 0)
        #expect(DistanceModel.altBeacon.metres(rssiDBm: 120, powerDBm: -59) == 0)
    }

    @Test("log distance is 1 m at the measured power, and ten times as far each 10·n dB less")
    func logDistance() {
        #expect(DistanceModel.logDistance(exponent: 2).metres(rssiDBm: -59, powerDBm: -59) == 1)
        #expect(abs(DistanceModel.logDistance(exponent: 2).metres(rssiDBm: -79, powerDBm: -59) - 10) < 1e-9)
        #expect(abs(DistanceModel.logDistance(exponent: 3).metres(rssiDBm: -89, powerDBm: -59) - 10) < 1e-9)
        #expect(DistanceModel.logDistance(exponent: 0).metres(rssiDBm: -59, powerDBm: -59) == -1)
    }

    @Test("a weaker signal is never nearer", arguments: [DistanceModel.altBeacon, .logDistance(exponent: 2.5)])
    func monotonic(model: DistanceModel) {
        let metres = (1...120).map { model.metres(rssiDBm: -Double($0), powerDBm: -59) }
        #expect(metres == metres.sorted())
    }
}
