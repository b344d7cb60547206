import ESPHomeAPI

/// What all clients of one proxy share.
struct ProxySetup: Sendable {
    let configuration: ProxyConfiguration
    let info: DeviceInfo
    /// Nil without encryption.
    let key: EncryptionKey?
    let radio: ProxyRadio
    /// Describes an error in words.
    let describe: @Sendable (any Error) -> String
}
