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
    }
}
