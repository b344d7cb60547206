import BeaconTracking
import GatewayModel
import LineFormats
import Notifications
import Store

/// Transitions of regions.
extension BeaconService {
    /// Begins every transition that is due by now.
    func passDue(at now: Duration) {
        for transition in monitor.advance(to: now) { begin(transition) }
    }

    func begin(_ transition: RegionTransition) {
        let at = timestamp(transition.at)
        let region = regions[transition.region]
        let origin = region?.origin ?? Origin(dongle: nil, isSimulated: !simulated.isEmpty)
        let line = RegionLine(transition, at: at, isSimulated: origin.isSimulated)
        tell(.region(line)) { $0.region == nil || $0.region == transition.region }
        settleLater(.transition(transition, of: region?.number, origin, at: at))
    }

    func settleLater(_ settlement: Settlement) {
        if case .enqueued = transitionInput.yield(settlement) { return }
        transitionsDropped += 1
    }

    /// Records transitions one after another and sends their notices. Runs apart from the reading
    /// of adverts, because the disk is slow.
    func settle() async {
        for await settlement in transitions {
            switch settlement {
            case .transition(let transition, let number, let origin, let at):
                await settle(transition, of: number, origin, at: at)
            case .failure(let reason):
                await eventLog.record(
                    .error, "Beacon ranging failed: \(reason)",
                    detail: "Regions are not left while no dongle listens.", dongle: nil, isSimulated: false)
            }
        }
    }

    private func settle(_ transition: RegionTransition, of number: UInt64?, _ origin: Origin, at: Timestamp) async {
        await eventLog.record(
            transition.meaning.eventType, transition.meaning.title(to: transition.to),
            detail: "\(transition.region): \(transition.reason)", dongle: origin.dongle,
            isSimulated: origin.isSimulated)
        // Notifies first, so that a crash in between repeats the notice and never loses it: a state
        // that is stored is not notified again.
        if let notice = Notice(transition, at: at, origin: origin) { await configuration.notify(notice) }
        if transition.to != .unknown {
            do {
                try await changing.take {
                    // A region of the same name that was added since has no state yet.
                    guard regions[transition.region]?.number == number else { return }
                    _ = try await store.regions.setState(
                        transition.region, state: transition.to, atMicroseconds: at.microsecondsSince1970)
                }
            } catch {
                await eventLog.couldNotRecord(error)
            }
        }
    }
}
