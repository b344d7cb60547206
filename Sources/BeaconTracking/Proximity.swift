/// How near a beacon is, in the words of CoreLocation.
public enum Proximity: String, Sendable, Hashable, CaseIterable {
    /// At most half a metre.
    case immediate
    /// Less than three metres.
    case near
    case far
    /// The distance cannot be determined.
    case unknown
}
