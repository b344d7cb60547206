import ArgumentParser
import Failures
import GatewayClient
import GatewayModel
import LineFormats
import Synchronization

/// `perch gatt subscribe`: follows the notifications of a characteristic.
struct GATTSubscribe: Verb {
    static let configuration = CommandConfiguration(
        commandName: "subscribe", abstract: "Follow the notifications or indications of a characteristic.")

    @OptionGroup var attribute: AttributeOptions

    @Option(help: "Stop after this time; without it and --count, run until ^C.")
    var duration: DurationArgument?

    @Option(help: "Stop after this many values.")
    var count: Int?

    @OptionGroup var frame: PeripheralFrame

    private struct Counts {
        var values = 0
        var lost: UInt64 = 0
    }

    func validate() throws {
        guard count.map({ $0 > 0 }) ?? true else { throw ValidationError("--count takes 1 or more.") }
    }

    func run(_ peripheral: Peripheral, _ output: VerbOutput) async throws {
        let (handle, updates) = try await subscribe(peripheral)
        say("perch: Subscribed.")
        try await follow(updates, of: handle, output)
    }

    private func subscribe(_ peripheral: Peripheral) async throws -> (UInt16, LineStream<NotificationUpdate>) {
        // A device cuts longer notifications at the MTU, and the cut cannot be detected.
        try await peripheral.widen(for: PeripheralLimits.longestNotification)
        let characteristic = try await attribute.characteristic(on: peripheral)
        guard characteristic.properties.contains("notify") || characteristic.properties.contains("indicate") else {
            throw GATTTarget.Failure.cannotNotify(characteristic.uuid)
        }
        return (characteristic.handle, try await peripheral.notifications(characteristic.handle))
    }

    private func follow(
        _ updates: LineStream<NotificationUpdate>, of handle: UInt16, _ output: VerbOutput
    ) async throws {
        let counts = SharedCounts()
        output.setResult {
            let now = counts.state.withLock { $0 }
            $0.field("values", now.values)
            $0.field("lost", now.lost)
        }
        try await Following.run(until: output.stop, duration: duration?.duration, of: updates) { update in
            switch update {
            case .value(let value):
                // Several values can come at once; those beyond `--count` are not shown.
                let number: Int? = counts.state.withLock { state in
                    guard count.map({ state.values < $0 }) ?? true else { return nil }
                    state.values += 1
                    return state.values
                }
                guard let number else { return }
                await output.line("notification") {
                    $0.field("handle", handle)
                    $0.field(value: value)
                }
                await output.text(valueText(value))
                if number == count { output.stop.stop(.satisfied) }
            case .lost(let lost):
                counts.state.withLock { $0.lost += lost }
                say("perch: \(lost) notifications were lost.")
            case .disconnected(let problem):
                throw GATTTarget.Failure.disconnected(problem)
            }
        }
        try output.checkWhole(isBounded: duration != nil || count != nil)
    }

    private final class SharedCounts: Sendable {
        let state = Mutex(Counts())
    }
}
