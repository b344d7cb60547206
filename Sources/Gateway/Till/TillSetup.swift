/// Settings of the club's till on the gateway.
package struct TillSetup: Sendable, Hashable {
    /// `dev`, `production` or a URL.
    package var environment = "dev"
    /// PEM file of the only certificate that the server may have; nil = any that the system trusts.
    package var pinnedCertificate: String?
    /// Folder of the database, in which carts, open bookings and badges are kept; nil: the gateway
    /// has no till.
    package var folder: String?
    /// Whether members may bind badges.
    package var hasBadges = false
    /// Whether low balances, and what became of open bookings, are told by notices.
    package var sendsNotices = false

    package init() {}

    /// Whether the setting names another server than the default.
    var isConfigured: Bool { environment != TillSetup().environment }
}
