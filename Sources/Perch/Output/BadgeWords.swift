import Advertising
import CP28
import Failures
import GatewayModel

/// Returns the badge that tables show beside a beacon. With a login to Payfrit the badge says whose
/// the beacon is; without one, only whether its UUID is one that makers ship, so that it was not
/// provisioned yet. Nil = no badge.
func badgeWords(_ badge: PayfritBadge?, _ uuid: ProximityUUID, _ banList: BanList = .bundled) -> String? {
    switch badge?.kind {
    case .ours: "[ours\(named(badge))]"
    case .other: "[other\(named(badge))]"
    case .unknown: "[unknown]"
    case .banned, nil: badge == nil && banList.entry(of: uuid) == nil ? nil : "[factory]"
    }
}

private func named(_ badge: PayfritBadge?) -> String { badge?.name.map { ": " + printable($0) } ?? "" }
