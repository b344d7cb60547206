import Gateway
import GatewayModel
import Logging
import NIOConcurrencyHelpers

/// Answers the requests of every address the server listens on.
struct GatewayAPI: Sendable {
    let gateway: Gateway
    let settingList: [SettingDescription]
    let limits: ServerLimits
    let logger: Logger
    /// What is asked of requests over TCP; nil where there is no TCP.
    let access: TCPAccess?
    let streams = StreamRegistry()
    let backups = BackupCounter()
    let uploads = NIOLockedValueBox(false)
    let streamNumbers = NIOLockedValueBox(0)

    /// What is asked of requests over TCP.
    struct TCPAccess: Sendable {
        let tokens: TokenGuard
        let sessions: ConsoleSessions
        let rule: OriginRule
    }
}
