import Gateway
import GatewayModel
import Logging
import NIOConcurrencyHelpers

/// Answers the requests that arrive on any of the server's addresses.
struct GatewayAPI: Sendable {
    let gateway: Gateway
    let settingList: [SettingDescription]
    /// Looks for what keeps the gateway from working.
    let examine: @Sendable () async throws -> [DoctorFindingDescription]
    let limits: ServerLimits
    let logger: Logger
    /// Bluetooth proxies; nil if the gateway is none.
    let proxies: BluetoothProxies?
    /// Access control for requests over TCP; nil without TCP.
    let access: TCPAccess?
    let streams = StreamRegistry()
    let backups = BackupCounter()
    let uploads = NIOLockedValueBox(false)
    let streamNumbers = NIOLockedValueBox(0)

    /// Access control for requests over TCP.
    struct TCPAccess: Sendable {
        let tokens: TokenGuard
        let sessions: ConsoleSessions
        let rule: OriginRule
        let places: ConsolePlaces

        /// Makes a link that opens the console once; nil if the console is not served yet.
        func makeLink(for role: Role) -> ConsoleLink? {
            let places = places.urls()
            guard !places.isEmpty else { return nil }
            let code = sessions.makeCode(for: role)
            let urls = places.map { "\($0)/console?code=\(code)" }
            return ConsoleLink(
                url: urls[0], seconds: Int(ConsoleSessions.codeLifetime.components.seconds), role: role,
                furtherURLs: urls.count > 1 ? Array(urls.dropFirst()) : nil, fingerprint: self.places.fingerprint)
        }
    }
}
