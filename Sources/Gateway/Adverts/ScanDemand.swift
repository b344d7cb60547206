import DongleProtocol
import GatewayModel

/// What somebody wants a dongle to scan for.
struct ScanDemand: Sendable, Hashable {
    /// Whether scan requests are to be sent.
    var isActive: Bool
    /// dBm; nil = every advert.
    var minimumRSSI: Int8?

    /// What serves both.
    func union(_ other: ScanDemand) -> ScanDemand {
        var weakest: Int8?
        if let minimumRSSI, let theirs = other.minimumRSSI { weakest = min(minimumRSSI, theirs) }
        return ScanDemand(isActive: isActive || other.isActive, minimumRSSI: weakest)
    }

    /// The request for it, as far as a dongle with these features can do it.
    func request(_ features: Features) -> ScanStartRequest {
        ScanStartRequest(
            mode: isActive && features.contains(.activeScan) ? .active : .passive, minimumRSSI: minimumRSSI ?? -128)
    }
}

extension ScanDemand {
    init(_ query: AdvertQuery) {
        self.init(isActive: query.isActive, minimumRSSI: query.minimumRSSI)
    }
}
