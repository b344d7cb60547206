import Advertising
import CP28

/// What tables show beside a beacon whose UUID is one that makers ship: it was not provisioned yet. Nil for any other.
func factoryBadge(_ uuid: ProximityUUID, _ banList: BanList = .bundled) -> String? {
    banList.entry(of: uuid) == nil ? nil : "[factory]"
}

/// The same for a UUID as text; nil for what is none.
func factoryBadge(_ text: String, _ banList: BanList = .bundled) -> String? {
    ProximityUUID(text).flatMap { factoryBadge($0, banList) }
}
