import DongleProtocol
import GatewayModel

/// Kind of scan that a reader asks a dongle for.
struct ScanDemand: Sendable, Hashable {
    /// Whether to send scan requests.
    var isActive: Bool
    /// Weakest signal wanted, in dBm; nil = every advert.
    var minimumRSSI: Int8?

    /// Returns the demand that satisfies both.
    func union(_ other: ScanDemand) -> ScanDemand {
        var weakest: Int8?
        if let minimumRSSI, let theirs = other.minimumRSSI { weakest = min(minimumRSSI, theirs) }
        return ScanDemand(isActive: isActive || other.isActive, minimumRSSI: weakest)
    }

    /// Returns the request for this demand, as far as a dongle with these features supports it.
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
