/// The answer of `GET /v1/payfrit/resolve`.
public struct PayfritResolution: Codable, Sendable, Hashable {
    /// Nil: the UUID and the major are nobody's.
    public var business: PayfritBusiness?

    public init(business: PayfritBusiness?) {
        self.business = business
    }
}

/// Body of `POST /v1/payfrit/badges`: the beacons that are asked about.
public struct PayfritBadgeQuestion: Codable, Sendable, Hashable {
    /// `UUID/major/minor`, 1...1000 of them.
    public var identities: [String]

    public init(identities: [String]) {
        self.identities = identities
    }
}

/// The answer of `POST /v1/payfrit/badges`.
public struct PayfritBadgeList: Codable, Sendable, Hashable {
    /// One for each that was asked about, in that order.
    public var badges: [PayfritBadge]
    /// Why more could not be learned; nil where all that there is to know is known.
    public var error: PayfritFailure?

    public init(badges: [PayfritBadge], error: PayfritFailure? = nil) {
        self.badges = badges
        self.error = error
    }
}
