import Advertising
import CP28
import Failures
import GatewayModel

/// What tables show beside a beacon: whose it is, where a login to Payfrit tells it; without one, only that its UUID is one that
/// makers ship, and that it was not provisioned yet. Nil where there is nothing to say.
func badgeWords(_ badge: PayfritBadge?, _ uuid: ProximityUUID, _ banList: BanList = .bundled) -> String? {
    switch badge?.kind {
    case .ours: "[ours\(named(badge))]"
    case .other: "[other\(named(badge))]"
    case .unknown: "[unknown]"
    case .banned, nil: badge == nil && banList.entry(of: uuid) == nil ? nil : "[factory]"
    }
}

private func named(_ badge: PayfritBadge?) -> String { badge?.name.map { ": " + printable($0) } ?? "" }
