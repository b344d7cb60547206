import Advertising
import CP28
import DongleLink
import DongleProtocol
import GatewayModel
import Store

/// Resources that the runs of an order share, whatever their beacons.
struct ProvisioningTools: Sendable {
    /// Passwords to use instead of those of the profile.
    let passwords: [String]?
    /// Id of the dongle.
    let dongle: String
    let isSimulated: Bool
    let parallel: Int
    /// Slots of the order, then slots of the dongle.
    let slots: [Slots]
    let limits: RunWorker.Limits

    /// Fields of an order that determine the resources.
    struct Wish: Sendable {
        var dongle: String?
        var parallel: Int?
        var passwords: [String]?
        var searchMs: Int?
        var verifyMs: Int?

        init(_ order: ProvisioningOrder) {
            (dongle, parallel, passwords) = (order.dongle, order.parallel, order.passwords)
            (searchMs, verifyMs) = (order.searchMs, order.verifyMs)
        }

        init(_ order: ProvisioningContinuation) {
            (dongle, parallel, passwords) = (order.dongle, order.parallel, order.passwords)
            (searchMs, verifyMs) = (order.searchMs, order.verifyMs)
        }
    }
}

/// A run and its goal.
struct PlannedRun: Sendable {
    let stored: StoredRun
    let wanted: BeaconConfiguration
    let profile: BeaconProfile
    /// Addresses of other beacons that were given the identity.
    let known: Set<BluetoothAddress>
}

extension ProvisioningService {
    /// - Parameter name: Name of the profile; nil = the default.
    /// - Throws: ``ProvisioningError/unknownProfile(_:known:)``.
    func profile(_ name: String?) throws(ProvisioningError) -> BeaconProfile {
        let profiles = configuration.profiles
        guard let profile = name == nil ? profiles.first : profiles.first(where: { $0.name == name }) else {
            throw .unknownProfile(name ?? "", known: profiles.map(\.name))
        }
        return profile
    }

    /// - Throws: ``GatewayError``, `LinkError`.
    func tools(_ wish: ProvisioningTools.Wish) async throws -> ProvisioningTools {
        try await settleLeftovers()
        let link = try await dongles.usable(wish.dongle).link
        let slots = max(1, Int(try await link.dongle.identity.slots))
        let parallel = min(wish.parallel ?? slots, slots)
        return ProvisioningTools(
            passwords: wish.passwords.map(Self.different), dongle: link.id, isSimulated: link.isSimulated,
            parallel: parallel, slots: [Slots(parallel), self.slots(of: link.id, count: slots)],
            limits: RunWorker.Limits(
                look: BeaconLook.Times(
                    search: .milliseconds(wish.searchMs ?? 10_000), baseline: baselineTime, patience: baselineTime * 3),
                verify: .milliseconds(wish.verifyMs ?? 20_000)))
    }

    /// Returns the slots of a dongle, which all orders share.
    private func slots(of dongle: String, count: Int) -> Slots {
        let slots = dongleSlots[dongle] ?? Slots(count)
        dongleSlots[dongle] = slots
        return slots
    }

    /// Returns each password once, at its first position.
    private static func different(_ passwords: [String]) -> [String] {
        var seen: Set<String> = []
        return passwords.filter { seen.insert($0).inserted }
    }

    func worker(_ run: ActiveRun, _ planned: PlannedRun, _ tools: ProvisioningTools) -> RunWorker {
        let profile = planned.profile
        let turns = connecting[tools.dongle] ?? Turns()
        connecting[tools.dongle] = turns
        let dongle = tools.dongle
        return RunWorker(
            run: run, wanted: planned.wanted, profile: profile, passwords: tools.passwords ?? profile.passwords,
            radio: BeaconRadio(
                dongles: dongles, connections: connections, clock: clock, dongle: dongle,
                address: planned.stored.target.address, timeoutMs: profile.timeoutMs, connecting: turns),
            air: air, dongle: dongle, isSimulated: tools.isSimulated, limits: tools.limits, clock: clock,
            slots: tools.slots, known: planned.known, describe: { self.reason($0) },
            isListening: { [dongles] in await dongles.hears(dongle) })
    }
}
