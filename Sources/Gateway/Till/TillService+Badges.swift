import Advertising
import BeaconTracking
import Drinks
import Foundation
import GatewayModel
import Logging

/// Badges: regions that stand for members.
extension TillService {
    /// - Throws: ``TillServiceError/noBadges``; ``TillBadgeFault``.
    func badges() throws -> TillBadgeList {
        guard setup.hasBadges else { throw TillServiceError.noBadges }
        if let badgeList { return badgeList }
        let list = try TillBadgeList(folder: try folder(), base: try environment().base)
        badgeList = list
        return list
    }

    /// Returns the members whose badge is near; nil without badges.
    func near() async -> [TillMemberNear]? {
        guard setup.hasBadges, let list = try? badges(), !list.all.isEmpty else { return setup.hasBadges ? [] : nil }
        let entered = (try? await beacons.entered(among: list.all.map(\.region))) ?? []
        return list.all.filter { entered.contains($0.region) }.prefix(50).map { badge in
            let opens = (try? staying[badge.member]?.till.current()) != nil
            return TillMemberNear(id: badge.id, name: badge.firstName, opens: opens)
        }
    }

    /// Returns the member's badge, and the regions among which a badge can be chosen.
    package func badgeChoices(for client: TillClient) async throws -> TillBadgeChoices {
        let member = try login(of: client).member
        let list = try badges()
        let own = list.badge(ofMember: member)
        let taken = Set(list.all.map(\.region))
        let entered = try await beacons.enteredRegions()
        return TillBadgeChoices(
            badge: own.map(TillBadge.init),
            regions: entered.filter { !taken.contains($0) || $0 == own?.region }.prefix(1_000).sorted())
    }

    /// Binds a badge, in place of the member's last one.
    ///
    /// - Throws: ``TillServiceError``, ``GatewayError``.
    package func bind(_ order: TillBadgeOrder, for client: TillClient) async throws -> TillBadge {
        _ = try badges()
        try await needPIN(order.pin, client)
        let login = try login(of: client)
        let (region, isOwn) = try await region(order)
        var list = try badges()
        guard !list.all.contains(where: { $0.region == region && $0.member != login.member }) else {
            throw TillServiceError.badgeTaken(region)
        }
        let last = list.badge(ofMember: login.member)
        let member = try await use(client) { till in try till.current().member }
        let asks = order.asksPIN ?? true
        try list.bind(
            member: login.member, firstName: member.firstName, region: region,
            ownsRegion: isOwn || last?.region == region && last?.ownsRegion == true, stays: order.stays ?? false,
            pinAbove: asks ? order.pinAboveCents ?? 0 : nil)
        badgeList = list
        if order.stays != true { staying.removeValue(forKey: login.member)?.till.forgetLogin() }
        if let last, last.region != region { await release(last) }
        guard let badge = list.badge(ofMember: login.member) else { throw TillServiceError.unknownBadge(0) }
        return TillBadge(badge)
    }

    package func unbind(for client: TillClient) async throws {
        let member = try login(of: client).member
        var list = try badges()
        guard let badge = list.badge(ofMember: member) else { return }
        try list.unbind(member: member)
        badgeList = list
        staying.removeValue(forKey: member)?.till.forgetLogin()
        await release(badge)
    }

    /// Returns the region of an order, and whether it was made for it.
    private func region(_ order: TillBadgeOrder) async throws -> (String, Bool) {
        switch (order.region, order.uuid, order.major, order.minor) {
        case (let name?, nil, nil, nil): return (try await beacons.region(name).definition.name, false)
        case (nil, let uuid?, let major?, let minor?):
            let known = try await beacons.regionList().map(\.definition).first {
                $0.uuid == uuid && $0.major == major && $0.minor == minor
            }
            if let known { return (known.name, false) }
            let definition = RegionDefinition(
                name: "badge-\(String("\(uuid)".filter { $0 != "-" }.suffix(8)))-\(major)-\(minor)", uuid: uuid,
                major: major, minor: minor)
            return (try await beacons.addRegion(definition).definition.name, true)
        default: throw TillServiceError.incompleteBadge
        }
    }

    /// Removes a region that was made for a badge. If that fails, it stays a region like any other.
    private func release(_ badge: TillBadgeList.Badge) async {
        guard badge.ownsRegion else { return }
        do { try await beacons.removeRegion(badge.region) } catch {
            logger.warning("The region of a badge stays: \(describe(error).message)")
        }
    }
}

extension TillBadge {
    init(_ badge: TillBadgeList.Badge) {
        self.init(region: badge.region, stays: badge.stays, pinAboveCents: badge.pinAbove)
    }
}

extension BeaconService {
    /// Returns the regions among these that are entered now.
    func entered(among names: [String]) async throws -> Set<String> {
        try await load()
        return Set(names.filter { monitor.status($0)?.state == .inside })
    }

    /// Returns the names of all regions that are entered now.
    func enteredRegions() async throws -> [String] {
        try await load()
        return monitor.statuses.filter { $0.state == .inside }.map(\.region.name)
    }
}
