import Failures
import FlockFinder
import Gateway
import GatewayModel
import LineFormats

/// Sends one config after the other to a device, and then restores its own config.
struct RoundtripRun {
    let follower: ConfigFollower
    let order: ConfigOrder
    let count: Int
    let seed: UInt64
    let output: VerbOutput

    /// The device's own config, and how to reach the device.
    private struct Original {
        let report: ConfigReport
        let text: String
        /// The device by its address, so that it need not be searched for each time.
        let device: String
        let profile: DeviceProfile
        /// ATT MTU of the connection; nil for a dongle.
        var mtu: Int? { report.figures.mtu }
    }

    /// Runs the whole roundtrip. ^C ends it after the current config; the device's own config is
    /// restored all the same.
    ///
    /// - Returns: The results, and the first failure: the reason for an early end, or of a restore
    ///   that failed.
    /// - Throws: ``Failure`` where the device cannot be read: then nothing was sent.
    func run() async throws -> (report: RoundtripReport, failure: (any Error)?) {
        let original = try await original()
        var report = RoundtripReport(device: original.device, seed: seed)
        await output.text(
            "\(counted(count, "config")) for \(printable(original.device)), profile \(original.profile.name), seed \(seed)."
        )
        if let mtu = original.mtu, let most = original.profile.readableBytes(mtu: mtu) {
            await output.text(
                "No config has more than \(most) bytes: more cannot be read back over this connection (ATT MTU \(mtu))."
            )
        }
        var cases = RoundtripCases(profile: original.profile, mtu: original.mtu, seed: seed)
        var failure: (any Error)?
        // Transfer that replaced the device's own config.
        var first: Int64?
        do {
            for number in 1...count where output.stop.reason == nil {
                let sent = cases.draw()
                let text = String(decoding: original.profile.dialect.encode(sent.config), as: UTF8.self)
                let pushed = try await push(text, to: original.device)
                first = first ?? pushed.transfer
                let result = RoundtripResult(number: number, case: sent, report: pushed)
                report.results.append(result)
                await output.line("roundtrip") { $0.fields(result) }
                for line in result.lines { await output.text(line) }
                setResult(report, isPutBack: false)
            }
        } catch {
            // The gateway failed, not the device, so the device's own config is restored if
            // possible.
            failure = error
        }
        do {
            try await putBack(original, first)
            setResult(report, isPutBack: true)
        } catch {
            failure = failure ?? error
        }
        return (report, failure)
    }

    private func original() async throws -> Original {
        let read = try await follower.report(.read, order, isQuiet: true)
        if let failure = read.verbFailure { throw failure }
        guard let text = read.held, let profile = read.device.profile.flatMap(DeviceProfile.named) else {
            throw Failure(
                code: "config-unreadable", message: "The device did not report its config.", hint: "Try again.",
                isRetryable: true, exit: .temporary)
        }
        if let left = read.interrupted.first(where: { $0.holds == .madeUp }) {
            throw Failure(ConfigError.trialLeft(transfer: left.id))
        }
        let isDongle = order.device == "dongle"
        return Original(
            report: read, text: text, device: isDongle ? order.device : read.device.device, profile: profile)
    }

    /// Brings back the device's own config, byte for byte, and what it had saved.
    ///
    /// - Parameter first: Transfer that replaced it; nil if it may be there still.
    private func putBack(_ original: Original, _ first: Int64?) async throws {
        var order = order
        order.device = original.device
        var now: ConfigReport
        if let first {
            var restore = order
            restore.transfer = first
            now = try await follower.report(.restore, restore, isQuiet: true)
            // After an earlier roundtrip, the journal has no copy of what this one replaced.
            if now.failure?.code == "nothing-to-restore" {
                now = try await push(original.text, to: original.device)
            }
        } else {
            now = try await follower.report(.read, order, isQuiet: true)
        }
        if RoundtripRest(before: original.report, after: now) == .unsaved {
            now = try await follower.report(.save, order, isQuiet: true)
        }
        if let rest = RoundtripRest(before: original.report, after: now) { throw rest.failure(now, order.device) }
        await output.text(
            original.report.flash == nil
                ? "The device holds its previous config again, byte for byte."
                : "The dongle holds its previous config again, byte for byte, and starts with the same one as before.")
    }

    /// Sends the text unchanged: neither checked nor merged.
    private func push(_ text: String, to device: String) async throws -> ConfigReport {
        var order = order
        order.device = device
        order.config = text
        order.exact = true
        order.trial = true
        return try await follower.report(.push, order, isQuiet: true)
    }

    private func setResult(_ report: RoundtripReport, isPutBack: Bool) {
        output.setResult {
            $0.field("device", report.device)
            $0.field("seed", "\(report.seed)")
            $0.field("configs", report.results.count)
            $0.field("failed", report.failed)
            $0.field("untested", report.untested)
            $0.field("put_back", isPutBack)
        }
    }
}
