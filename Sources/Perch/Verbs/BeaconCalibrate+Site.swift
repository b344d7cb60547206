import Advertising
import ArgumentParser
import BeaconTracking
import Failures
import Foundation
import GatewayClient
import GatewayModel
import LineFormats
import Synchronization

/// Distances on the command line, in metres: `1,2,4,8`.
struct SiteArgument: ExpressibleByArgument, Sendable, Hashable {
    /// 2...20 distances of 0.5...50 m, not all of them 1 m.
    let metres: [Double]

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let metres = parts.compactMap { Double($0) }
        guard metres.count == parts.count, (2...20).contains(metres.count),
            metres.allSatisfy({ (0.5...50).contains($0) }), metres.contains(where: { $0 != 1 })
        else { return nil }
        self.metres = metres
    }
}

extension BeaconCalibrate {
    /// Measures the beacon at each distance and tells the path loss that fits them.
    func measureSite(
        _ site: SiteArgument, _ identity: BeaconIdentity, _ client: GatewayClient, _ output: VerbOutput
    ) async throws {
        let run = Mutex<SiteRun?>(nil)
        let fit = Mutex<SiteFit?>(nil)
        try await followTicks(of: identity, client, output) { tick, now in
            guard let beacon = tick.beacons.first else { return }
            guard let power = beacon.power else { throw Failure.powerUnknown }
            let rssi = beacon.rssi.map { Int8(clamping: $0) }
            // The body of a lock does not preserve typed throws; a Result does.
            let taken = run.withLock { run in
                Result {
                    var next = run ?? SiteRun(metres: site.metres, powerAt1mDBm: power)
                    defer { run = next }
                    return try next.take(rssi, at: now)
                }
            }
            guard let step = try taken.get() else { return }
            await tell(step, at: tick.ts, output)
            guard case .ended(let found, _) = step else { return }
            fit.withLock { $0 = found }
            output.stop.stop(.satisfied)
        }
        guard let found = fit.withLock({ $0 }) else { throw Failure.interrupted }
        output.setResult {
            $0.field("path_loss", found.exponent, decimals: 2)
            $0.field("deviation_db", found.deviationDB, decimals: 1)
        }
        let exponent = found.exponent.formatted(
            .number.precision(.fractionLength(2)).locale(Locale(identifier: "en_US")))
        await output.text(
            "The points fit a path loss of \(exponent), \(tenths(found.deviationDB)) dB off. "
                + "Set `path_loss = \"\(exponent)\"` under [beacons] in perch.toml, and restart the gateway.")
    }

    private func tell(_ step: SiteRun.Step, at time: Timestamp, _ output: VerbOutput) async {
        switch step {
        case .walk(let metres):
            await output.text(
                "Carry the beacon to \(tenths(metres)) m from the dongle. Samples begin in \(SiteRun.walk.components.seconds) s."
            )
        case .sample(let rssi, let samples):
            await output.text("\(rssi.map { "\($0) dBm" } ?? "not heard")  \(samples)/\(SiteRun.samples)")
        case .point(let point), .ended(_, last: let point):
            await output.line("point", at: time) {
                $0.field("metres", point.metres, decimals: 2)
                $0.field("rssi", point.rssiDBm, decimals: 1)
            }
            await output.text("\(tenths(point.metres)) m: \(tenths(point.rssiDBm)) dBm")
        }
    }

    private func tenths(_ number: Double) -> String {
        number.formatted(.number.precision(.fractionLength(0...1)).locale(Locale(identifier: "en_US")))
    }
}

extension Failure {
    /// A site cannot be measured with a beacon whose power is unknown.
    static var powerUnknown: Failure {
        Failure(
            code: "power-unknown", message: "The beacon states no power at 1 m.",
            hint: "Run `perch beacon calibrate` without --site first, with the beacon at 1 m.", isRetryable: false,
            exit: .unavailable)
    }
}
