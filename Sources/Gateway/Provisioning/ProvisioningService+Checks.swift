import Advertising
import CP28
import GatewayModel
import Store

/// Checks of an order before anything is begun.
extension ProvisioningService {
    /// - Throws: ``ProvisioningError``, ``GatewayError``, `StoreError`.
    func checked(
        _ order: ProvisioningOrder, _ profile: BeaconProfile
    ) async throws -> [(target: StoredRun.Target, wanted: BeaconConfiguration)] {
        guard active.count + order.items.count <= Self.activeLimit else {
            throw GatewayError.tooMany("runs", limit: Self.activeLimit)
        }
        let targets = try order.items.enumerated().map { index, item in
            let target = try Self.target(item, at: index, profile: profile.name)
            return (target, try Self.wanted(target, at: index))
        }
        try checkUnique(targets.map(\.0))
        try await checkFree(targets.map(\.0), replaces: order.replace ?? false)
        return targets
    }

    private static func target(
        _ item: ProvisioningItem, at index: Int, profile: String
    ) throws(ProvisioningError) -> StoredRun.Target {
        func bad(_ value: String, _ name: String, _ expected: String) -> ProvisioningError {
            .badValue(index, value, of: name, expected: expected)
        }
        guard let major = UInt16(exactly: item.major) else { throw bad("\(item.major)", "major", "0...65535") }
        guard let minor = UInt16(exactly: item.minor) else { throw bad("\(item.minor)", "minor", "0...65535") }
        return StoredRun.Target(
            address: item.address, addressType: item.addressType, profile: profile, name: item.name,
            identity: BeaconIdentity(uuid: item.uuid, major: major, minor: minor),
            rssiAt1m: item.rssiAt1m ?? BeaconConfiguration.standardRSSIAt1mDBm,
            intervalMs: item.intervalMs ?? BeaconConfiguration.standardIntervalMs,
            txPower: item.txPower ?? BeaconConfiguration.standardTxPowerIndex)
    }

    static func wanted(_ target: StoredRun.Target, at index: Int) throws -> BeaconConfiguration {
        do throws(BeaconConfiguration.Fault) {
            return try BeaconConfiguration(
                name: target.name, identity: target.identity, rssiAt1mDBm: target.rssiAt1m,
                intervalMs: target.intervalMs, txPowerIndex: target.txPower)
        } catch {
            throw ProvisioningError.badItem(index, error)
        }
    }

    private func checkUnique(_ targets: [StoredRun.Target]) throws(ProvisioningError) {
        var addresses: [BluetoothAddress: Int] = [:]
        var identities: [BeaconIdentity: Int] = [:]
        var names: [String: Int] = [:]
        for (index, target) in targets.enumerated() {
            if let other = addresses.updateValue(index, forKey: target.address) {
                throw .sameAddress(index, as: other)
            }
            if let other = identities.updateValue(index, forKey: target.identity) {
                throw .sameIdentity(index, as: other)
            }
            if let other = names.updateValue(index, forKey: target.name) { throw .sameName(index, as: other) }
        }
    }

    /// Checks that no other run uses the beacons, and no other beacon has the identities.
    private func checkFree(_ targets: [StoredRun.Target], replaces: Bool) async throws {
        let underWay = await targetsUnderWay()
        for (index, target) in targets.enumerated() {
            if let run = underWay.first(where: { $0.target.address == target.address }) {
                throw ProvisioningError.underWay(index, run: run.id)
            }
            if let run = underWay.first(where: { $0.target.identity == target.identity }) {
                throw ProvisioningError.identityUnderWay(index, run: run.id)
            }
            guard !replaces else { continue }
            if let table = try await tableName(target.address, target.identity) {
                throw ProvisioningError.beaconTaken(index, address: target.address.description, table: table)
            }
            guard let owner = try await owner(of: target) else { continue }
            throw ProvisioningError.identityTaken(index, run: owner.id, address: owner.beaconAddress.description)
        }
    }

    private func targetsUnderWay() async -> [StoredRun] {
        var underWay: [StoredRun] = []
        for run in active.values { underWay.append(await run.stored) }
        return underWay
    }

    /// Returns the run that gave the identity to another beacon, as far as is known.
    private func owner(of target: StoredRun.Target) async throws -> StoredRun? {
        try await store.runs.holders(of: target.identity).first { $0.beaconAddress != target.address }
    }

    // MARK: Runs to continue

    /// Returns the runs that an order means: at least one, each of a different beacon and with a
    /// different identity.
    func choose(_ order: ProvisioningContinuation, onlyLooks: Bool) async throws -> [StoredRun] {
        let newest = try await store.runs.newest(limit: RunStore.runLimit)
        let chosen: [StoredRun]
        if let ids = order.runs {
            chosen = try await named(ids, among: newest, onlyLooks: onlyLooks)
            if !onlyLooks {
                try checkUnique(chosen.map(\.target))
                try await checkFree(chosen.map(\.target), replaces: order.replace ?? false)
            }
        } else {
            chosen = try await open(newest, onlyLooks: onlyLooks, replaces: order.replace ?? false)
        }
        guard !chosen.isEmpty else {
            throw onlyLooks ? ProvisioningError.nothingToVerify : ProvisioningError.nothingToResume
        }
        return chosen
    }

    /// Returns the runs that ended without success and can be continued. Leaves out runs whose
    /// identity another beacon has by now, and runs of a profile that no longer exists.
    private func open(_ newest: [StoredRun], onlyLooks: Bool, replaces: Bool) async throws -> [StoredRun] {
        let underWay = Set(await targetsUnderWay().map(\.target.identity))
        var identities: Set<BeaconIdentity> = []
        var open: [StoredRun] = []
        for run in newest where active[run.id] == nil && open.count < Self.itemLimit {
            switch run.progress.state {
            case .writtenUnverified, .unknown: break
            case .failed where !onlyLooks && run.isWorthResuming: break
            default: continue
            }
            guard configuration.profiles.contains(where: { $0.name == run.target.profile }) else { continue }
            if !onlyLooks {
                guard !underWay.contains(run.target.identity), identities.insert(run.target.identity).inserted else {
                    continue
                }
                if !replaces, try await owner(of: run.target) != nil { continue }
            }
            open.append(run)
        }
        return open.reversed()
    }

    private func named(_ ids: [Int64], among newest: [StoredRun], onlyLooks: Bool) async throws -> [StoredRun] {
        var chosen: [StoredRun] = []
        for id in ids where !chosen.contains(where: { $0.id == id }) {
            guard let run = try await store.runs.find(id) else { throw ProvisioningError.unknownRun(id) }
            guard active[id] == nil else { throw ProvisioningError.runUnderWay(id) }
            let latest = newest.first { $0.target.address == run.target.address }
            if let latest, latest.id > id { throw ProvisioningError.replacedRun(id, by: latest.id) }
            guard run.progress.state != .verified else { throw ProvisioningError.alreadyVerified(id) }
            guard !onlyLooks || run.progress.saveBegun else { throw ProvisioningError.neverWritten(id) }
            chosen.append(run)
        }
        return chosen
    }
}

extension StoredRun {
    /// Whether a repetition of the run may succeed. A run that the beacon refused for good is only
    /// repeated if it is named.
    fileprivate var isWorthResuming: Bool {
        guard let reason = progress.reason else { return true }
        return !RunReason(code: reason.code, message: reason.message, hint: reason.hint).isFinal
    }
}
