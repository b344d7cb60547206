import BeaconTracking
import Foundation
import Randomness
import TestSupport

/// One beacon heard by several gateways, with its true distances from them.
struct RangingTrack {
    struct Signal {
        /// From the track's first second.
        let at: Duration
        let gateway: DongleNumber
        let rssiDBm: Int8
    }

    /// State of the beacon at the end of a second.
    struct Second {
        let isMoving: Bool
        /// True distance from each gateway.
        let metres: [DongleNumber: Double]

        var nearest: DongleNumber? { metres.min { ($0.value, $0.key) < ($1.value, $1.key) }?.key }
    }

    let name: String
    /// In the order of their times.
    let signals: [Signal]
    /// The first is 1 s after the track's first moment.
    let seconds: [Second]
}

extension RangingTrack {
    /// A walk through the lab.
    init(_ walk: (name: String, sightings: [OneLab.Sighting]), _ lab: OneLab) {
        let begin = walk.sightings.first?.at.rounded(.down) ?? 0
        let end = walk.sightings.last?.at.rounded(.down) ?? 0
        name = walk.name
        signals = walk.sightings.map {
            Signal(at: .seconds($0.at - begin), gateway: $0.gateway, rssiDBm: $0.rssiDBm)
        }
        var next = 0
        seconds = (0..<Int(end - begin)).map { step in
            // Adverts are at most half a second apart, so the last position is near enough.
            while next < walk.sightings.count, walk.sightings[next].at <= begin + Double(step + 1) { next += 1 }
            let position = walk.sightings[max(0, next - 1)].position
            return Second(isMoving: true, metres: lab.gateways.mapValues { $0.metres(to: position) })
        }
    }

    /// Minutes at rest at the lab's places. The recording has the mean and the deviation of what
    /// each gateway heard there, so the adverts are drawn from them, two a second.
    static func resting(_ lab: OneLab, seed: UInt64) -> [RangingTrack] {
        var random = SplitMix64(seed: seed)
        return lab.readings.map { reading in
            let signals = (1...130).map { (number: Int) -> Signal in
                let rssi: Double = reading.meanDBm + reading.deviationDB * normal(&random)
                let rounded = Int8(max(-105, min(rssi, -20)).rounded())
                return Signal(at: .milliseconds(455 * number), gateway: 0, rssiDBm: rounded)
            }
            let second = Second(isMoving: false, metres: [0: reading.metres])
            return RangingTrack(name: "rest", signals: signals, seconds: Array(repeating: second, count: 58))
        }
    }

    /// A person who walks at 1.2 m/s between places in a hall of 18 m × 18 m with nine gateways, and
    /// rests for 20 s at each. Path loss of exponent 2 at −61 dBm, shadowing of 4 dB over 2 m,
    /// Rician fading (K = 2) on three channels, 8 % of adverts lost.
    static func simulated(interval: Duration, seed: UInt64) -> RangingTrack {
        var random = SplitMix64(seed: seed)
        var walker = Walker(&random)
        var gateways: [(x: Double, y: Double)] = []
        for x in [3.0, 9, 15] { for y in [3.0, 9, 15] { gateways.append((x, y)) } }
        var radios = gateways.map { _ in Radio(&random) }
        var signals: [Signal] = []
        var seconds: [Second] = []
        let step = interval / .seconds(1)
        for number in 0..<Int(180 / step) {
            let moved = walker.advance(step, &random)
            var metres: [DongleNumber: Double] = [:]
            for place in gateways.indices {
                let distance = max(
                    0.3, hypot(walker.x - gateways[place].x, walker.y - gateways[place].y))
                metres[DongleNumber(place)] = distance
                radios[place].move(moved, &random)
                guard Double.random(in: 0..<1, using: &random) > 0.08 else { continue }
                let mean: Double = -61 - 20 * log10(distance)
                let rssi = mean + radios[place].gain(channel: number % 3) + normal(&random)
                guard rssi >= -95 else { continue }
                let rounded = Int8(min(rssi, 20).rounded())
                signals.append(Signal(at: interval * number, gateway: DongleNumber(place), rssiDBm: rounded))
            }
            if Double(number + 1) * step >= Double(seconds.count + 1) {
                seconds.append(Second(isMoving: moved > 0, metres: metres))
            }
        }
        return RangingTrack(name: "simulated", signals: signals, seconds: seconds)
    }

    /// A standard normal number, by the method of Box and Muller.
    fileprivate static func normal(_ random: inout SplitMix64) -> Double {
        let radius = (-2 * log(Double.random(in: .leastNonzeroMagnitude...1, using: &random))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }
}

private struct Walker {
    var x, y: Double
    private var target: (x: Double, y: Double)
    private var rest = 20.0

    init(_ random: inout SplitMix64) {
        x = Double.random(in: 1...17, using: &random)
        y = Double.random(in: 1...17, using: &random)
        target = (x, y)
    }

    /// Returns the metres walked.
    mutating func advance(_ seconds: Double, _ random: inout SplitMix64) -> Double {
        guard rest <= 0 else {
            rest -= seconds
            if rest <= 0 {
                target = (Double.random(in: 1...17, using: &random), Double.random(in: 1...17, using: &random))
            }
            return 0
        }
        let left = hypot(target.x - x, target.y - y)
        let stride = min(1.2 * seconds, left)
        if left > 0 {
            x += (target.x - x) / left * stride
            y += (target.y - y) / left * stride
        }
        if left <= 1.2 * seconds { rest = 20 }
        return stride
    }
}

/// Shadowing and fading between the beacon and one gateway.
private struct Radio {
    private var shadow: Double
    private var fading: [Double]

    init(_ random: inout SplitMix64) {
        shadow = 4 * RangingTrack.normal(&random)
        fading = (0..<3).map { _ in Radio.draw(&random) }
    }

    mutating func move(_ metres: Double, _ random: inout SplitMix64) {
        if metres > 0 {
            let kept = exp(-metres / 2)
            let fresh = 4 * RangingTrack.normal(&random)
            shadow = kept * shadow + (1 - kept * kept).squareRoot() * fresh
        }
        // Half a wavelength changes the fading; at rest people change it now and then.
        for channel in fading.indices where metres > 0.06 || Double.random(in: 0..<1, using: &random) < 0.02 {
            fading[channel] = Radio.draw(&random)
        }
    }

    func gain(channel: Int) -> Double { shadow + fading[channel] }

    private static func draw(_ random: inout SplitMix64) -> Double {
        let scattered = (1.0 / 6).squareRoot()
        let re = (2.0 / 3).squareRoot() + scattered * RangingTrack.normal(&random)
        let im = scattered * RangingTrack.normal(&random)
        return 10 * log10(re * re + im * im + 1e-4)
    }
}
