import FlockFinder
import Gateway
import GatewayModel
import NIOConcurrencyHelpers
import SimulatedDongle
import Store

extension ConfigSweep {
    /// Result of unplugging a dongle while a config was pushed and saved, and of plugging it in
    /// again.
    package struct Unplugging: Sendable, CustomStringConvertible {
        package var firmware: SimulatedFlockFinder.Firmware
        /// Number of the write that was the last to reach the device.
        package var write: Int
        package var outcome: String?
        package var found: Found
        package var ending: String { "\(outcome ?? "no outcome"); \(found.ending)" }
        package var description: String {
            "\(firmware), unplugged at write \(write): \(outcome ?? "no outcome"); \(found)"
        }
    }

    /// Unplugs a gateway's dongle at each of the writes, several at a time. The results are in no
    /// order.
    package func unpluggings(_ writes: [(SimulatedFlockFinder.Firmware, Int)]) async throws -> [Unplugging] {
        try await abreast(Self.width, writes) { try await unplugging($0.0, at: $0.1) }
    }

    private func unplugging(_ firmware: SimulatedFlockFinder.Firmware, at number: Int) async throws -> Unplugging {
        try await inFolder(firmware) { folder, first, pair in
            // The gateway knows the port by a path that the next dongle has, too.
            first.stop()
            let link = folder + "/dongle"
            let pty = try FinderRoom.dongle(firmware, link: link)
            defer { pty.stop() }
            let writes = Writes()
            pty.perform { dongle in
                (dongle.peripherals[0].behaviour as? SimulatedFlockFinder)?.reached = { [unowned dongle] value in
                    // From here on the dongle neither receives nor sends.
                    if writes.take(value) == number { dongle.isStalled = true }
                }
            }
            var unplugging = Unplugging(firmware: firmware, write: number, found: Found(after: []))
            try await BriefGateway.with(try Store.open(path: TemporaryStore.path(folder)), port: link) { gateway in
                var order = ConfigOrder(device: FinderRoom.device)
                (order.config, order.save, order.mayRemove) = (pair.text, true, true)
                async let pushed = gateway.report(.push, order)
                await writes.wait(for: number)
                guard let memory = await pty.finder({ $0.memory }) else {
                    throw KillFailure.unexpected("there is no device")
                }
                pty.stop()
                let report = try await pushed
                unplugging.outcome = report.outcome?.rawValue
                unplugging.found = Found(after: writes.words)
                let next = try FinderRoom.dongle(firmware, link: link)
                defer { next.stop() }
                _ = await next.finder { $0.memory = memory }
                while true {
                    // The gateway may not have noticed the loss yet: wait for an outage and a live
                    // dongle after it.
                    if let dongle = await gateway.dongles.list().first, dongle.outages > 0, dongle.state == .live {
                        break
                    }
                    try await Task.sleep(for: .milliseconds(5))
                }
                try await unplugging.found.look(by: gateway, next, pair)
                unplugging.found.check(report)
            }
            return unplugging
        }
    }

    /// Writes that have reached the device.
    private final class Writes: Sendable {
        private let values = NIOLockedValueBox<[[UInt8]]>([])
        private let (counts, counted) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))

        var words: [String] {
            values.withLockedValue { $0.filter { $0.count < 20 }.map { String(decoding: $0, as: UTF8.self) } }
        }

        /// Adds a write and returns the new number of writes.
        func take(_ value: [UInt8]) -> Int {
            values.withLockedValue { values in
                values.append(value)
                counted.yield(values.count)
                return values.count
            }
        }

        /// Waits until there are `count` writes. Supports one reader only.
        func wait(for count: Int) async {
            for await found in counts where found >= count { return }
        }
    }
}

extension Found {
    /// Checks the report of the order that was cut short.
    fileprivate mutating func check(_ report: ConfigReport) {
        if report.failure == nil { faults.append("nothing is said to have failed") }
        if report.saved != nil { faults.append("it is said to be kept, or not: \(report.saved?.rawValue ?? "")") }
        let isTrue =
            switch report.outcome {
            case .applied: holds == .new
            case .notApplied: holds == .old
            case .unknown: true
            default: report.transfer == nil
            }
        if !isTrue { faults.append("it was said to be \(report.outcome?.rawValue ?? "nothing")") }
    }
}
