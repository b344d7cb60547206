import NIOConcurrencyHelpers

/// URLs at which browsers reach the console.
final class ConsolePlaces: Sendable {
    /// Most URLs that are named.
    static let limit = 8

    /// SHA-256 fingerprint of the certificate that the gateway has made itself; nil without one.
    let fingerprint: String?
    private let host: String
    private let isSecure: Bool
    /// Names of a certificate that the gateway has not made.
    private let given: CertificateNames?
    private let machine: @Sendable () -> MachineAddresses
    private let port = NIOLockedValueBox<Int?>(nil)

    /// - Parameters:
    ///   - host: Host that is listened on.
    ///   - machine: Returns the present addresses, which change with the network.
    init(
        host: String, isSecure: Bool, given: CertificateNames?, fingerprint: String?,
        machine: @escaping @Sendable () -> MachineAddresses = MachineAddresses.current
    ) {
        self.host = host
        self.isSecure = isSecure
        self.given = given
        self.fingerprint = fingerprint
        self.machine = machine
    }

    /// Sets the port, once it is known.
    func serve(on port: Int) { self.port.withLockedValue { $0 = port } }

    /// URL of the host that is listened on; nil before the port is known.
    var listening: String? { url(IPAddress(host)?.inURL ?? host) }

    /// Returns URLs that work for other machines, as far as they can reach the host; the best comes
    /// first. None before the port is known.
    func urls() -> [String] {
        guard let own = IPAddress(host), own.isAny else { return [listening].compactMap { $0 } }
        let machine = machine()
        var addresses = machine.reachable.filter(\.isIPv4)
        // Further addresses of IPv6 are many, and long.
        if addresses.isEmpty, !own.isIPv4 { addresses = machine.reachable }
        var hosts = addresses.map(\.inURL)
        if let given {
            // A browser that trusts this certificate does so for these hosts only.
            let names = given.names.filter { !$0.hasPrefix("*.") && $0 != "localhost" }
            let known = names + addresses.filter(given.addresses.contains).map(\.inURL)
            if !known.isEmpty { hosts = known }
        }
        // Without a network, this machine's own browser is left.
        if hosts.isEmpty { hosts = ["localhost"] }
        return hosts.prefix(ConsolePlaces.limit).compactMap(url)
    }

    private func url(_ host: String) -> String? {
        port.withLockedValue { $0 }.map { "\(isSecure ? "https" : "http")://\(host):\($0)" }
    }
}
