/// Settings of the program, from flags, environment and files. ``SettingKey/all`` lists the ways to
/// set each.
package struct Settings: Sendable, Hashable {
    /// Name of the gateway, for people; nil = the host's name.
    package var gatewayName: String?
    /// Ports of dongles: `auto`, `sim` (a simulated dongle), `id:SERIAL` or paths.
    package var ports: [String] = ["auto"]
    /// Names of radios that bridges make dongles of.
    package var radios: [String] = []
    /// Bits per second; nil = determined automatically.
    package var baud: Int?
    /// Whether the gateway scans even if no client asks for it.
    package var scansAlways = true
    /// Whether to send scan requests (active scan).
    package var scansActively = true
    /// Weakest signal to report, -127...20 dBm; nil = every advert.
    package var minimumRSSI: Int?
    /// Unix socket; nil = this user's default, never nil in ``EffectiveSettings``.
    package var socket: String?
    /// Group that may use the socket; nil = `perch` if that group exists.
    package var socketGroup: String?
    /// `HOST:PORT` to serve TCP on; nil = no TCP.
    package var listen: String?
    /// File with the token that TCP clients show; nil = see ``TokenSource``.
    package var tokenFile: String?
    /// PEM files; both or neither are set.
    package var tlsCertificate: String?
    package var tlsKey: String?
    /// `HOST:PORT` of the Bluetooth proxies; nil = none.
    package var proxyListen: String?
    /// Whether clients of the Bluetooth proxies must have the key.
    package var encryptsProxies = true
    /// `one` proxy for all dongles, or `each` dongle its own.
    package var proxyDivision = "one"
    /// Companies whose adverts the Bluetooth proxies send, as `0x0499`; empty = all adverts.
    package var proxyCompanies: [String] = []
    /// Slots of each dongle that the Bluetooth proxies leave free, 0...16.
    package var reservedSlots = 1
    /// Whether the Bluetooth proxies are announced by mDNS.
    package var announcesProxies = true
    /// Folder of the database and the token; nil = this user's default, never nil in
    /// ``EffectiveSettings``.
    package var stateFolder: String?
    /// Most events that are kept, 1...1,000,000.
    package var eventsKept = 100
    /// Days that an event is kept, 1...36,500; nil = no limit.
    package var eventDays: Int?
    /// Days that the history of beacons is kept, 1...3,650.
    package var historyDays = 30
    /// Size of the database, in millions of bytes, from which the oldest history is deleted,
    /// 1...1,000,000.
    package var historyMegabytes = 500
    /// Most beacons that are tracked, 1,000...1,000,000.
    package var beaconCapacity = 20_000
    /// `altbeacon`, `altbeacon-classic` or `log-distance`.
    package var distanceModel = "log-distance"
    /// Exponent of `log-distance`, a decimal number, 1...6.
    package var pathLoss = "2"
    /// Whether beacons that share an identity are told apart by their addresses.
    package var tellsAddressesApart = false
    /// Whether adverts are compared with the enabled patterns even if no client asks for it.
    package var detects = true
    /// Folder with profiles of beacons, `*.json`; nil = built-in profiles only.
    package var profileFolder: String?
    /// Payfrit backend: `dev`, `prod` or a URL.
    package var payfritEnvironment = "dev"
    /// Generation of the Payfrit API: `php` or `cfm`.
    package var payfritAPI = "php"
    /// PEM file of the only certificate that the Payfrit backend may have; nil = any certificate
    /// that the system trusts.
    package var payfritCertificate: String?
    /// `dev`, `production` or a URL; the server of the club's till.
    package var tillEnvironment = "dev"
    /// PEM file of the till's server; nil = the system's authorities.
    package var tillCertificate: String?
    /// Whether members may open the till with their badge.
    package var tillBadges = false
    /// Whether low balances, and what became of open bookings, are told by notices.
    package var tillNotices = false
    /// Whether to show notices on the desktop, if there is one.
    package var notifiesDesktop = true
    /// `http://` and `https://` URLs that notices are posted to, at most 8.
    package var webhooks: [String] = []
    /// File with the key for signing webhooks; nil = they are not signed.
    package var webhookSecretFile: String?
    /// Program that receives notices, and its arguments; empty = none.
    package var notifyCommand: [String] = []
    /// `error`, `warning`, `info` or `debug`.
    package var logLevel = "info"

    package init() {}
}
