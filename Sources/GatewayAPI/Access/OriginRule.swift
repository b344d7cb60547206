import HTTPTypes

/// Keeps other sites' pages from using the gateway through a browser on this machine.
struct OriginRule: Sendable {
    /// As configured.
    let host: String
    let isSecure: Bool

    /// Refuses names that other sites could have made lead to this machine.
    ///
    /// - Throws: ``RequestError/hostNotAllowed(_:)``.
    func checkHost(_ field: String?) throws(RequestError) {
        guard Loopback.isLoopback(host) else { return }
        guard let field, let named = Loopback.host(ofField: field),
            Loopback.isLoopback(named) || named.lowercased() == host.lowercased()
        else { throw .hostNotAllowed(field) }
    }

    /// Refuses a request that the browser may have sent for another site's page. For requests with a cookie.
    ///
    /// - Throws: ``RequestError/crossOrigin``.
    func checkOrigin(_ method: HTTPRequest.Method, host: String?, origin: String?, fetchSite: String?)
        throws(RequestError)
    {
        if let fetchSite, fetchSite != "same-origin", fetchSite != "none" { throw .crossOrigin }
        if let origin {
            guard let host, origin.lowercased() == (isSecure ? "https://" : "http://") + host.lowercased() else {
                throw .crossOrigin
            }
        }
        // Every browser says where a change comes from.
        if method != .get, origin == nil, fetchSite == nil { throw .crossOrigin }
    }
}
