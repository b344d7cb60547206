import GatewayModel

/// Bluetooth proxies for Home Assistant.
extension GatewayAPI: EsphomeOperations {
    func esphome() async throws -> ESPHomeStatus {
        await proxies?.status()
            ?? ESPHomeStatus(isListening: false, isEncrypted: false, isAnnounced: false, refused: 0, proxies: [])
    }

    func esphomeKey() async throws -> ESPHomeKey {
        guard let key = proxies?.key else { throw RequestError.noESPHomeKey }
        return ESPHomeKey(key: key)
    }
}

/// The gateway's Bluetooth proxies, as far as the API tells of them.
package struct BluetoothProxies: Sendable {
    let status: @Sendable () async -> ESPHomeStatus
    /// Key of the clients, in Base64; nil without encryption.
    let key: String?

    package init(key: String?, status: @escaping @Sendable () async -> ESPHomeStatus) {
        (self.key, self.status) = (key, status)
    }
}
