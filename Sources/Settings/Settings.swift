/// What the program is set up to do, from flags, environment and files. ``SettingKey/all`` is the list of ways to set each.
package struct Settings: Sendable, Hashable {
    /// Ports of dongles: `auto`, `sim` (a simulated one), `id:SERIAL` or paths.
    package var ports: [String] = ["auto"]
    /// Bits a second; nil = found out.
    package var baud: Int?
    /// Whether the gateway scans without anybody asking.
    package var scansAlways = true
    /// Whether scan requests are sent.
    package var scansActively = true
    /// dBm, -127...20; nil = every advert.
    package var minimumRSSI: Int?
    /// The unix socket; nil = the usual one of this user, never so in ``EffectiveSettings``.
    package var socket: String?
    /// Group that may use the socket; nil = `perch` where there is one.
    package var socketGroup: String?
    /// `HOST:PORT` to serve TCP on; nil = none.
    package var listen: String?
    /// File with the token that TCP clients show; nil = see ``TokenSource``.
    package var tokenFile: String?
    /// PEM files; both or neither.
    package var tlsCertificate: String?
    package var tlsKey: String?
    /// Folder of the database and the token; nil = the usual one of this user, never so in ``EffectiveSettings``.
    package var stateFolder: String?
    /// Events kept, 1...1,000,000.
    package var eventsKept = 100
    /// Days an event is kept, 1...36,500; nil = any.
    package var eventDays: Int?
    /// Days that the history of beacons is kept, 1...3,650.
    package var historyDays = 30
    /// Millions of bytes that the database takes before the oldest history goes, 1...1,000,000.
    package var historyMegabytes = 500
    /// Most beacons tracked, 1,000...1,000,000.
    package var beaconCapacity = 20_000
    /// `altbeacon`, `altbeacon-classic` or `log-distance`.
    package var distanceModel = "altbeacon"
    /// Exponent of `log-distance`, a decimal number, 1...6.
    package var pathLoss = "2"
    /// Whether units that share an identity are told apart by their addresses.
    package var tellsAddressesApart = false
    /// Whether what is heard is compared with the enabled patterns without anybody asking.
    package var detects = true
    /// Folder with profiles of beacons, `*.json`; nil = only those that are built in.
    package var profileFolder: String?
    /// The Payfrit backend: `dev`, `prod` or a URL.
    package var payfritEnvironment = "dev"
    /// Which generation of its API is spoken: `php` or `cfm`.
    package var payfritAPI = "php"
    /// PEM file of the only certificate that it may show; nil = any that the system trusts.
    package var payfritCertificate: String?
    /// Whether notices are shown on the desktop, where there is one.
    package var notifiesDesktop = true
    /// `http://` and `https://` URLs that notices are posted to, at most 8.
    package var webhooks: [String] = []
    /// File with the key that webhooks are signed with; nil = they are not signed.
    package var webhookSecretFile: String?
    /// Program and arguments that notices are given to; empty = none.
    package var notifyCommand: [String] = []
    /// `error`, `warning`, `info` or `debug`.
    package var logLevel = "info"

    package init() {}
}
