import CP28
import DongleLink
import DongleProtocol
import GatewayModel
import Store

/// What an order's runs are done with.
struct ProvisioningTools: Sendable {
    let profile: BeaconProfile
    let passwords: [String]
    let passwordsAreOfProfile: Bool
    /// Id.
    let dongle: String
    let isSimulated: Bool
    let parallel: Int
    let slots: Slots
    let limits: RunWorker.Limits

    /// The parts of an order that say so.
    struct Wish: Sendable {
        var dongle: String?
        var profile: String?
        var parallel: Int?
        var passwords: [String]?
        var searchMs: Int?
        var verifyMs: Int?

        init(_ order: ProvisioningOrder) {
            (dongle, profile, parallel) = (order.dongle, order.profile, order.parallel)
            (passwords, searchMs, verifyMs) = (order.passwords, order.searchMs, order.verifyMs)
        }

        init(_ order: ProvisioningContinuation, profile: String) {
            (dongle, parallel) = (order.dongle, order.parallel)
            (passwords, searchMs, verifyMs) = (order.passwords, order.searchMs, order.verifyMs)
            self.profile = profile
        }
    }
}

extension ProvisioningService {
    /// - Throws: ``ProvisioningError/unknownProfile(_:known:)``, ``GatewayError``, `LinkError`.
    func tools(_ wish: ProvisioningTools.Wish) async throws -> ProvisioningTools {
        try await settleLeftovers()
        let profiles = configuration.profiles
        let name = wish.profile ?? profiles.first?.name ?? ""
        guard let profile = profiles.first(where: { $0.name == name }) else {
            throw ProvisioningError.unknownProfile(name, known: profiles.map(\.name))
        }
        guard let gateway = gateway.gateway else { throw GatewayError.stopping }
        let link = try await gateway.usable(wish.dongle).link
        let slots = max(1, Int(try await link.dongle.identity.slots))
        let parallel = min(wish.parallel ?? slots, slots)
        return ProvisioningTools(
            profile: profile, passwords: wish.passwords ?? profile.passwords,
            passwordsAreOfProfile: wish.passwords == nil, dongle: link.id, isSimulated: link.isSimulated,
            parallel: parallel, slots: Slots(parallel),
            limits: RunWorker.Limits(
                search: .milliseconds(wish.searchMs ?? 10_000), verify: .milliseconds(wish.verifyMs ?? 20_000),
                baseline: baselineTime, patience: baselineTime * 2))
    }

    func worker(_ run: ActiveRun, _ wanted: BeaconConfiguration, _ tools: ProvisioningTools) async -> RunWorker {
        let turns = connecting[tools.dongle] ?? Turns()
        connecting[tools.dongle] = turns
        let address = await run.stored.target.address
        let (gateway, dongle) = (gateway, tools.dongle)
        return RunWorker(
            run: run, wanted: wanted, profile: tools.profile, passwords: tools.passwords,
            passwordsAreOfProfile: tools.passwordsAreOfProfile,
            radio: BeaconRadio(
                gateway: gateway, clock: clock, dongle: dongle, address: address, timeoutMs: tools.profile.timeoutMs,
                connecting: turns),
            air: air, dongle: dongle, isSimulated: tools.isSimulated, limits: tools.limits, clock: clock,
            slots: tools.slots, describe: { self.reason($0) },
            isListening: { await gateway.gateway?.hears(dongle) ?? false })
    }
}

extension Gateway {
    /// Whether a dongle hears adverts at the moment.
    fileprivate func hears(_ dongle: String) async -> Bool {
        guard let port = ports.values.first(where: { $0.id == dongle }) else { return false }
        return await port.supervisor.deafness == nil
    }
}
