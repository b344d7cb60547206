import DongleLink
import Failures
import Foundation
import GatewayClient
import GatewayModel
import LineFormats

/// Deletes several beacons concurrently, and reports the outcome for each.
struct BeaconDeletion: Sendable {
    /// Most concurrent requests.
    private static let atATime = 8

    let client: GatewayClient
    let output: VerbOutput
    /// The verb for questions, such as "delete"; ``done`` is its past participle, for outcomes.
    let verb: String
    let done: String

    /// - Parameter isSure: Whether the user has agreed already and is not asked.
    /// - Throws: ``Failure`` unless all beacons were deleted.
    func run(_ beacons: [PayfritBeacon], isSure: Bool) async throws {
        let consequence = isSure ? "" : try await consequence(beacons)
        let question = "\(verb.capitalized) \(counted(beacons.count, "beacon"))?"
        try await Prompt(output: output).confirm(question, consequence, isSure: isSure)
        var failures: [Failure] = []
        var waiting = beacons[...]
        try await withThrowingTaskGroup(of: (PayfritBeacon, Failure?).self) { group in
            for beacon in waiting.prefix(Self.atATime) { group.addTask { await self.delete(beacon) } }
            waiting = waiting.dropFirst(Self.atATime)
            while let (beacon, failure) = try await group.next() {
                if let failure { failures.append(failure) }
                try await tell(beacon, failure)
                if let next = waiting.popFirst() { group.addTask { await self.delete(next) } }
            }
        }
        output.setResult { [failures] in
            $0.field("gone", beacons.count - failures.count)
            $0.field("still_there", failures.count)
        }
        guard let first = failures.first else { return }
        guard beacons.count > 1 else { throw first }
        throw Failure(
            code: "not-all-gone", message: "\(failures.count) of \(beacons.count) beacons were not deleted.",
            hint: "The reasons are shown above; `perch payfrit beacons` lists the beacons.",
            isRetryable: failures.allSatisfy(\.isRetryable), exit: first.exit)
    }

    private func delete(_ beacon: PayfritBeacon) async -> (PayfritBeacon, Failure?) {
        do {
            try await client.deletePayfritBeacon(beacon.id)
            return (beacon, nil)
        } catch {
            return (beacon, Failure(error))
        }
    }

    private func tell(_ beacon: PayfritBeacon, _ failure: Failure?) async throws {
        await output.line("deletion") {
            $0.field("id", beacon.id)
            $0.field("name", beacon.name)
            $0.field("gone", failure == nil)
            if let failure { $0.field(error: failure) }
        }
        guard let failure else { return await output.text(printable("Beacon \(beacon.called) is \(done).")) }
        let isKnown = failure.outcome != .unknown
        await output.text(
            printable("Beacon \(beacon.called) \(isKnown ? "is" : "may be") still there: \(failure.message)"))
    }

    /// Returns a sentence that names the beacons and the service points that would be left without
    /// one.
    private func consequence(_ beacons: [PayfritBeacon]) async throws -> String {
        let points = try await client.servicePoints().servicePoints
        let ids = Set(beacons.map(\.id))
        let left = points.filter { $0.beacon.map(ids.contains) ?? false }.map(\.name)
        let names = beacons.prefix(20).map(\.called).joined(separator: ", ")
        let would = beacons.count == 1 ? "Beacon \(names) would be \(done)" : "The beacons \(names) would be \(done)"
        guard !left.isEmpty else {
            return printable("\(would). No service point has \(beacons.count == 1 ? "it" : "them").")
        }
        let places = left.prefix(20).joined(separator: ", ")
        let verb = left.count == 1 ? "is" : "are"
        return printable("\(would); \(places) \(verb) left without a beacon.")
    }
}
